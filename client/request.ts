import { withoutKey } from './schema.ts';
import type { Outgoing, Transport } from './transport.ts';

/** A request as the types have checked it. */
export interface AnyRequest {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
}

const writesWithoutKey = new Set<string>(withoutKey);

/** Writes the parameters into the URL. */
export function outgoing(
  transport: Transport,
  method: string,
  path: string,
  { params = {}, body }: AnyRequest,
): Outgoing {
  const url = transport.url(path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params.path?.[name]))));
  for (const [name, value] of Object.entries(params.query ?? {}))
    for (const each of [value].flat()) if (each !== undefined) url.searchParams.append(name, String(each));
  return { method, url, body, takesKey: method !== 'GET' && !writesWithoutKey.has(`${method} ${path}`) };
}

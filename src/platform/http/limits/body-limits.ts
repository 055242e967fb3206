import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import { FILES_MAX } from '../bytes/upload.ts';
import type { Route } from '../route.ts';
import { SMALL_BODY_BYTES } from './held-bytes.ts';

const BODY_BYTES_MAX = 1024 * 1024;

/** Each file of an upload has its own limit, counted as it passes; the form around the files adds a little, base64 a third. */
export function bodyLimitOf(route: Route, { FILE_BYTES_MAX }: Config): number {
  if (route.takesFiles) return FILE_BYTES_MAX * FILES_MAX * 1.4 + BODY_BYTES_MAX;
  return route.bodyBytesMax ?? (route.access === 'public' ? SMALL_BODY_BYTES : BODY_BYTES_MAX);
}

/** Ends a request whose body has not arrived in time. A request that is answered without its body may stay open. */
export function cutAfter(request: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  const timer = setTimeout(() => request.destroy(), timeoutMs);
  request.once('end', () => clearTimeout(timer));
  response.once('close', () => clearTimeout(timer));
}

/** By its declared length; a body of unknown length counts as large. */
export function hasSmallBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= SMALL_BODY_BYTES;
}

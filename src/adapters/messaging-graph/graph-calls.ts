import { z } from 'zod';
import { errorClassOf, ReconnectNeeded } from '#modules/chats/index.ts';
import type { OutboundAnswer, OutboundFetch, OutboundStream } from '#platform/http/outbound.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { providerCall } from '#platform/ports/provider-call.ts';
import type { Refusal, RefusalKind } from '#platform/refusal.ts';

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 1_000_000;

export interface GraphOptions {
  call: OutboundFetch;
  stream: (
    url: string,
    request: { method: 'GET'; headers: Record<string, string>; timeoutMs: number },
  ) => Promise<OutboundStream>;
  apiUrl: string;
  version: string;
  appId: string | undefined;
  signUp: { url: string; configuration: string | undefined };
  appSecret: string | undefined;
  verifyToken: string | undefined;
}

type Body = object | { bytes: Buffer; contentType: string };
type Request = Parameters<OutboundFetch>[1];

export type GraphCalls = ReturnType<typeof graphCalls>;

/** Calls of the provider's API under one token. */
export function graphCalls(options: GraphOptions, accessToken: string) {
  const base = `${options.apiUrl}/${options.version}`;
  const authorization = { authorization: `Bearer ${accessToken}` };
  const request = (
    path: string,
    method: 'GET' | 'POST' | 'DELETE',
    body?: Body,
    headers: Record<string, string> = {},
  ): { url: string; sent: Request } => {
    const isForm = body && 'bytes' in body;
    return {
      url: `${base}/${path}`,
      sent: {
        method,
        headers: {
          ...authorization,
          ...(body && { 'content-type': isForm ? body.contentType : 'application/json' }),
          ...headers,
        },
        ...(body && { body: isForm ? body.bytes : JSON.stringify(body) }),
        timeoutMs: TIMEOUT_MS,
        answerBytesMax: ANSWER_BYTES_MAX,
      },
    };
  };
  /** The answer, or the refusal that the provider's error means. */
  const ask = async <S extends z.ZodType>(
    { url, sent }: ReturnType<typeof request>,
    schema: S,
    refusals: Record<number, RefusalKind> = {},
  ): Promise<z.output<S>> => {
    const answer = await providerCall(options.call)(url, sent);
    if (answer.status >= 300) throw failureOf(answer, refusals);
    const parsed = schema.safeParse(jsonOf(answer));
    if (!parsed.success) throw ProviderUnavailable('The provider gave an answer that cannot be read.');
    return parsed.data;
  };
  return {
    authorization,
    request,
    read: <S extends z.ZodType>(path: string, schema: S, refusals?: Record<number, RefusalKind>) =>
      ask(request(path, 'GET'), schema, refusals),
    write: <S extends z.ZodType>(path: string, body: Body, schema: S, refusals?: Record<number, RefusalKind>) =>
      ask(request(path, 'POST', body), schema, refusals),
    remove: <S extends z.ZodType>(path: string, schema: S, refusals?: Record<number, RefusalKind>) =>
      ask(request(path, 'DELETE'), schema, refusals),
    ask,
  };
}

const Failure = z.looseObject({
  error: z.looseObject({
    code: z.coerce.number(),
    message: z.string().default(''),
    error_user_title: z.string().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.union([z.looseObject({ details: z.string().optional() }), z.string()]).optional(),
  }),
});

function jsonOf({ body }: OutboundAnswer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** The provider's own error in an answer; null: the answer is not the provider's. */
export function errorIn(answer: OutboundAnswer): { code: number; message: string } | null {
  const parsed = Failure.safeParse(jsonOf(answer));
  if (!parsed.success) return null;
  const { code, message, error_user_msg: explained, error_data: data } = parsed.data.error;
  const details = typeof data === 'object' ? data.details : undefined;
  return { code, message: [message, explained, details].filter(Boolean).join(' ').slice(0, 1000) };
}

function failureOf(answer: OutboundAnswer, refusals: Record<number, RefusalKind>): Refusal {
  const error = errorIn(answer);
  if (!error) return ProviderUnavailable(`The provider answered ${answer.status}.`);
  const { code, message } = error;
  const text = `${message} (${code})`;
  const known = refusals[code];
  if (known) return known(text);
  const kind = errorClassOf(code);
  if (kind === 'retry') return ProviderUnavailable(text);
  return (kind === 'reconnect' ? ReconnectNeeded : ProviderRefused)(text);
}

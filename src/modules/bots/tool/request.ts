import type { TenantSteps } from '#platform/context.ts';
import {
  isCompressed,
  type OutboundAnswer,
  OutboundFailed,
  OutboundRefused,
  outboundFetch,
} from '#platform/http/outbound.ts';
import { isRounded } from '#platform/json-schema.ts';
import { decoded, mapTexts, storable } from '#platform/text.ts';
import type { CustomTool } from '../tables.ts';
import { secretsOf } from './custom-tool.ts';

interface ToolRequest {
  method: CustomTool['method'];
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

interface ToolResponse {
  status: number;
  body: string;
  truncated: boolean;
  durationMs: number;
}

const ANSWER_BYTES_MAX = 64_000;

/** The request of a call, with the secrets in it. Null: an argument cannot be part of the path. */
export function requestOf(
  tool: CustomTool,
  args: Record<string, unknown>,
  secrets: Record<string, string>,
  toolCallId: string,
): ToolRequest | null {
  const inPath = new Set<string>();
  let isRefused = false;
  const address = tool.url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    inPath.add(name);
    const value = String(args[name] ?? '');
    // A part that is empty or only dots would lead to another path.
    if (/^\.*$/.test(value)) isRefused = true;
    return encodeURIComponent(value);
  });
  if (isRefused) return null;
  const url = new URL(address);
  const others = Object.entries(args).filter(([name]) => !inPath.has(name));
  const takesBody = tool.method !== 'GET' && tool.method !== 'DELETE';
  if (!takesBody) for (const [name, value] of others) url.searchParams.append(name, asText(value));
  const headers = Object.entries(tool.headers).map(([name, value]) => [
    name.toLowerCase(),
    value.replace(/\{\{(.*?)\}\}/g, (_, secret: string) => secrets[secret] ?? ''),
  ]);
  return {
    method: tool.method,
    url: url.href,
    headers: {
      'user-agent': 'Colmado-Tools/1',
      accept: 'application/json, text/plain;q=0.9',
      'accept-encoding': 'identity',
      ...(takesBody && { 'content-type': 'application/json' }),
      ...Object.fromEntries(headers),
      'idempotency-key': toolCallId,
    },
    body: takesBody ? JSON.stringify(Object.fromEntries(others)) : null,
  };
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

export const maskedRequest = (request: ToolRequest, secrets: Record<string, string>): ToolRequest => ({
  ...request,
  url: masked(request.url, secrets),
  headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, masked(value, secrets)])),
  body: request.body === null ? null : masked(request.body, secrets),
});

interface Sent {
  response: ToolResponse | null;
  /** The value of a body that is JSON, else the body. */
  result: unknown;
  error: string | null;
}

/** Sends a request through the guard. The failure of the address is a result. */
export async function sendToolRequest(
  steps: TenantSteps,
  tool: CustomTool,
  { body, ...request }: ToolRequest,
  signal?: AbortSignal,
): Promise<Sent> {
  const startedAt = performance.now();
  try {
    const answer = await outboundFetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(body !== null && { body }),
      timeoutMs: tool.timeoutMs,
      answerBytesMax: ANSWER_BYTES_MAX,
      allowPrivate: steps.config.WEBHOOK_ALLOW_PRIVATE,
      ...(signal && { signal }),
    });
    const { status, truncated } = answer;
    const { body: text, result } = readAnswer(answer, secretsOf(steps, tool));
    const durationMs = Math.round(performance.now() - startedAt);
    return { response: { status, body: text, truncated, durationMs }, result, error: problemOf(answer) };
  } catch (error) {
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error;
    return { response: null, result: null, error: error.message };
  }
}

function problemOf({ status, headers }: OutboundAnswer): string | null {
  if (status < 200 || status >= 300) return `The address answered ${status}.`;
  return isCompressed(headers) ? 'The answer is compressed, which was not asked for: it cannot be read.' : null;
}

/** Deeper JSON stays text: neither the database nor a model can use it. */
const DEPTH_MAX = 50;

/** The body of an answer and its value, without secrets and without characters that the database cannot store. */
export function readAnswer(
  { headers, body, truncated }: OutboundAnswer,
  secrets: Secrets,
): { body: string; result: unknown } {
  if (isCompressed(headers)) return { body: '', result: null };
  const text = masked(storable(decoded(body, truncated)), secrets);
  const value = readJson(text);
  if (value === undefined) return { body: text, result: text };
  const result = mapTexts(value, (part) => masked(storable(part), secrets));
  // A secret that was written with escapes is seen only in the value.
  const isClean = JSON.stringify(result) === JSON.stringify(value);
  return { body: isClean ? text : JSON.stringify(result), result };
}

/** The value of JSON. Undefined: it is not JSON, or it is nested too deep. A number that would be rounded stays text. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, (_name, part: unknown, context?: { source: string }) =>
      isRounded(part) ? context!.source : part,
    );
    return isDeeper(value, DEPTH_MAX) ? undefined : value;
  } catch {
    return undefined;
  }
}

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)));

type Secrets = Record<string, string>;

const MASK = '•••';

/** The forms in which an address may repeat a secret: as it is, in JSON (also as PHP writes it), in a URL, and in Base64. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    url,
    url.replaceAll('%20', '+'),
    Buffer.from(secret).toString('base64'),
  ];
}

/** Replaces every secret in a text: an address may echo what it was sent. Long ones first, because one may contain another. */
const masked = (text: string, secrets: Secrets): string =>
  Object.values(secrets)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, form) => left.replaceAll(form, MASK), text);

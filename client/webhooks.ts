import type { EventPayloads } from './schema.ts';

/** An event as it is delivered, by its type. */
export type WebhookEvent = {
  [Type in keyof EventPayloads]: {
    /** The event's id, the same on every attempt: remember it to do the work once. */
    id: string;
    type: Type;
    timestamp: string;
    data: EventPayloads[Type];
    /** Only on deliveries that a person asked for as a test. */
    test?: true;
  };
}[keyof EventPayloads];

export interface VerifyOptions {
  /** The webhook's secret (`whsec_…`), or several while you change it on your side. */
  secret: string | string[];
  /** The headers as they arrived: `request.headers` of fetch handlers and of Node. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body as it arrived. A body that was parsed and written again has another signature. */
  body: string | Uint8Array;
  /** How far the timestamp may be from now, in either direction. */
  toleranceSeconds?: number;
}

/** The delivery is not from the service, was changed on the way, or is a recording of an old one. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const TOLERANCE_SECONDS = 300;
/** The service sends one signature, and two while a secret is rotated. More are not worth computing. */
const SIGNATURES_MAX = 10;

/** The event of a delivery, or a `WebhookVerificationError`. Follows the Standard Webhooks specification. */
export async function verify({
  secret,
  headers,
  body,
  toleranceSeconds = TOLERANCE_SECONDS,
}: VerifyOptions): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));
  const ageSeconds = Date.now() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookVerificationError('The timestamp is too far from now.');
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  const content = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  for (const each of [secret].flat()) {
    const key = await importSecret(each);
    // `subtle.verify` compares in constant time.
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return parse(bytes);
  }
  throw new WebhookVerificationError('No signature matches the body.');
}

const parse = (body: string | Uint8Array): WebhookEvent =>
  JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));

function headerOf(headers: VerifyOptions['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : (headers[name] ?? valueIgnoringCase(headers, name));
  if (typeof value !== 'string') throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

const valueIgnoringCase = (headers: Record<string, unknown>, name: string): unknown =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

const signaturesIn = (header: string): Uint8Array<ArrayBuffer>[] =>
  header
    .split(' ', SIGNATURES_MAX)
    .flatMap((signature) => (signature.startsWith('v1,') ? (fromBase64(signature.slice(3)) ?? []) : []));

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new WebhookVerificationError('The secret is not a webhook secret.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

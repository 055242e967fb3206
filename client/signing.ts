import { randomToken } from './random.ts';

export interface ApiKey {
  apiKeyId: string;
  secret: string;
  organizationId: string;
}

export interface SignedParts {
  /** Unix time in seconds. */
  timestamp: string;
  /** 22 to 88 characters of base64url, new for each request. */
  nonce: string;
  keyId: string;
  organizationId: string;
  method: string;
  /** Path and query exactly as on the request line. */
  target: string;
  body: Uint8Array | string;
  /** The headers `Idempotency-Key` and `Dry-Run` exactly as they are sent; leave out those that are not. */
  idempotencyKey?: string | undefined;
  dryRun?: string | undefined;
}

const SCHEME = 'CM2-HMAC-SHA256';
const utf8 = new TextEncoder();
/** Operations that take files. Their signature is checked before the body arrives, so it covers this word instead. */
export const UPLOADS = ['/v1/files', '/v1/files/base64'];
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** The headers that authenticate one request with an API key. A retry needs new ones: a nonce is accepted once. */
export async function signedHeaders(
  key: ApiKey,
  request: { method: string; url: URL; headers: Headers; body: string },
): Promise<Record<string, string>> {
  const authorization = await signatureHeader(key.secret, {
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomToken(),
    keyId: key.apiKeyId,
    organizationId: key.organizationId,
    method: request.method,
    target: request.url.pathname + request.url.search,
    body: request.body,
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    dryRun: request.headers.get('dry-run') ?? undefined,
  });
  return { authorization, 'x-service-apikey': key.apiKeyId, 'x-service-organization-id': key.organizationId };
}

/** The value of `Authorization` for a request, for programs that send it without this client. */
export async function signatureHeader(secret: string, parts: SignedParts): Promise<string> {
  const { timestamp, nonce, keyId, organizationId, method, target, body, idempotencyKey = '', dryRun = '' } = parts;
  const isUpload = method.toUpperCase() === 'POST' && UPLOADS.includes(target.split('?')[0]!);
  const signed = isUpload ? UNSIGNED : body;
  const bytes = typeof signed === 'string' ? utf8.encode(signed) : new Uint8Array(signed);
  const bodyHash = hex(await crypto.subtle.digest('SHA-256', bytes));
  const request = [keyId, organizationId, method.toUpperCase(), target, bodyHash, idempotencyKey, dryRun];
  const lines = [SCHEME, timestamp, nonce, ...request];
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const signature = hex(await crypto.subtle.sign('HMAC', key, utf8.encode(lines.join('\n'))));
  return `${SCHEME} ts=${timestamp}, nonce=${nonce}, sig=${signature}`;
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

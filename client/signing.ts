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
}

const SCHEME = 'CM1-HMAC-SHA256';
const utf8 = new TextEncoder();

/** The headers that authenticate one request with an API key. A retry needs new ones: a nonce is accepted once. */
export async function signedHeaders(
  key: ApiKey,
  request: { method: string; url: URL; body: string },
): Promise<Record<string, string>> {
  const authorization = await signatureHeader(key.secret, {
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomToken(),
    keyId: key.apiKeyId,
    organizationId: key.organizationId,
    method: request.method,
    target: request.url.pathname + request.url.search,
    body: request.body,
  });
  return { authorization, 'x-service-apikey': key.apiKeyId, 'x-service-organization-id': key.organizationId };
}

/** The value of `Authorization` for a request, for programs that send it without this client. */
export async function signatureHeader(secret: string, parts: SignedParts): Promise<string> {
  const { timestamp, nonce, keyId, organizationId, method, target, body } = parts;
  const bytes = typeof body === 'string' ? utf8.encode(body) : new Uint8Array(body);
  const bodyHash = hex(await crypto.subtle.digest('SHA-256', bytes));
  const lines = [SCHEME, timestamp, nonce, keyId, organizationId, method.toUpperCase(), target, bodyHash];
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const signature = hex(await crypto.subtle.sign('HMAC', key, utf8.encode(lines.join('\n'))));
  return `${SCHEME} ts=${timestamp}, nonce=${nonce}, sig=${signature}`;
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

import { createHash, createHmac, randomBytes } from 'node:crypto';
import createFetchClient, { type Client, type ClientOptions, type Middleware } from 'openapi-fetch';
import type { paths } from './schema.ts';

/** One of the three ways to say who is calling. */
export type ClientCredentials =
  | { token: string; organizationId?: string }
  | { apiKeyId: string; secret: string; organizationId: string }
  | { cookie: string; organizationId?: string };

export interface ColmadoClientOptions extends Pick<ClientOptions, 'fetch' | 'headers'> {
  baseUrl: string;
  credentials?: ClientCredentials;
}

export type ColmadoClient = Client<paths>;

/** A client whose paths, bodies and answers are those of the API: `api.GET('/v1/organization')`. */
export function createClient({ baseUrl, credentials, ...options }: ColmadoClientOptions): ColmadoClient {
  const client = createFetchClient<paths>({ baseUrl, ...options });
  if (credentials) client.use(authentication(credentials));
  return client;
}

function authentication(credentials: ClientCredentials): Middleware {
  return {
    onRequest: async ({ request }) => {
      if (credentials.organizationId) request.headers.set('x-service-organization-id', credentials.organizationId);
      if ('token' in credentials) request.headers.set('authorization', `Bearer ${credentials.token}`);
      else if ('cookie' in credentials) request.headers.set('cookie', credentials.cookie);
      else await signRequest(request, credentials);
      return request;
    },
  };
}

/** Adds the headers of a signed request: the bytes that travel are the bytes that are signed. */
async function signRequest(
  request: Request,
  key: { apiKeyId: string; secret: string; organizationId: string },
): Promise<void> {
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const url = new URL(request.url);
  const parts = {
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomBytes(18).toString('base64url'),
    keyId: key.apiKeyId,
    organizationId: key.organizationId,
    method: request.method,
    target: url.pathname + url.search,
    body,
  };
  request.headers.set('x-service-apikey', key.apiKeyId);
  request.headers.set('authorization', signatureHeader(key.secret, parts));
}

/** The value of `Authorization` for a request, for programs that do not use this client. */
export function signatureHeader(
  secret: string,
  parts: {
    timestamp: string;
    nonce: string;
    keyId: string;
    organizationId: string;
    method: string;
    target: string;
    body: Uint8Array | string;
  },
): string {
  const bodyHash = createHash('sha256').update(parts.body).digest('hex');
  const { timestamp, nonce, keyId, organizationId, target } = parts;
  const lines = [
    'CM1-HMAC-SHA256',
    timestamp,
    nonce,
    keyId,
    organizationId,
    parts.method.toUpperCase(),
    target,
    bodyHash,
  ];
  const signature = createHmac('sha256', secret).update(lines.join('\n')).digest('hex');
  return `CM1-HMAC-SHA256 ts=${timestamp}, nonce=${nonce}, sig=${signature}`;
}

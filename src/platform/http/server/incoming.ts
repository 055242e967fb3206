import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookieName } from '../../auth/session-cookie.ts';
import type { RequestFacts, Services } from '../../context.ts';
import type { Log } from '../../log.ts';
import { clientAddress, networkOf } from '../client-address.ts';
import { asksForDryRun, type IncomingRequest } from '../input.ts';
import type { Route } from '../route.ts';

const NO_BODY = Buffer.alloc(0);
/** Signed in place of an upload, whose bytes arrive after the caller is identified. TLS protects them. */
const UNSIGNED_BODY = Buffer.from('UNSIGNED-PAYLOAD');

export type PendingCookies = ((reply: FastifyReply) => void)[];

/** Reads what the rest of the platform knows of a request, without the web framework. */
export class IncomingRequests {
  readonly #cookie: string;
  readonly #origin: string;
  readonly #isSecure: boolean;
  readonly #allowedOrigins: readonly string[];

  constructor({ publicUrl, config }: Pick<Services, 'publicUrl' | 'config'>) {
    this.#cookie = sessionCookieName(publicUrl);
    this.#origin = new URL(publicUrl).origin;
    this.#isSecure = publicUrl.startsWith('https:');
    this.#allowedOrigins = config.CORS_ORIGINS ?? [];
  }

  /** Cookies that the handler sets are collected in `cookies`. */
  read(route: Route, request: FastifyRequest, cookies: PendingCookies = []): IncomingRequest {
    const header = (name: string): string | undefined => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const upload = request.body instanceof Readable ? request.body : null;
    const body = upload ? UNSIGNED_BODY : Buffer.isBuffer(request.body) ? request.body : NO_BODY;
    const facts = this.#facts(request, body, cookies);
    return {
      credentials: {
        method: request.method,
        target: request.raw.url ?? '',
        body,
        address: facts.address,
        authorization: header('authorization'),
        idempotencyKey: header('idempotency-key'),
        dryRun: header('dry-run'),
        apiKeyId: header('x-service-apikey'),
        organizationId: header('x-service-organization-id'),
        sessionCookie: request.cookies[this.#cookie],
        secFetchSite: header('sec-fetch-site'),
        origin: header('origin'),
        ownOrigins: [this.#origin, `${request.protocol}://${request.host}`],
        allowedOrigins: this.#allowedOrigins,
      },
      params: request.params as Record<string, unknown>,
      query: request.query as Record<string, unknown>,
      body,
      upload,
      contentType: header('content-type') ?? '',
      contentEncoding: header('content-encoding') ?? '',
      idempotencyKey: header('idempotency-key'),
      ifMatch: header('if-match'),
      dryRun: asksForDryRun(route, header('dry-run')),
      facts,
      log: request.log as Log,
    };
  }

  #facts(request: FastifyRequest, body: Buffer, cookies: PendingCookies): RequestFacts {
    const address = clientAddress(request.ip, request.socket.remoteAddress);
    const base = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure } as const;
    return {
      id: request.id,
      address,
      network: networkOf(address),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
      ifNoneMatch: String(request.headers['if-none-match'] ?? ''),
      headers: request.headers,
      body,
      cookies: request.cookies,
      setCookie: (name, value, { maxAgeSeconds } = {}) => {
        cookies.push((reply) =>
          reply.setCookie(name, value, { ...base, ...(maxAgeSeconds && { maxAge: maxAgeSeconds }) }),
        );
      },
      clearCookie: (name) => {
        cookies.push((reply) => reply.clearCookie(name, base));
      },
    };
  }
}

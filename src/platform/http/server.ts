import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Caller } from '../auth/actor.ts';
import type { RememberedCaller } from '../auth/recent-callers.ts';
import { FIRST_SCHEME_DEPRECATED_AT, SIGNATURE_SCHEMES } from '../auth/signature.ts';
import type { RequestFacts } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Wake } from '../db/wake.ts';
import type { Engine } from '../engine.ts';
import { newId } from '../id.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { errorPage, type RefusedForm } from '../pages/error-page.ts';
import { languageOf } from '../pages/language.ts';
import { type Page, renderPage } from '../pages/page.ts';
import { InternalError, Refusal, Unavailable } from '../refusal.ts';
import { asRefusal } from './as-refusal.ts';
import { compressAnswer } from './bytes/encoding.ts';
import { isHeld } from './bytes/if-none-match.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { corsFor } from './cors.ts';
import { TEXT, URL_FORM } from './form.ts';
import type { Answer } from './idempotency.ts';
import { bodyLimitOf, cutAfter, hasSmallBody } from './limits/body-limits.ts';
import { HeldBytes, SMALL_BODY_BYTES } from './limits/held-bytes.ts';
import { TransferPlaces } from './limits/places.ts';
import { MemoryLimiter, takeSharedToken, tooManyRequests } from './limits/rate-limit.ts';
import { Streams } from './live/streams.ts';
import { asksForDryRun, type IncomingRequest, type Performer } from './perform.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';
import { isWrite, RawAnswer, type Route, refusesByPage } from './route.ts';
import { unknownPath } from './unknown-path.ts';
import { refuseExpectation, refuseUnreadable } from './unreadable-request.ts';

const HEADERS_WITHIN_MS = 20_000;
const CHECKED_EVERY_MS = 1_000;
const NO_BODY = Buffer.alloc(0);
/** Signed in place of an upload, whose bytes arrive after the caller is identified. TLS protects them. */
const UNSIGNED_BODY = Buffer.from('UNSIGNED-PAYLOAD');
/** The accepted authentication schemes, sent with a 401. */
const CHALLENGE = 'Bearer realm="colmado", CM2-HMAC-SHA256 realm="colmado"';
const HSTS = 'max-age=31536000';
/** For answers that are no page, and for pages that declare nothing else. */
const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'";
const REQUEST_ID = /^[\w.:-]{1,128}$/;

export interface ServerOptions {
  routes: Route[];
  engine: Engine;
  database: Database;
  performer: Performer;
  wake: Wake;
  metrics: Metrics;
  log: Log;
  /** Aborted when the service begins to stop. */
  closing: AbortSignal;
  /** Called with every refusal of a route: the tests compare it with what the route declares. */
  onRefusal?: ((route: Route, refused: Refusal) => void) | undefined;
  /** Called with every JSON answer of a route: the tests record examples for the reference. */
  onAnswer?: ((route: Route, body: unknown) => void) | undefined;
}

/** A page or a probe next to the API: served as it is, outside the contract. */
export type Extension = (server: FastifyInstance) => void | Promise<void>;
export type { FastifyReply as ExtensionReply, FastifyRequest as ExtensionRequest };

/** The only file that knows the web framework. */
export async function createServer(options: ServerOptions, extensions: Extension[]): Promise<FastifyInstance> {
  const { config } = options.engine.services;
  const anyCase = options.routes.filter((route) => route.anyCase).map(({ path }) => path);
  const server: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trusted(config.TRUST_PROXY),
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId();
    },
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: ({ url = '' }) => asDeclared(anyCase, url),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, options.log),
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // An upload arrives as a whole within this time; other bodies have a tenth of it. An answer that nobody reads is cut.
    requestTimeout: config.REQUEST_TIMEOUT_SECONDS * 10 * 1000,
    connectionTimeout: config.REQUEST_TIMEOUT_SECONDS * 2 * 1000,
    http: {
      headersTimeout: Math.min(HEADERS_WITHIN_MS, config.REQUEST_TIMEOUT_SECONDS * 1000),
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
  });
  server.server.on('checkExpectation', refuseExpectation);
  await server.register(fastifyCookie);
  if (config.CORS_ORIGINS) await server.register(fastifyCors, corsFor(config.CORS_ORIGINS));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    ['application/json', 'multipart/form-data'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, options.log));
  const refuse = unknownPath(options.routes);
  server.setNotFoundHandler((request, reply) => sendError(refuse(request), request, reply, options.log));
  observe(server, options);
  for (const extension of extensions) await server.register(async (scope) => extension(scope));
  const handle = new RouteHandler(options);
  const declare = (scope: FastifyInstance, route: Route): void => {
    scope.route({
      method: route.method as 'GET',
      url: route.path,
      exposeHeadRoute: !isWrite(route),
      config: { hasPage: refusesByPage(route), form: route.form },
      bodyLimit: bodyLimitOf(route, config),
      ...(isWrite(route) &&
        !route.takesFiles && {
          preParsing: async (request, reply, body) => {
            cutAfter(request.raw, reply.raw, config.REQUEST_TIMEOUT_SECONDS * 1000);
            return hasSmallBody(request) ? body : handle.beforeBody(route, request, reply, body as Readable);
          },
        }),
      handler: (request, reply) =>
        handle.answer(route, request, reply).catch((error: unknown) => {
          if (error instanceof Refusal) options.onRefusal?.(route, error);
          throw error;
        }),
    });
  };
  const takesMore = ({ takesUrlForms, takesText }: Route): boolean => takesUrlForms || takesText;
  for (const route of options.routes.filter((each) => !each.takesFiles && !takesMore(each))) declare(server, route);
  await server.register(async (scope) => {
    scope.addContentTypeParser([URL_FORM, TEXT], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const route of options.routes.filter(takesMore)) declare(scope, route);
  });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The route reads the body itself, after the caller was identified.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const route of options.routes.filter(({ takesFiles }) => takesFiles)) declare(scope, route);
  });
  return server;
}

/** Proxies by their number, nearest first, or by their networks. */
const trusted = (proxies: number | string[]) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

/** A path that differs from one of these only in small and capital letters, as that is declared. */
function asDeclared(paths: string[], url: string): string {
  const [given = '', ...query] = url.split('?');
  const parts = given.split('/');
  const path = paths.find((each) => {
    const wanted = each.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, place) => part.startsWith(':') || part.toLowerCase() === parts[place]!.toLowerCase())
    );
  });
  const declared = path?.split('/').map((part, place) => (part.startsWith(':') ? parts[place] : part));
  return declared ? [declared.join('/'), ...query].join('?') : url;
}

/** Request ids, headers, timing and one log line for everything that is served. */
function observe(server: FastifyInstance, { metrics, log, engine, closing }: ServerOptions): void {
  const isSecure = engine.services.publicUrl.startsWith('https:');
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', NOTHING_ALLOWED);
    reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'no-referrer');
    if (isSecure) reply.header('strict-transport-security', HSTS);
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    // A client that keeps its connection opens another one elsewhere before this one is closed.
    if (closing.aborted) reply.header('connection', 'close');
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    // Old browsers know only this header, which can name no list of sites.
    if (/frame-ancestors (?!'none')/.test(String(reply.getHeader('content-security-policy'))))
      reply.removeHeader('x-frame-options');
    done();
  });
  server.addHook('onSend', compressAnswer);
  server.addHook('onResponse', (request, reply, done) => {
    // A keep-alive connection that becomes idle only now would delay the stop by its whole timeout.
    if (closing.aborted) request.raw.socket.end();
    const path = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(request.method, path, reply.statusCode, reply.elapsedTime / 1000);
    const line = {
      requestId: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    log[reply.statusCode >= 500 ? 'error' : 'debug'](line, 'request');
    done();
  });
}

/** A stream cannot be stored or undone, so a request with a key or a dry run is answered as JSON. */
const isStreamed = (route: Route, request: FastifyRequest): boolean =>
  route.stream !== undefined &&
  request.method !== 'HEAD' &&
  request.headers['idempotency-key'] === undefined &&
  request.headers['dry-run'] !== 'true' &&
  request.headers.accept?.includes('text/event-stream') === true;

class RouteHandler {
  readonly #options: ServerOptions;
  readonly #byAddress: MemoryLimiter;
  readonly #byOrganization: MemoryLimiter;
  readonly #held = new HeldBytes();
  readonly #unsent = new HeldBytes();
  readonly #streams: Streams;
  readonly #transfers = new TransferPlaces();
  readonly #cookie: string;
  readonly #origin: string;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#streams = new Streams(options);
    const { config, publicUrl } = options.engine.services;
    this.#byAddress = new MemoryLimiter(config.RATE_LIMIT_PER_MINUTE, 60);
    this.#byOrganization = new MemoryLimiter(config.RATE_LIMIT_PER_MINUTE * 5, 60);
    this.#cookie = sessionCookieName(publicUrl);
    this.#origin = new URL(publicUrl).origin;
  }

  /** Reads a large body only for somebody who may send it, and within the bounds of what is held in memory. */
  async beforeBody(route: Route, request: FastifyRequest, reply: FastifyReply, body: Readable): Promise<Readable> {
    const incoming = this.#incoming(route, request, []);
    this.#limit(this.#byAddress, incoming.facts.network, reply, !route.fromProvider);
    const owner = await this.#options.performer.admitBody(route, incoming).catch((error: unknown) => {
      if (error instanceof Refusal) this.#options.onRefusal?.(route, error);
      throw error;
    });
    const counted = this.#held.count(owner, body);
    whenClosed(reply, counted.release);
    return counted.body;
  }

  async answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { performer, database } = this.#options;
    const cookies: PendingCookies = [];
    const incoming = this.#incoming(route, request, cookies);
    this.#limit(this.#byAddress, incoming.facts.network, reply, !route.fromProvider);
    const streams = isStreamed(route, request);
    if (!route.attemptsPerHour && !streams) {
      const answer = await this.#performRemembered(route, incoming, reply);
      if (answer) return this.#payloadOf(route, reply, incoming, cookies, answer);
      cookies.length = 0;
    }
    const caller = await performer.identify(route, incoming);
    if (caller?.actor.kind === 'apiKey') this.#warnOfFirstScheme(incoming, reply);
    if (caller?.organization) this.#limit(this.#byOrganization, caller.organization.id, reply);
    if (route.attemptsPerHour) {
      const key = `${route.method} ${route.path} ${incoming.facts.network}`;
      await takeSharedToken(database, key, route.attemptsPerHour, 3600);
    }
    if (streams) return this.#stream(route, request, reply, caller);
    if (route.downloads || route.takesFiles) {
      const owner = caller?.organization?.id ?? incoming.facts.network;
      const direction = route.takesFiles ? 'upload' : 'download';
      whenClosed(reply, await this.#transfers.take(direction, owner, (then) => whenClosed(reply, then)));
    }
    const answer = await performer.perform(route, incoming, caller).catch((error: unknown) => {
      if (route.fromProvider) this.#byAddress.take(incoming.facts.network);
      throw error;
    });
    return this.#payloadOf(route, reply, incoming, cookies, answer);
  }

  /** The answer to a caller that was found lately, in one round trip less. Null: the transaction did not confirm the caller. */
  async #performRemembered(
    route: Route,
    incoming: IncomingRequest,
    reply: FastifyReply,
  ): Promise<Answer | RawAnswer | null> {
    const { performer } = this.#options;
    let remembered: RememberedCaller | null = null;
    try {
      remembered = performer.remember(route, incoming);
      if (!remembered) return null;
      const { caller, first } = remembered;
      if (caller.organization) this.#limit(this.#byOrganization, caller.organization.id, reply);
      return await performer.perform(route, incoming, caller, first);
    } catch (error) {
      // Until the caller is confirmed even a refusal does not count: look the caller up and begin again.
      if (!remembered?.isConfirmed()) return null;
      throw error;
    }
  }

  /** Counts a large answer until it is sent: readers that do not read must not fill the memory. Writes are done, so they are answered. */
  #payloadOf(...answered: Answered): unknown {
    const [route, reply, { facts }] = answered;
    const payload = this.#bytesOf(...answered);
    if (!isWrite(route) && Buffer.isBuffer(payload) && payload.length > SMALL_BODY_BYTES)
      whenClosed(reply, this.#unsent.hold(facts.network, payload.length));
    return payload;
  }

  /** Sets the status and the headers. Fastify sends what a handler returns; a returned reply would cost it a dozen listeners. */
  #bytesOf(...[route, reply, { dryRun }, cookies, answer]: Answered): unknown {
    if (!dryRun) for (const apply of cookies) apply(reply);
    if (route.page && !(answer instanceof RawAnswer) && wantsPage(reply.request)) {
      const language = languageOf(reply.request.headers['accept-language']);
      return pageBody(reply, route.page(answer.body as never, { language }));
    }
    if (answer instanceof RawAnswer) {
      reply.code(answer.status).headers(answer.headers);
      return answer.body ?? NO_BODY;
    }
    reply.code(answer.status);
    if (answer.replayed) reply.header('idempotent-replayed', 'true');
    if (answer.status === 204) return undefined;
    if (!dryRun) this.#options.onAnswer?.(route, answer.body);
    return jsonBody(route, reply, answer.body);
  }

  /** RFC 9745: the first version of the signature still works and leaves two headers unsigned. */
  #warnOfFirstScheme({ credentials }: IncomingRequest, reply: FastifyReply): void {
    if (!credentials.authorization?.startsWith(SIGNATURE_SCHEMES[0])) return;
    reply.header('deprecation', FIRST_SCHEME_DEPRECATED_AT);
    reply.header('link', `<${this.#origin}/docs/>; rel="deprecation"; type="text/html"`);
  }

  /** A provider calls from few addresses and much: its address counts only what is refused. */
  #limit(limiter: MemoryLimiter, key: string, reply: FastifyReply, counts = true): void {
    const state = counts ? limiter.take(key) : limiter.peek(key);
    reply.headers(limiter.headers(state));
    if (!state.allowed) throw tooManyRequests(state.retryAfterSeconds);
  }

  #incoming(route: Route, request: FastifyRequest, cookies: PendingCookies): IncomingRequest {
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
        allowedOrigins: this.#options.engine.services.config.CORS_ORIGINS ?? [],
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
    const { publicUrl } = this.#options.engine.services;
    const secure = publicUrl.startsWith('https:');
    const address = clientAddress(request.ip, request.socket.remoteAddress);
    const base = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
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

  async #stream(route: Route, request: FastifyRequest, reply: FastifyReply, caller: Caller | null): Promise<unknown> {
    const gone = new AbortController();
    // Not of the request: it closes as soon as its body has been read.
    whenClosed(reply, () => gone.abort());
    const lastEventId = request.headers['last-event-id'];
    const text = await this.#streams.open(route, this.#incoming(route, request, []), caller, {
      gone,
      lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
      onEnd: (release) => whenClosed(reply, release),
    });
    reply.header('content-type', 'text/event-stream');
    return Readable.from(text);
  }
}

/** The connection may be closed already, because the client left early: then no event says so any more. */
function whenClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then();
  else raw.once('close', then);
}

/** A changeable object has a version: sent back in `If-Match`, or in the body, it refuses a change to any other. */
const versionOf = (body: unknown): number | undefined => {
  const { version } = (body ?? {}) as { version?: unknown };
  return typeof version === 'number' ? version : undefined;
};

/**
 * The ETag of a changeable object is its version. Any other answer to a GET has the hash of its content, so that a caller who
 * sends it back as `If-None-Match` gets 304 while nothing has changed.
 */
function jsonBody(route: Route, reply: FastifyReply, body: unknown): Buffer | undefined {
  const json = Buffer.from(JSON.stringify(body));
  const version = versionOf(body);
  if (version !== undefined) reply.header('etag', `"${version}"`);
  else if (!isWrite(route)) {
    const etag = `W/"${hash('sha1', json, 'base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (isHeld(reply.request.headers['if-none-match'] ?? '', etag)) return void reply.code(304);
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  return json;
}

/** Browsers name HTML first when a person opens an address; programs do not. */
const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.startsWith('text/html') ?? false;

function pageBody(reply: FastifyReply, page: Page): Buffer {
  const { status, headers, body } = renderPage(page);
  reply.code(status).headers(headers);
  return body;
}

type Answered = [
  route: Route,
  reply: FastifyReply,
  incoming: IncomingRequest,
  cookies: PendingCookies,
  answer: Answer | RawAnswer,
];
type PendingCookies = ((reply: FastifyReply) => void)[];

/** `__Host-` needs https; on a plain-http loopback the cookie has another name instead of a weaker promise. */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-session' : 'session';

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const answer = asRefusal(error);
  // A provider that fails is a 5xx as well, and no bug of ours.
  if (answer.kind === InternalError)
    log.error({ err: error, requestId: request.id, method: request.method, url: request.url }, 'bug');
  if (answer.kind === Unavailable) log.warn({ err: error, requestId: request.id }, 'the database is unreachable');
  const { hasPage, form } = (request.routeOptions?.config ?? {}) as { hasPage?: boolean; form?: RefusedForm };
  if ((hasPage || request.is404) && wantsPage(request)) {
    const language = languageOf(request.headers['accept-language']);
    const { id, method, params } = request;
    reply.headers(answer.headers ?? {});
    return reply.send(pageBody(reply, errorPage(language, answer, { id, method, params, form })));
  }
  return reply
    .code(answer.kind.status)
    .headers({ ...(answer.kind.status === 401 && { 'www-authenticate': CHALLENGE }), ...answer.headers })
    .header('content-type', PROBLEM_TYPE)
    .send(problemOf(answer, request.id));
}

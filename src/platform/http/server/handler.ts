import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/actor.ts';
import type { RememberedCaller } from '../../auth/recent-callers.ts';
import { FIRST_SCHEME_DEPRECATED_AT, SIGNATURE_SCHEMES } from '../../auth/signature.ts';
import { Refusal } from '../../refusal.ts';
import type { Answer } from '../idempotency.ts';
import type { IncomingRequest } from '../input.ts';
import { HeldBytes, SMALL_BODY_BYTES } from '../limits/held-bytes.ts';
import { TransferPlaces } from '../limits/places.ts';
import { MemoryLimiter, takeSharedToken, tooManyRequests } from '../limits/rate-limit.ts';
import { Streams } from '../live/streams.ts';
import { isWrite, type RawAnswer, type Route } from '../route.ts';
import { IncomingRequests, type PendingCookies } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import { type Answered, payloadOf } from './payload.ts';

/** A stream cannot be stored or undone, so a request with a key or a dry run is answered as JSON. */
const isStreamed = (route: Route, request: FastifyRequest): boolean =>
  route.stream !== undefined &&
  request.method !== 'HEAD' &&
  request.headers['idempotency-key'] === undefined &&
  request.headers['dry-run'] !== 'true' &&
  request.headers.accept?.includes('text/event-stream') === true;

export class RouteHandler {
  readonly #options: ServerOptions;
  readonly #byAddress: MemoryLimiter;
  readonly #byOrganization: MemoryLimiter;
  readonly #held = new HeldBytes();
  readonly #unsent = new HeldBytes();
  readonly #streams: Streams;
  readonly #transfers = new TransferPlaces();
  readonly #requests: IncomingRequests;
  readonly #origin: string;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#streams = new Streams(options);
    const { config, publicUrl } = options.engine.services;
    this.#byAddress = new MemoryLimiter(config.RATE_LIMIT_PER_MINUTE, 60);
    this.#byOrganization = new MemoryLimiter(config.RATE_LIMIT_PER_MINUTE * 5, 60);
    this.#requests = new IncomingRequests(options.engine.services);
    this.#origin = new URL(publicUrl).origin;
  }

  /** Reads a large body only for somebody who may send it, and within the bounds of what is held in memory. */
  async beforeBody(route: Route, request: FastifyRequest, reply: FastifyReply, body: Readable): Promise<Readable> {
    const incoming = this.#requests.read(route, request);
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
    const incoming = this.#requests.read(route, request, cookies);
    this.#limit(this.#byAddress, incoming.facts.network, reply, !route.fromProvider);
    const streams = isStreamed(route, request);
    if (!route.attemptsPerHour && !streams) {
      const answer = await this.#performRemembered(route, incoming, reply);
      if (answer) return this.#send(route, reply, incoming, cookies, answer);
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
    return this.#send(route, reply, incoming, cookies, answer);
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
  #send(...answered: Answered): unknown {
    const [route, reply, { facts }] = answered;
    const payload = payloadOf(answered, this.#options.onAnswer);
    if (!isWrite(route) && Buffer.isBuffer(payload) && payload.length > SMALL_BODY_BYTES)
      whenClosed(reply, this.#unsent.hold(facts.network, payload.length));
    return payload;
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

  async #stream(route: Route, request: FastifyRequest, reply: FastifyReply, caller: Caller | null): Promise<unknown> {
    const gone = new AbortController();
    // Not of the request: it closes as soon as its body has been read.
    whenClosed(reply, () => gone.abort());
    const lastEventId = request.headers['last-event-id'];
    const text = await this.#streams.open(route, this.#requests.read(route, request), caller, {
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

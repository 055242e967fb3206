import type { Caller } from '../../auth/actor.ts';
import type { Wake } from '../../db/wake.ts';
import type { Engine } from '../../engine.ts';
import type { Log } from '../../log.ts';
import { type IncomingRequest, parseInput } from '../input.ts';
import { Places } from '../limits/places.ts';
import { tooManyRequests } from '../limits/rate-limit.ts';
import type { Performer } from '../perform.ts';
import type { Route } from '../route.ts';
import { LiveReads } from './live-reads.ts';
import { encodeStream, type PublicStreamContext, type StreamContext } from './stream.ts';

/** Live streams at once, in this process. */
const STREAMS_MAX = { ofCaller: 20, ofOrganization: 200, ofVisitor: 6, ofAllVisitors: 4000 };
const RETRY_SECONDS = 10;
/** A caller who lost access gets nothing more after this time. */
const ACCESS_CHECKED_EVERY_MS = 3_000;

interface Connection {
  /** Aborted when the reader is gone or the service stops. */
  gone: AbortController;
  lastEventId: string | undefined;
  /** Called with what is to be done when the connection has ended. */
  onEnd(release: () => void): void;
}

/** Opens live streams, within the bounds of a caller and an organization. */
export class Streams {
  readonly #places = new Places();
  readonly #live: LiveReads;
  readonly #performer: Performer;
  readonly #wake: Wake;

  constructor({ engine, wake, performer, log }: { engine: Engine; wake: Wake; performer: Performer; log: Log }) {
    this.#performer = performer;
    this.#wake = wake;
    this.#live = new LiveReads({
      wake,
      log,
      within: async (organizationId, work) => {
        const { result } = await engine.run({ readOnly: true, log }, async (ctx) =>
          work(await ctx.enter(organizationId)),
        );
        return result;
      },
    });
  }

  async open(
    route: Route,
    request: IncomingRequest,
    caller: Caller | null,
    connection: Connection,
  ): Promise<AsyncIterable<string>> {
    const { gone, lastEventId } = connection;
    this.#wake.onClose(() => gone.abort(), gone.signal);
    const input = { ...(await parseInput(route, request)), lastEventId };
    const ctx =
      caller && route.access !== 'public'
        ? this.#context(route, request, caller, connection)
        : this.#publicContext(request, connection);
    return encodeStream(await route.stream!(ctx as never, input as never));
  }

  #context(route: Route, request: IncomingRequest, caller: Caller, { gone, onEnd }: Connection): StreamContext {
    const steps = this.#performer.checkedSteps(route, request, caller);
    this.#take(onEnd, [
      { key: callerKeyOf(caller), limit: STREAMS_MAX.ofCaller },
      { key: caller.organization!.id, limit: STREAMS_MAX.ofOrganization },
    ]);
    let checkedAt = performance.now();
    const checkAccess = async (): Promise<void> => {
      if (performance.now() - checkedAt < ACCESS_CHECKED_EVERY_MS) return;
      await steps.transaction(async () => {});
      checkedAt = performance.now();
    };
    return { ...steps, signal: gone.signal, live: this.#live, checkAccess };
  }

  #publicContext(request: IncomingRequest, { gone, onEnd }: Connection): PublicStreamContext {
    return {
      ...this.#performer.visitorSteps(request),
      signal: gone.signal,
      live: this.#live,
      takePlace: (organizationId, visitor) =>
        this.#take(onEnd, [
          { key: `visitor ${organizationId} ${visitor}`, limit: STREAMS_MAX.ofVisitor },
          { key: `visitors ${organizationId}`, limit: STREAMS_MAX.ofAllVisitors },
        ]),
    };
  }

  #take(onEnd: Connection['onEnd'], wanted: { key: string; limit: number }[]): void {
    const release = this.#places.take(wanted);
    if (!release) throw tooManyRequests(RETRY_SECONDS, 'Too many live streams are open: close one. ');
    onEnd(release);
  }
}

const callerKeyOf = ({ actor }: Caller): string => (actor.kind === 'apiKey' ? actor.keyId : actor.userId);

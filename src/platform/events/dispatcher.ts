import { setTimeout } from 'node:timers/promises';
import { system } from '../auth/actor.ts';
import { failureAfter } from '../backoff.ts';
import type { TenantContext } from '../context.ts';
import { realNow } from '../date.ts';
import { DatabaseUnreachable } from '../db/database.ts';
import type { Wake } from '../db/wake.ts';
import type { Engine } from '../engine.ts';
import type { Log } from '../log.ts';
import {
  type Cursor,
  type CursorKey,
  clearBehind,
  failCursor,
  insertCursors,
  lockCursor,
  lockLaggards,
  markBehind,
  moveCursor,
  moveCursors,
  selectBehind,
  selectLaggards,
  selectRetries,
} from './cursors.sql.ts';
import { selectEventsAfter } from './events.sql.ts';
import { followedBy, type Subscriber } from './subscriber.ts';

const SWEEP_MS = 2_000;
const PAGE = 500;
/** Under load a pass waits this long for the next, so that it handles the events of many requests together. */
const PAUSE_MS = 200;
/** Enough transactions at once that organizations do not wait for each other, few enough for the pool. */
const PARALLEL = 4;
/** How many events of an organization its subscribers handle in one transaction. */
const EVENTS_TOGETHER = 100;
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Gives committed events to the subscribers, in order. The work of a subscriber and its place in the stream commit together, so
 * each event takes effect once; the lock on its cursor keeps two workers from handling the same events.
 */
export class Dispatcher {
  readonly #engine: Engine;
  readonly #wake: Wake;
  readonly #log: Log;
  readonly #subscribers: Map<string, Subscriber>;
  readonly #names: string[];
  readonly #hinted = new Set<string>();
  #stopping = false;
  #running: Promise<void> | undefined;
  #pause = new AbortController();
  /** The next pass: the organizations that were hinted meanwhile, or a sweep. */
  #next: 'hinted' | 'sweep' | undefined;
  #timer: NodeJS.Timeout | undefined;
  #offEvents: (() => void) | undefined;

  constructor(options: { engine: Engine; wake: Wake; log: Log }) {
    this.#engine = options.engine;
    this.#wake = options.wake;
    this.#log = options.log;
    const subscribers = options.engine.modules.flatMap((module) => module.subscribers ?? []);
    this.#subscribers = new Map(subscribers.map((subscriber) => [subscriber.name, subscriber]));
    this.#names = [...this.#subscribers.keys()];
  }

  async start(): Promise<void> {
    await this.#engine.run({}, async ({ tx }) => {
      await insertCursors(tx, this.#names);
      await markBehind(tx, this.#names);
    });
    this.#offEvents = this.#wake.onEvents((organizationId) => {
      this.#hinted.add(organizationId);
      this.#pulse('hinted');
    });
    // Hints are quick and may be lost; the sweep finds what they missed.
    this.#timer = setInterval(() => this.#pulse('sweep'), SWEEP_MS);
    this.#pulse('sweep');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#offEvents?.();
    clearInterval(this.#timer);
    this.#pause.abort();
    await this.#running;
  }

  #pulse(pass: 'hinted' | 'sweep'): void {
    if (this.#stopping) return;
    if (this.#running) {
      if (this.#next !== 'sweep') this.#next = pass;
      return;
    }
    this.#running = (pass === 'sweep' ? this.#sweep() : this.#dispatchHinted())
      .catch((error: unknown) => this.#log.warn({ err: error }, 'events wait'))
      .then(() => setTimeout(PAUSE_MS, undefined, { signal: this.#pause.signal }).catch(() => {}))
      .finally(() => {
        this.#running = undefined;
        const next = this.#next;
        this.#next = undefined;
        if (next) this.#pulse(next);
      });
  }

  async #dispatchHinted(): Promise<void> {
    const organizationIds = [...this.#hinted];
    this.#hinted.clear();
    await this.#dispatch(organizationIds);
  }

  /** Finds what hints missed and whose retry is due. With nothing to do it reads two empty indexes. */
  async #sweep(): Promise<void> {
    for (let after = NIL, more = true; more && !this.#stopping; ) {
      const organizationIds = await this.#read((ctx) => selectBehind(ctx.tx, after, PAGE));
      if (organizationIds.length > 0) {
        await this.#dispatch(organizationIds);
        await this.#engine.run({}, ({ tx }) => clearBehind(tx, organizationIds, this.#names));
      }
      after = organizationIds.at(-1) ?? NIL;
      more = organizationIds.length === PAGE;
    }
    const retries = await this.#read((ctx) => selectRetries(ctx.tx, realNow(), this.#names, PAGE));
    await this.#inLanes(retries, (cursor) => this.#catchUp(cursor));
  }

  async #dispatch(organizationIds: string[]): Promise<void> {
    const laggards = await this.#read((ctx) => selectLaggards(ctx.tx, organizationIds, this.#names));
    const byOrganization = Map.groupBy(laggards, ({ organizationId }) => organizationId);
    await this.#inLanes([...byOrganization], ([id, cursors]) => this.#catchUpTogether(id, cursors));
  }

  async #read<T>(query: (ctx: { tx: TenantContext['tx'] }) => Promise<T>): Promise<T> {
    return (await this.#engine.run({ readOnly: true }, query)).result;
  }

  async #inLanes<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
    const waiting = items.values();
    const lanes = Array.from({ length: PARALLEL }, async () => {
      for (const item of waiting) if (!this.#stopping) await work(item);
    });
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
  }

  /**
   * All subscribers of an organization handle the same events in one transaction, because most transactions would do little. If
   * one fails, nothing has happened, and each catches up by itself; so does one that has more to do than it takes at once.
   */
  async #catchUpTogether(organizationId: string, cursors: CursorKey[]): Promise<void> {
    const together = new Set(this.#names);
    try {
      for (let more = true; more && !this.#stopping; )
        more = await this.#engine.within(organizationId, (ctx) => this.#handleTogether(ctx, together));
    } catch (error) {
      if (error instanceof DatabaseUnreachable) throw error;
      together.clear();
    }
    for (const cursor of cursors) if (!together.has(cursor.subscriber)) await this.#catchUp(cursor);
  }

  /** Answers whether there may be more events. Removes from `together` who has too many of them. */
  async #handleTogether(ctx: TenantContext, together: Set<string>): Promise<boolean> {
    const { tx, organizationId } = ctx;
    const places = await lockLaggards(tx, organizationId, [...together]);
    if (places.length === 0) return false;
    const events = await selectEventsAfter(tx, organizationId, places[0]!.seq, EVENTS_TOGETHER);
    const end = events.at(-1)!.seq;
    for (const { subscriber: name, seq } of places) {
      const subscriber = this.#subscribers.get(name)!;
      const own = followedBy(subscriber, events).filter((event) => event.seq > seq);
      if (own.length > subscriber.eventsAtOnce) together.delete(name);
      else if (own.length > 0) await subscriber.handle({ ...ctx, actor: system }, own);
    }
    const moved = places.filter(({ subscriber, seq }) => seq < end && together.has(subscriber));
    moveCursors(
      tx,
      organizationId,
      moved.map(({ subscriber }) => subscriber),
      end,
    );
    return events.length === EVENTS_TOGETHER;
  }

  /**
   * Handles events until the end of the stream. A batch that fails is halved until the event that fails is alone: everything
   * before it takes effect, and the subscriber waits there for its retry.
   */
  async #catchUp(cursor: CursorKey): Promise<void> {
    const subscriber = this.#subscribers.get(cursor.subscriber)!;
    const largest = subscriber.eventsAtOnce;
    for (let size = largest, more = true; more && !this.#stopping; ) {
      const batch = new Batch(cursor, subscriber, size);
      try {
        await this.#engine.within(cursor.organizationId, (ctx) => batch.handle(ctx));
        more = batch.isFull;
        size = Math.min(size * 2, largest);
      } catch (error) {
        if (error instanceof DatabaseUnreachable) throw error;
        if (batch.count <= 1) return this.#recordFailure(cursor, batch, error);
        size = Math.ceil(batch.count / 2);
      }
    }
  }

  async #recordFailure(cursor: CursorKey, { at, firstSeq }: Batch, error: unknown): Promise<void> {
    const failure = failureAfter(at?.attempts ?? 0, error);
    const facts = { ...cursor, seq: firstSeq, attempts: failure.attempts, dead: !failure.retryAt };
    this.#log.error({ err: error, ...facts }, 'subscriber failed');
    if (at) await this.#engine.run({}, ({ tx }) => failCursor(tx, cursor, at, { ...failure, failedSeq: firstSeq }));
  }
}

/** The next events of one subscriber, handled in one transaction. Remembers where it was, for when it fails. */
class Batch {
  readonly #key: CursorKey;
  readonly #subscriber: Subscriber;
  readonly #size: number;
  at: Cursor | undefined;
  count = 0;
  firstSeq: bigint | null = null;
  /** Whether there may be more events behind these. */
  isFull = false;

  constructor(key: CursorKey, subscriber: Subscriber, size: number) {
    this.#key = key;
    this.#subscriber = subscriber;
    this.#size = size;
  }

  async handle(ctx: TenantContext): Promise<void> {
    this.at = await lockCursor(ctx.tx, this.#key);
    this.count = 0;
    this.isFull = false;
    if (!this.at) return;
    // A retry tries the event that failed alone.
    const size = this.at.attempts > 0 ? 1 : this.#size;
    const events = await selectEventsAfter(ctx.tx, ctx.organizationId, this.at.seq, size);
    this.count = events.length;
    this.isFull = events.length === size;
    this.firstSeq = events[0]?.seq ?? null;
    if (events.length === 0 && this.at.attempts === 0) return;
    const own = followedBy(this.#subscriber, events);
    if (own.length > 0) await this.#subscriber.handle({ ...ctx, actor: system }, own);
    await moveCursor(ctx.tx, this.#key, this.at, events.at(-1)?.seq ?? this.at.seq);
  }
}

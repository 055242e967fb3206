import { system } from '../auth/actor.ts';
import type { TenantContext } from '../context.ts';
import type { Wake } from '../db/wake.ts';
import type { Engine } from '../engine.ts';
import type { Log } from '../log.ts';
import type { Subscriber } from '../module.ts';
import {
  insertCursors,
  type Laggard,
  lockCursor,
  moveCursor,
  selectEventsAfter,
  selectFollowedAfter,
  selectLaggards,
} from './events.sql.ts';

const BATCH = 500;
const SWEEP_MS = 2_000;
const LAGGARDS_PAGE = 500;
/** Transactions side by side: enough that a thousand organizations do not wait for each other, few enough for the pool. */
const PARALLEL = 4;

/**
 * Hands committed events to the subscribers, in order. A subscriber's work and its place in the stream commit together,
 * so each event takes effect once; two workers never hold the same place, because its row is locked.
 */
export class Dispatcher {
  readonly #engine: Engine;
  readonly #wake: Wake;
  readonly #log: Log;
  readonly #subscribers: Map<string, Subscriber>;
  readonly #hinted = new Set<string>();
  #stopping = false;
  #running: Promise<void> | undefined;
  /** What to do after the present pass: what came in meanwhile, or everyone. */
  #next: 'hinted' | 'everyone' | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #offEvents: (() => void) | undefined;

  constructor(options: { engine: Engine; wake: Wake; log: Log }) {
    this.#engine = options.engine;
    this.#wake = options.wake;
    this.#log = options.log;
    this.#subscribers = new Map(
      options.engine.modules
        .flatMap((module) => module.subscribers ?? [])
        .map((subscriber) => [subscriber.name, subscriber]),
    );
  }

  async start(): Promise<void> {
    await this.#engine.run({}, (ctx) => insertCursors(ctx.tx, [...this.#subscribers.keys()]));
    this.#offEvents = this.#wake.onEvents((organizationId) => {
      this.#hinted.add(organizationId);
      this.#pulse('hinted');
    });
    // The hints are quick; the sweep is what makes nothing ever be forgotten.
    this.#sweep = setInterval(() => this.#pulse('everyone'), SWEEP_MS);
    this.#pulse('everyone');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#offEvents?.();
    clearInterval(this.#sweep);
    await this.#running;
  }

  #pulse(whom: 'hinted' | 'everyone'): void {
    if (this.#stopping) return;
    if (this.#running) {
      if (this.#next !== 'everyone') this.#next = whom;
      return;
    }
    this.#running = this.#dispatch(whom)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'events wait'))
      .finally(() => {
        this.#running = undefined;
        const next = this.#next;
        this.#next = undefined;
        if (next) this.#pulse(next);
      });
  }

  /** One pass over who is behind, page by page: one that fails keeps its place and delays nobody. */
  async #dispatch(whom: 'hinted' | 'everyone'): Promise<void> {
    const organizationIds = whom === 'everyone' ? null : [...this.#hinted];
    this.#hinted.clear();
    for (let after: Laggard | null = null, more = true; more && !this.#stopping; ) {
      const { result: laggards }: { result: Laggard[] } = await this.#engine.run({ readOnly: true }, (ctx) =>
        selectLaggards(ctx.tx, organizationIds, after, LAGGARDS_PAGE),
      );
      const waiting = laggards.values();
      await Promise.all(Array.from({ length: PARALLEL }, () => this.#catchUpEach(waiting)));
      after = laggards.at(-1) ?? null;
      more = laggards.length === LAGGARDS_PAGE;
    }
  }

  async #catchUpEach(waiting: Iterable<Laggard>): Promise<void> {
    for (const { organizationId, subscriber } of waiting) {
      if (this.#stopping) return;
      await this.#catchUp(organizationId, subscriber).catch((error: unknown) =>
        this.#log.error({ err: error, organizationId, subscriber }, 'subscriber failed; it will be tried again'),
      );
    }
  }

  async #catchUp(organizationId: string, name: string): Promise<void> {
    const subscriber = this.#subscribers.get(name);
    if (!subscriber) return;
    const limit = subscriber.eventsAtOnce ?? BATCH;
    for (let more = true; more && !this.#stopping; ) {
      more = await this.#engine.within(organizationId, async (ctx) => {
        const seq = await lockCursor(ctx.tx, organizationId, name);
        if (seq === null) return false;
        const { events, readTo } = await read(ctx, subscriber, seq, limit);
        if (readTo === seq) return false;
        if (events.length > 0) await subscriber.handle({ ...ctx, actor: system }, events);
        await moveCursor(ctx.tx, organizationId, name, readTo);
        return events.length === limit;
      });
    }
  }
}

/** What comes next for a subscriber, and how far it is then. */
async function read({ tx, organizationId }: TenantContext, { follows }: Subscriber, seq: bigint, limit: number) {
  if (follows) return selectFollowedAfter(tx, organizationId, seq, follows, limit);
  const events = await selectEventsAfter(tx, organizationId, seq, limit);
  return { events, readTo: events.at(-1)?.seq ?? seq };
}

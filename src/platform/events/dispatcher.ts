import { system } from '../auth/actor.ts';
import type { Wake } from '../db/wake.ts';
import type { Engine } from '../engine.ts';
import type { Log } from '../log.ts';
import type { Subscriber } from '../module.ts';
import { insertCursors, lockCursor, moveCursor, selectEventsAfter, selectLaggards } from './events.sql.ts';

const BATCH = 500;
const SWEEP_MS = 2_000;
const LAGGARDS_MAX = 200;

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
  #again = false;
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
      this.#pulse(false);
    });
    // The hints are quick; the sweep is what makes nothing ever be forgotten.
    this.#sweep = setInterval(() => this.#pulse(true), SWEEP_MS);
    this.#pulse(true);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#offEvents?.();
    clearInterval(this.#sweep);
    await this.#running;
  }

  #pulse(everyone: boolean): void {
    if (this.#stopping) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#dispatch(everyone)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'events wait'))
      .finally(() => {
        this.#running = undefined;
        if (this.#again) {
          this.#again = false;
          this.#pulse(false);
        }
      });
  }

  async #dispatch(everyone: boolean): Promise<void> {
    const organizationIds = everyone ? null : [...this.#hinted];
    this.#hinted.clear();
    const { result: laggards } = await this.#engine.run({ readOnly: true }, (ctx) =>
      selectLaggards(ctx.tx, organizationIds, LAGGARDS_MAX),
    );
    for (const { organizationId, subscriber } of laggards) {
      if (this.#stopping) return;
      await this.#catchUp(organizationId, subscriber).catch((error: unknown) =>
        this.#log.error({ err: error, organizationId, subscriber }, 'subscriber failed; it will be tried again'),
      );
    }
    if (laggards.length === LAGGARDS_MAX) this.#again = true;
  }

  async #catchUp(organizationId: string, name: string): Promise<void> {
    const subscriber = this.#subscribers.get(name);
    if (!subscriber) return;
    for (let more = true; more && !this.#stopping; ) {
      more = await this.#engine.within(organizationId, async (ctx) => {
        const seq = await lockCursor(ctx.tx, organizationId, name);
        if (seq === null) return false;
        const events = await selectEventsAfter(ctx.tx, organizationId, seq, BATCH);
        if (events.length === 0) return false;
        await subscriber.handle({ ...ctx, actor: system }, events);
        await moveCursor(ctx.tx, organizationId, name, events.at(-1)!.seq);
        return events.length === BATCH;
      });
    }
  }
}

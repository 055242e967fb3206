import { failureAfter } from './backoff.ts';
import { type DueTick, failTick, lockDueTick, setSandbox, settleTick, updateClockOffset } from './clock.sql.ts';
import { realNow } from './date.ts';
import { DatabaseUnreachable } from './db/database.ts';
import type { Engine } from './engine.ts';
import type { Log } from './log.ts';
import type { TickHandler } from './module.ts';

const SWEEP_MS = 1_000;
/** Ticks that run at once, so that a slow one does not delay the rest. */
const PARALLEL = 4;

/** Runs the ticks that are due by the clocks of their organizations, each in a transaction of its own. */
export class Clock {
  readonly #engine: Engine;
  readonly #log: Log;
  readonly #handlers: Map<string, TickHandler>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;
  #stopping = false;

  constructor(engine: Engine, log: Log) {
    this.#engine = engine;
    this.#log = log;
    this.#handlers = new Map(
      engine.modules.flatMap((module) => module.ticks ?? []).map((handler) => [handler.tick.name, handler]),
    );
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.tickDue()
        .catch((error: unknown) => this.#log.error({ err: error }, 'clock'))
        .finally(() => {
          this.#running = undefined;
        });
    }, SWEEP_MS);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Runs every tick that is due now. */
  async tickDue(): Promise<void> {
    const lanes = Array.from({ length: PARALLEL }, async () => {
      while (!this.#stopping && (await this.#runNext()));
    });
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
  }

  /** Runs the next due tick. Its row lock keeps other processes from running the same one. */
  async #runNext(): Promise<boolean> {
    const found: { tick: DueTick | null } = { tick: null };
    try {
      await this.#engine.run({}, async (work) => {
        found.tick = await lockDueTick(work.tx, realNow(), [...this.#handlers.keys()]);
        if (!found.tick) return;
        const { run } = this.#handlers.get(found.tick.tick)!;
        await settleTick(work.tx, found.tick, await run(await work.enter(found.tick.organizationId)));
      });
    } catch (error) {
      if (!found.tick || error instanceof DatabaseUnreachable) throw error;
      await this.#recordFailure(found.tick, error);
    }
    return found.tick !== null;
  }

  async #recordFailure(taken: DueTick, error: unknown): Promise<void> {
    const failure = failureAfter(taken.attempts, error);
    const { organizationId, tick } = taken;
    this.#log.error(
      { err: error, organizationId, tick, attempts: failure.attempts, dead: !failure.retryAt },
      'tick failed',
    );
    await this.#engine.run({}, ({ tx }) => failTick(tx, taken, failure));
  }

  /** Sets the clock of a sandbox (null: to the real time) and runs what became due. Answers whether it is a sandbox. */
  async move(organizationId: string, to: Temporal.Instant | null): Promise<boolean> {
    const offsetMs = to ? BigInt(to.epochMilliseconds - realNow().epochMilliseconds) : 0n;
    const { result } = await this.#engine.run({}, (ctx) => updateClockOffset(ctx.tx, organizationId, offsetMs));
    if (result) await this.tickDue();
    return result;
  }

  /** Gives an organization a clock of its own, or takes it away. */
  async setSandbox(organizationId: string, sandbox: boolean): Promise<void> {
    await this.#engine.run({}, (ctx) => setSandbox(ctx.tx, organizationId, sandbox));
    if (!sandbox) await this.tickDue();
  }
}

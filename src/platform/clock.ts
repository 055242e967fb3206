import { realNow } from './date.ts';
import type { Engine } from './engine.ts';
import type { Log } from './log.ts';
import { lockDueOrganization, setClock, setSandbox, updateClockOffset } from './tenants.sql.ts';

const SWEEP_MS = 1_000;

/** Moves organizations forward to their present: what is due by their clock is done, in their own time. */
export class Clock {
  readonly #engine: Engine;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;
  #stopping = false;

  constructor(engine: Engine, log: Log) {
    this.#engine = engine;
    this.#log = log;
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

  /** Ticks every organization that has something due. The row lock keeps other processes from ticking the same one. */
  async tickDue(): Promise<void> {
    // One that fails stays due for the next sweep and must not stand in front of the others.
    const failed: string[] = [];
    for (let found = true; found && !this.#stopping; ) {
      let organizationId: string | null = null;
      try {
        found = await this.#tickNext(failed, (id) => {
          organizationId = id;
        });
      } catch (error) {
        if (!organizationId) throw error;
        this.#log.error({ err: error, organizationId }, 'tick failed; it will be tried again');
        failed.push(organizationId);
      }
    }
  }

  async #tickNext(except: string[], onTaken: (organizationId: string) => void): Promise<boolean> {
    const { result } = await this.#engine.run({}, async (work) => {
      const organizationId = await lockDueOrganization(work.tx, realNow(), except);
      if (!organizationId) return false;
      onTaken(organizationId);
      const ctx = await work.enter(organizationId);
      let next: Temporal.Instant | null = null;
      for (const module of this.#engine.modules) {
        const due = (await module.tick?.(ctx)) ?? null;
        if (due && (!next || Temporal.Instant.compare(due, next) < 0)) next = due;
      }
      await setClock(work.tx, organizationId, next);
      return true;
    });
    return result;
  }

  /** Sets the clock of a sandbox (null: to the real time) and does at once what became due. Answers whether it is one. */
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

import { ConfigurationError } from './config.ts';
import { followClock } from './date.ts';
import type { Database } from './db/database.ts';
import { selectClock } from './db/readiness.sql.ts';
import type { Log } from './log.ts';

const MEASURE_EVERY_MS = 10_000;
/** Beyond this the process does not start and is not ready: signatures, certificates and sessions would be judged wrongly. */
export const SKEW_MS_MAX = 60_000;

/** The time at the database, and by how much the clock of this machine differs from it. */
export interface Measured {
  now: number;
  /** By how much `now` may be wrong. */
  errorMs: number;
  skewMs: number;
}

/** The answer of the database is as old as half of its way. */
export async function measured(read: () => Promise<{ now: string }>): Promise<Measured> {
  const before = Date.now();
  const startedAt = performance.now();
  const { now } = await read();
  const halfWayMs = (performance.now() - startedAt) / 2;
  return {
    now: Date.parse(now) + halfWayMs,
    errorMs: halfWayMs,
    skewMs: Math.round(before + halfWayMs - Date.parse(now)),
  };
}

/**
 * Keeps the time of this process at that of the database, so that several processes agree about what is due, and a machine
 * whose clock is wrong issues no document early.
 */
export class DatabaseClock {
  readonly #database: Database;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Refuses to start a process whose clock is wrong. */
  async start(): Promise<void> {
    const { skewMs } = await this.measure();
    if (Math.abs(skewMs) > SKEW_MS_MAX) {
      const seconds = Math.round(skewMs / 1000);
      throw new ConfigurationError(
        `The clock of this machine differs from the clock of the database by ${seconds} s: synchronize both (NTP).`,
      );
    }
    this.#timer = setInterval(() => {
      this.measure().catch((error: unknown) => this.#log.debug({ err: error }, 'the clock was not measured'));
    }, MEASURE_EVERY_MS).unref();
  }

  async measure(): Promise<Measured> {
    const found = await measured(() => this.#database.lookUp(selectClock));
    followClock(found.now, found.errorMs);
    if (Math.abs(found.skewMs) > SKEW_MS_MAX)
      this.#log.error({ skewMs: found.skewMs }, 'the clock of this machine is wrong');
    return found;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

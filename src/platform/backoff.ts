import { realNow, toTimestamp } from './date.ts';

/** Ten attempts over about seven hours: 2 s, 8 s, 32 s, …, then every two hours. */
export const ATTEMPTS_MAX = 10;
const FIRST_DELAY_MS = 2_000;
const DELAY_FACTOR = 4;
const DELAY_MS_MAX = 2 * 3600_000;
const ERROR_LENGTH_MAX = 1_000;

export interface Failure {
  attempts: number;
  failedAt: string;
  /** Null after the last attempt: it is a dead letter then. */
  retryAt: string | null;
  deadAt: string | null;
  error: string;
}

/** The record of one more failure of background work that has failed `attempts` times in a row before. */
export function failureAfter(attempts: number, error: unknown): Failure {
  const now = realNow();
  const isLast = attempts + 1 >= ATTEMPTS_MAX;
  const delayMs = Math.min(FIRST_DELAY_MS * DELAY_FACTOR ** attempts, DELAY_MS_MAX);
  return {
    attempts: attempts + 1,
    failedAt: toTimestamp(now),
    retryAt: isLast ? null : toTimestamp(now.add({ milliseconds: delayMs })),
    deadAt: isLast ? toTimestamp(now) : null,
    error: String(error).slice(0, ERROR_LENGTH_MAX).replaceAll('\0', ''),
  };
}

export const noFailure = { attempts: 0, failedAt: null, retryAt: null, deadAt: null, error: null };

import type { Database } from '../../db/database.ts';
import { TooManyRequests } from '../../refusal.ts';
import { takeFromBucket } from './rate-limit.sql.ts';

const KEYS_MAX = 100_000;
/** The rounding error of many additions of fractions: the last token must not be lost to it. */
const ROUNDING_MS = 0.001;

interface BucketState {
  allowed: boolean;
  remaining: number;
  retryAfterSeconds: number;
}

/**
 * A token bucket per key, kept as one number: the time at which it is full again. Each request moves that time by the
 * cost of one token; a request that would move it further ahead than the bucket is large is refused.
 */
export class MemoryLimiter {
  readonly #fullAgainAt = new Map<string, number>();
  readonly limit: number;
  readonly windowSeconds: number;

  constructor(limit: number, windowSeconds: number) {
    this.limit = limit;
    this.windowSeconds = windowSeconds;
  }

  take(key: string, nowMs = performance.now()): BucketState {
    const costMs = (this.windowSeconds * 1000) / this.limit;
    const next = Math.max(this.#fullAgainAt.get(key) ?? 0, nowMs) + costMs;
    const spareMs = nowMs + this.windowSeconds * 1000 - next + ROUNDING_MS;
    if (spareMs < 0) return { allowed: false, remaining: 0, retryAfterSeconds: Math.ceil(-spareMs / 1000) };
    if (this.#fullAgainAt.size >= KEYS_MAX) this.#forgetFull(nowMs);
    this.#fullAgainAt.set(key, next);
    return { allowed: true, remaining: Math.floor(spareMs / costMs), retryAfterSeconds: 0 };
  }

  /** Takes no token: refuses if there is none left. */
  peek(key: string, nowMs = performance.now()): BucketState {
    const costMs = (this.windowSeconds * 1000) / this.limit;
    const spareMs = nowMs + this.windowSeconds * 1000 - Math.max(this.#fullAgainAt.get(key) ?? 0, nowMs) - costMs;
    if (spareMs + ROUNDING_MS < 0)
      return { allowed: false, remaining: 0, retryAfterSeconds: Math.ceil(-spareMs / 1000) };
    return { allowed: true, remaining: Math.floor(spareMs / costMs), retryAfterSeconds: 0 };
  }

  #forgetFull(nowMs: number): void {
    for (const [key, at] of this.#fullAgainAt) if (at <= nowMs) this.#fullAgainAt.delete(key);
    if (this.#fullAgainAt.size >= KEYS_MAX) this.#fullAgainAt.clear();
  }

  headers(state: BucketState): Record<string, string> {
    return {
      'ratelimit-policy': `"default";q=${this.limit};w=${this.windowSeconds}`,
      ratelimit: `"default";r=${state.remaining};t=${Math.max(1, state.retryAfterSeconds)}`,
    };
  }
}

/** The same bucket in the database, for what must be counted across processes: logins, PINs, public writes. */
export async function takeSharedToken(
  database: Database,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  const waitSeconds = await database.lookUp((tx) => takeFromBucket(tx, key, limit, windowSeconds));
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

export const tooManyRequests = (retryAfterSeconds: number, reason = '') =>
  TooManyRequests(`${reason}Try again in ${retryAfterSeconds} s.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });

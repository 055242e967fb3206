/** How far an exchange with a provider has come. */
export interface Progress {
  /** How often the provider was asked. */
  attempts: number;
  /** How many of the last attempts gave no answer. */
  failures: number;
  ageSeconds: number;
}

/** Seconds to wait before the next attempt; null: there is none. */
export type Schedule = (progress: Progress) => number | null;

const JITTER = 0.2;

/** One wait after each failure, then always `later`. Each is up to a fifth shorter or longer, so that retries spread out. */
export const waits =
  (
    seconds: number[],
    { later = null, most = Number.POSITIVE_INFINITY }: { later?: number | null; most?: number } = {},
  ) =>
  ({ failures }: Pick<Progress, 'failures'>): number | null => {
    const wait = failures >= most ? null : (seconds[Math.max(failures, 1) - 1] ?? later);
    return wait === null ? null : wait * (1 + JITTER * (2 * Math.random() - 1));
  };

/** Each wait is twice the one before. */
export const doubling = (firstSeconds: number, most: number): Schedule =>
  waits(
    Array.from({ length: most - 1 }, (_, place) => firstSeconds * 2 ** place),
    { most },
  );

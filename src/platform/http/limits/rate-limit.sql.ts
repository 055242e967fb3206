import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

/** Tokens to take from one bucket. */
export interface Taking {
  key: string;
  limit: number;
  windowSeconds: number;
  /** Default: one token. */
  count?: number;
}

/** Takes a token, or answers how many seconds to wait for one. */
export const takeFromBucket = (tx: Tx, key: string, limit: number, windowSeconds: number): Promise<number> =>
  takeFromBuckets(tx, [{ key, limit, windowSeconds }]).then((refused) => refused?.waitSeconds ?? 0);

/**
 * Takes from several buckets in one statement and returns the first that has too little. The others are then taken from all the
 * same: roll back, or count the attempt. The keys are locked in order, so that two callers never wait for each other.
 */
export async function takeFromBuckets(
  tx: Tx,
  takings: Taking[],
): Promise<{ key: string; waitSeconds: number } | undefined> {
  const costs = takings.map(({ limit, windowSeconds, count = 1 }) => (windowSeconds / limit) * count);
  const { rows } = await sql<{ key: string }>`
    INSERT INTO rate_limits AS bucket (key, full_until)
    SELECT t.key, now() + t.cost * interval '1 second'
    FROM unnest(${takings.map(({ key }) => key)}::text[], ${costs}::float8[],
                ${takings.map(({ windowSeconds }) => windowSeconds)}::float8[]) AS t (key, cost, span)
    WHERE t.cost <= t.span
    ORDER BY t.key
    ON CONFLICT (key) DO UPDATE
    SET full_until = greatest(bucket.full_until, now()) + (excluded.full_until - now())
    WHERE greatest(bucket.full_until, now()) + (excluded.full_until - now())
          <= now() + (SELECT span * interval '1 second'
                      FROM unnest(${takings.map(({ key }) => key)}::text[],
                                  ${takings.map(({ windowSeconds }) => windowSeconds)}::float8[]) AS s (key, span)
                      WHERE s.key = excluded.key)
    RETURNING key`.execute(tx);
  const taken = new Set(rows.map(({ key }) => key));
  const place = takings.findIndex(({ key }) => !taken.has(key));
  return place === -1 ? undefined : { key: takings[place]!.key, waitSeconds: Math.max(1, Math.ceil(costs[place]!)) };
}

export const deleteFullBuckets = (tx: Tx): Promise<unknown> =>
  sql`DELETE FROM rate_limits WHERE full_until < now()`.execute(tx);

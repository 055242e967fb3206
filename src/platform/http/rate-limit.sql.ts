import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Takes a token, or answers how many seconds to wait for one. */
export async function takeFromBucket(tx: Tx, key: string, limit: number, windowSeconds: number): Promise<number> {
  const costSeconds = windowSeconds / limit;
  const { rows } = await sql<{ taken: boolean }>`
    INSERT INTO rate_limits AS bucket (key, full_until)
    VALUES (${key}, now() + ${costSeconds}::float8 * interval '1 second')
    ON CONFLICT (key) DO UPDATE
    SET full_until = greatest(bucket.full_until, now()) + ${costSeconds}::float8 * interval '1 second'
    WHERE greatest(bucket.full_until, now()) + ${costSeconds}::float8 * interval '1 second'
          <= now() + ${windowSeconds}::float8 * interval '1 second'
    RETURNING true AS taken`.execute(tx);
  return rows.length > 0 ? 0 : Math.max(1, Math.ceil(costSeconds));
}

export const deleteFullBuckets = (tx: Tx): Promise<unknown> =>
  sql`DELETE FROM rate_limits WHERE full_until < now()`.execute(tx);

import { sql } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import type { Tx } from '#platform/db/transaction.ts';

const LOCK_SECONDS_MAX = 900;

export async function isLocked(tx: Tx, key: Buffer, now: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .selectFrom('loginFailures')
    .select('key')
    .where('key', '=', key)
    .where('lockedUntil', '>', toTimestamp(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the person has a session that was opened from this client address. */
export async function isKnownPlace(tx: Tx, email: string, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('sessions.id')
    .where('users.email', '=', email)
    .where('sessions.address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a failure. Beyond the free ones each doubles the wait, up to a quarter of an hour. */
export const recordFailure = (tx: Tx, key: Buffer, free: number, now: Temporal.Instant): Promise<unknown> =>
  sql`
    INSERT INTO login_failures AS f (key, failures, last_failure_at) VALUES (${key}, 1, ${now}::timestamptz)
    ON CONFLICT (key) DO UPDATE SET
      failures = f.failures + 1,
      last_failure_at = excluded.last_failure_at,
      locked_until = CASE WHEN f.failures + 1 >= ${free}::int
        THEN excluded.last_failure_at
             + least(power(2, least(f.failures + 1 - ${free}::int, 16)), ${LOCK_SECONDS_MAX}) * interval '1 second'
        END`.execute(tx);

export const clearFailures = (tx: Tx, keys: Buffer[]): Promise<unknown> =>
  tx.deleteFrom('loginFailures').where('key', '=', sql<Buffer>`ANY (${keys}::bytea[])`).execute();

export const deleteOldFailures = (tx: Tx, before: Temporal.Instant): Promise<unknown> =>
  tx.deleteFrom('loginFailures').where('lastFailureAt', '<', toTimestamp(before)).execute();

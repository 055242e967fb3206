import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Writes a row and reads the clock. A row that another process is writing is skipped, so that probes do not wait for each
 * other; PostgreSQL refuses the statement in a read-only database all the same.
 */
export async function touchReadiness(tx: Tx): Promise<{ now: string }> {
  const { rows } = await sql<{ now: string }>`
    WITH touched AS (
      UPDATE readiness SET checked_at = now() WHERE id IN (SELECT id FROM readiness FOR UPDATE SKIP LOCKED))
    SELECT clock_timestamp() AS now`.execute(tx);
  return rows[0]!;
}

/** How many of these migrations are applied. Newer ones are not counted: an old process works with a newer schema. */
export async function countApplied(tx: Tx, names: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM migrations WHERE name = ANY (${names}::text[])`.execute(tx);
  return rows[0]!.count;
}

export async function selectClock(tx: Tx): Promise<{ now: string }> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp() AS now`.execute(tx);
  return rows[0]!;
}

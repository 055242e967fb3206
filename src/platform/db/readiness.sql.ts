import { onlyRowOf, scalarOf } from './table.ts';
import type { Tx } from './transaction.ts';

/**
 * Writes a row and reads the clock. A row that another process is writing is skipped, so that probes do not wait for each
 * other; PostgreSQL refuses the statement in a read-only database all the same.
 */
export const touchReadiness = (tx: Tx) =>
  onlyRowOf<{ now: string }>(tx)`
    WITH touched AS (
      UPDATE readiness SET checked_at = now() WHERE id IN (SELECT id FROM readiness FOR UPDATE SKIP LOCKED))
    SELECT clock_timestamp() AS now`;

/** How many of these migrations are applied. Newer ones are not counted: an old process works with a newer schema. */
export const countApplied = (tx: Tx, names: string[]) =>
  scalarOf<number>(tx)`
    SELECT count(*)::int AS count FROM migrations WHERE name = ANY (${names}::text[])`;

export const selectClock = (tx: Tx) => onlyRowOf<{ now: string }>(tx)`SELECT clock_timestamp() AS now`;

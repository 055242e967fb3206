import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/** How many rows a query finds, counted no further than the limit: counting is what makes long lists slow. */
export async function countRows<D, T extends keyof D, O>(
  tx: Tx,
  matching: SelectQueryBuilder<D, T, O>,
  limit: number | null,
): Promise<number> {
  const counted = limit === null ? matching : matching.limit(limit);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (${counted}) AS matching`.execute(
    tx,
  );
  return rows[0]!.count;
}

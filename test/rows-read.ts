import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';

/**
 * The rows and index entries of these tables that `work` reads. A connection reports them once in a while, so a difference within a
 * transaction counts.
 */
export async function rowsReadOf(
  { tx }: TenantContext,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      SELECT sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int AS count
      FROM (
        SELECT name::regclass::oid AS oid FROM unnest(${tables}::text[]) AS name
        UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = ANY (${tables}::text[]::regclass[])
      ) AS read`.execute(tx);
    return rows[0]!.count;
  };
  const already = await count();
  await work();
  return (await count()) - already;
}

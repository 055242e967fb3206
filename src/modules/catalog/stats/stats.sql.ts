import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export interface KindCounts {
  kind: string;
  active: number;
  archived: number;
  withoutCode: number;
  withoutCost: number;
  tracked: number;
}

export async function selectKindCounts(tx: Tx, organizationId: string): Promise<KindCounts[]> {
  const { rows } = await sql<KindCounts>`
    SELECT kind, count(*) FILTER (WHERE archived_at IS NULL)::int AS active,
      count(archived_at)::int AS archived,
      count(*) FILTER (WHERE archived_at IS NULL AND code_key IS NULL)::int AS without_code,
      count(*) FILTER (WHERE archived_at IS NULL AND cost IS NULL)::int AS without_cost,
      count(*) FILTER (WHERE archived_at IS NULL AND tracks_stock)::int AS tracked
    FROM resources WHERE organization_id = ${organizationId} GROUP BY kind ORDER BY kind`.execute(tx);
  return rows;
}

/** How many resources in use have nothing in a table of theirs: each is counted by one pass over both tables. */
export async function selectGaps(
  tx: Tx,
  organizationId: string,
): Promise<{ withoutPrice: number; withoutBarcode: number }> {
  const without = (table: 'resource_prices' | 'resource_barcodes') => sql`
    SELECT count(*)::int FROM resources r
    WHERE r.organization_id = ${organizationId} AND r.archived_at IS NULL AND NOT EXISTS (
      SELECT FROM ${sql.table(table)} o WHERE o.organization_id = ${organizationId} AND o.resource_id = r.id)`;
  const { rows } = await sql<{ withoutPrice: number; withoutBarcode: number }>`
    SELECT (${without('resource_prices')}) AS without_price, (${without('resource_barcodes')}) AS without_barcode`.execute(
    tx,
  );
  return rows[0]!;
}

/** The categories with the most resources in use. */
export async function selectCategories(
  tx: Tx,
  organizationId: string,
  limit: number,
): Promise<{ category: string | null; count: number }[]> {
  const { rows } = await sql<{ category: string | null; count: number }>`
    SELECT category, count(*)::int AS count FROM resources
    WHERE organization_id = ${organizationId} AND archived_at IS NULL
    GROUP BY category ORDER BY count(*) DESC, category NULLS LAST LIMIT ${limit}`.execute(tx);
  return rows;
}

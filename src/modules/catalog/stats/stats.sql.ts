import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { resourceBarcodes, resourcePrices, resources } from '../tables.ts';

interface KindCounts {
  kind: string;
  active: number;
  archived: number;
  withoutCode: number;
  withoutCost: number;
  tracked: number;
}

export const selectKindCounts = (tenant: Tenant) =>
  rowsOf<KindCounts>(tenant.tx)`
    SELECT kind, count(*) FILTER (WHERE archived_at IS NULL)::int AS active,
      count(archived_at)::int AS archived,
      count(*) FILTER (WHERE archived_at IS NULL AND code_key IS NULL)::int AS without_code,
      count(*) FILTER (WHERE archived_at IS NULL AND cost IS NULL)::int AS without_cost,
      count(*) FILTER (WHERE archived_at IS NULL AND tracks_stock)::int AS tracked
    FROM ${resources.of(tenant)} r GROUP BY kind ORDER BY kind`;

/** How many resources in use have no price or no barcode, each counted by one pass over both tables. */
export async function selectGaps(tenant: Tenant): Promise<{ withoutPrice: number; withoutBarcode: number }> {
  const without = (table: typeof resourcePrices | typeof resourceBarcodes) => sql`
    SELECT count(*)::int FROM ${resources.of(tenant)} r
    WHERE r.archived_at IS NULL AND NOT EXISTS (SELECT FROM ${table.of(tenant)} o WHERE o.resource_id = r.id)`;
  const rows = await rowsOf<{ withoutPrice: number; withoutBarcode: number }>(tenant.tx)`
    SELECT (${without(resourcePrices)}) AS without_price, (${without(resourceBarcodes)}) AS without_barcode`;
  return rows[0]!;
}

/** The categories with the most resources in use. */
export const selectCategories = (tenant: Tenant, limit: number) =>
  rowsOf<{ category: string | null; count: number }>(tenant.tx)`
    SELECT category, count(*)::int AS count FROM ${resources.of(tenant)} r
    WHERE archived_at IS NULL
    GROUP BY category ORDER BY count(*) DESC, category NULLS LAST LIMIT ${limit}`;

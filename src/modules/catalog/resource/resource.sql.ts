import { type RawBuilder, sql } from 'kysely';
import type { RowsQuery } from '#platform/db/nested.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import {
  type ResourceRow,
  resourceBarcodes,
  resourceListMembers,
  resourceParts,
  resources,
  resourceTaxes,
} from '../tables.ts';
import type { Details } from './details.ts';

/** Locks resources against other changes, always in the same order. */
export const lockResources = (tenant: Tenant, ids: string[]): Promise<ResourceRow[]> =>
  resources.all(tenant, { id: ids }, { orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });

/** Marks resources whose prices or taxes changed, for lists by `updatedSince`. Their own version stays. */
export const touchResources = ({ tx, organizationId }: Tenant, ids: string[], at: Temporal.Instant): Promise<unknown> =>
  sql`UPDATE resources SET updated_at = ${at}
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`.execute(tx);

const columns = [
  'id',
  'name',
  'code',
  'kind',
  'unit',
  'category',
  'cost',
  'tracksStock',
  'tracksSerials',
  'tracksLots',
  'salesChartAccountId',
  'expenseChartAccountId',
  'minStockAlert',
  'supplierId',
  'purchaseMultiple',
  'leadTimeDays',
  'allowsNegativeStock',
  'archivedAt',
] as const;

interface ReferencedRow extends Pick<ResourceRow, (typeof columns)[number]>, Pick<Details, 'taxIds' | 'parts'> {
  barcode: string | null;
}

/** Resources with their printed barcode, taxes and parts, in one statement. */
export async function selectReferences(tenant: Tenant, ids: string[]): Promise<ReferencedRow[]> {
  const rows = await rowsOf<ReferencedRow>(tenant.tx)`
    SELECT ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))},
      (SELECT b.barcode FROM ${resourceBarcodes.of(tenant)} b WHERE b.resource_id = r.id ORDER BY b.place LIMIT 1) AS barcode,
      ARRAY (SELECT t.tax_id::text FROM ${resourceTaxes.of(tenant)} t WHERE t.resource_id = r.id ORDER BY t.tax_id) AS tax_ids,
      CASE WHEN r.kind = 'combo' THEN (
        SELECT jsonb_agg(jsonb_build_object('resourceId', p.part_id, 'quantity', trim_scale(p.quantity)::text) ORDER BY p.part_id)
        FROM ${resourceParts.of(tenant)} p WHERE p.resource_id = r.id) END AS parts
    FROM ${resources.of(tenant)} r WHERE r.id = ANY (${ids}::uuid[])`;
  return rows.map((row) => ({ ...row, parts: row.parts ?? [] }));
}

type Organization = Pick<Tenant, 'organizationId'>;

/** The resources in use that have stock, and so can be ordered. */
export const buyableResources = (tenant: Organization): RowsQuery => sql`
  SELECT r.id, r.sort_name, r.category, r.supplier_id FROM ${resources.of(tenant)} r
  WHERE r.archived_at IS NULL AND r.tracks_stock`;

/** The ids of the members of lists. */
export const membersOf = (tenant: Organization, lists: RawBuilder<unknown>): RowsQuery => sql`
  SELECT m.resource_id FROM ${resourceListMembers.of(tenant)} m WHERE m.list_id = ANY (${lists})`;

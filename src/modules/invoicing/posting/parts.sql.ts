import { type Row, rowsOf, type Tenant } from '#platform/db/table.ts';
import { soldParts } from '../tables.ts';

/** How much of an item is in one unit of a line. */
export type SoldPart = Pick<Row<typeof soldParts>, 'resourceId' | 'quantity'>;

/** The parts of the packs and combos of an invoice, by line. */
export async function selectSoldParts(tenant: Tenant, pendingRecordId: string): Promise<Map<string, SoldPart[]>> {
  const rows = await rowsOf<SoldPart & { elementId: string }>(tenant.tx)`
    SELECT p.element_id, p.resource_id, trim_scale(p.quantity) AS quantity FROM ${soldParts.of(tenant)} p
    WHERE p.pending_record_id = ${pendingRecordId}
    ORDER BY p.element_id, p.resource_id`;
  const byElement = Map.groupBy(rows, ({ elementId }) => elementId);
  return new Map([...byElement].map(([id, own]) => [id, own.map(({ elementId: _, ...part }) => part)]));
}

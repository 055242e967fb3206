import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { pendingElements, pendingRecords } from '../tables.ts';

/** An item that a contact has bought before, with its last price. */
export interface PreviousItem {
  resourceId: string | null;
  description: string;
  unit: string | null;
  times: number;
  quantity: string;
  lastOn: string;
  lastUnitPrice: string;
  currency: string;
  pendingRecordId: string;
}

/** Reads only the contact's newest documents, so that the cost does not grow with their number. */
export async function selectPreviousItems(
  tenant: Tenant,
  filter: { contactId: string; direction: string; documents: number; limit: number },
): Promise<PreviousItem[]> {
  const { rows } = await sql<PreviousItem>`
    WITH recent AS (
      SELECT d.id, d.date, d.currency FROM ${pendingRecords.of(tenant)} d
      WHERE d.contact_id = ${filter.contactId}
        AND d.direction = ${filter.direction} AND d.kind = 'invoice' AND d.status = 'issued'
      ORDER BY d.date DESC, d.id DESC LIMIT ${filter.documents}),
    lines AS (
      SELECT e.*, r.date, r.currency,
             row_number() OVER (PARTITION BY e.item_key ORDER BY r.date DESC, r.id DESC, e.position) AS place,
             count(*) OVER (PARTITION BY e.item_key)::int AS times,
             sum(e.quantity) OVER (PARTITION BY e.item_key) AS bought
      FROM recent r JOIN ${pendingElements.of(tenant)} e ON e.pending_record_id = r.id)
    SELECT resource_id, description, unit, times, trim_scale(bought) AS quantity, date AS last_on,
           trim_scale(unit_price) AS last_unit_price, currency, pending_record_id
    FROM lines WHERE place = 1
    ORDER BY times DESC, date DESC, item_key LIMIT ${filter.limit}`.execute(tenant.tx);
  return rows;
}

/** An item that is sold together with others. */
export interface Companion {
  resourceId: string;
  description: string;
  /** In how many of the documents that were looked at. */
  together: number;
}

/**
 * The other items in the newest sales of these items. Ids grow with time, so for each item it reads only the end of an
 * index, however often the item was sold.
 */
export async function selectCompanions(
  tenant: Tenant,
  filter: { resourceIds: string[]; documents: number; limit: number },
): Promise<{ documents: number; items: Companion[] }> {
  const { rows } = await sql<Companion & { documents: number }>`
    WITH baskets AS (
      SELECT DISTINCT sold.id FROM unnest(${filter.resourceIds}::uuid[]) AS item (id)
      CROSS JOIN LATERAL (
        SELECT d.id FROM ${pendingElements.of(tenant)} e
        JOIN ${pendingRecords.of(tenant)} d ON d.id = e.pending_record_id
        WHERE e.resource_id = item.id
          AND d.direction = 'sale' AND d.kind = 'invoice' AND d.status = 'issued'
        ORDER BY e.pending_record_id DESC LIMIT ${filter.documents}) AS sold
      ORDER BY sold.id DESC LIMIT ${filter.documents})
    SELECT e.resource_id, max(e.description) AS description, count(DISTINCT b.id)::int AS together,
           (SELECT count(*)::int FROM baskets) AS documents
    FROM baskets b
    JOIN ${pendingElements.of(tenant)} e ON e.pending_record_id = b.id
    WHERE e.resource_id IS NOT NULL AND e.resource_id <> ALL (${filter.resourceIds}::uuid[])
    GROUP BY e.resource_id ORDER BY together DESC, e.resource_id LIMIT ${filter.limit}`.execute(tenant.tx);
  return { documents: rows[0]?.documents ?? 0, items: rows };
}

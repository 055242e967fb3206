import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** How much of a line of an invoice was delivered, and how much never will be. What is left is open. */
export interface Fulfilled {
  delivered: string;
  canceled: string;
  /** The units that were delivered. */
  serialNumbers: string[];
}

export const nothingFulfilled: Fulfilled = { delivered: '0', canceled: '0', serialNumbers: [] };

/** By line of the invoice, counted from its deliveries that stand. */
export async function selectFulfilled(
  tx: Tx,
  organizationId: string,
  pendingRecordId: string,
): Promise<Map<string, Fulfilled>> {
  const [lines, cancellations] = await Promise.all([
    sql<{ elementId: string; delivered: string; serials: string[][] }>`
      SELECT l.element_id, trim_scale(sum(l.counted)) AS delivered,
        jsonb_agg(to_jsonb(CASE WHEN l.fix IS NULL THEN l.serial_numbers ELSE l.received_serial_numbers END)) AS serials
      FROM deliveries d
      JOIN delivery_lines l ON l.organization_id = d.organization_id AND l.delivery_id = d.id
      WHERE d.organization_id = ${organizationId} AND d.pending_record_id = ${pendingRecordId} AND d.status <> 'canceled'
      GROUP BY l.element_id`.execute(tx),
    sql<{ elementId: string; canceled: string }>`
      SELECT c.element_id, trim_scale(sum(c.quantity)) AS canceled
      FROM deliveries d
      JOIN delivery_cancellations c ON c.organization_id = d.organization_id AND c.delivery_id = d.id
      WHERE d.organization_id = ${organizationId} AND d.pending_record_id = ${pendingRecordId}
      GROUP BY c.element_id`.execute(tx),
  ]);
  const fulfilled = new Map<string, Fulfilled>();
  for (const { elementId, delivered, serials } of lines.rows)
    fulfilled.set(elementId, { delivered, canceled: '0', serialNumbers: serials.flat() });
  for (const { elementId, canceled } of cancellations.rows)
    fulfilled.set(elementId, { ...(fulfilled.get(elementId) ?? nothingFulfilled), canceled });
  return fulfilled;
}

/** The deliveries of an invoice that stand. */
export async function selectDeliveryIds(tx: Tx, organizationId: string, pendingRecordId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .where('status', '<>', 'canceled')
    .execute();
  return rows.map(({ id }) => id);
}

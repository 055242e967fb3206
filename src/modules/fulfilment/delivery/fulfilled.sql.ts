import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { deliveries, deliveryCancellations, deliveryLines } from '../tables.ts';

/** How much of an invoice line was delivered, and how much never will be. The rest is open. */
interface Fulfilled {
  delivered: string;
  canceled: string;
  /** The delivered units. */
  serialNumbers: string[];
}

export const nothingFulfilled: Fulfilled = { delivered: '0', canceled: '0', serialNumbers: [] };

/** By invoice line, summed over its deliveries that are not canceled. */
export async function selectFulfilled(tenant: Tenant, pendingRecordId: string): Promise<Map<string, Fulfilled>> {
  const [lines, cancellations] = await Promise.all([
    sql<{ elementId: string; delivered: string; serials: string[][] }>`
      SELECT l.element_id, trim_scale(sum(l.counted)) AS delivered,
        jsonb_agg(to_jsonb(CASE WHEN l.fix IS NULL THEN l.serial_numbers ELSE l.received_serial_numbers END)) AS serials
      FROM ${deliveries.of(tenant)} d JOIN ${deliveryLines.of(tenant)} l ON l.delivery_id = d.id
      WHERE d.pending_record_id = ${pendingRecordId} AND d.status <> 'canceled'
      GROUP BY l.element_id`.execute(tenant.tx),
    sql<{ elementId: string; canceled: string }>`
      SELECT c.element_id, trim_scale(sum(c.quantity)) AS canceled
      FROM ${deliveries.of(tenant)} d JOIN ${deliveryCancellations.of(tenant)} c ON c.delivery_id = d.id
      WHERE d.pending_record_id = ${pendingRecordId}
      GROUP BY c.element_id`.execute(tenant.tx),
  ]);
  const fulfilled = new Map<string, Fulfilled>();
  for (const { elementId, delivered, serials } of lines.rows)
    fulfilled.set(elementId, { delivered, canceled: '0', serialNumbers: serials.flat() });
  for (const { elementId, canceled } of cancellations.rows)
    fulfilled.set(elementId, { ...(fulfilled.get(elementId) ?? nothingFulfilled), canceled });
  return fulfilled;
}

/** The deliveries of an invoice that are not canceled. */
export async function selectDeliveryIds(tenant: Tenant, pendingRecordId: string): Promise<string[]> {
  const match = { pendingRecordId, status: ['sent', 'received'] } as const;
  return (await deliveries.all(tenant, match, { columns: ['id'] })).map(({ id }) => id);
}

import type { Shipment } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { deliveries, deliveryLines } from '../tables.ts';
import { sentBy } from './goods.ts';

/** Adds the deliveries of an invoice, the first one first. */
export async function addShipments(ctx: TenantContext, pendingRecordId: string, shipments: Shipment[]): Promise<void> {
  const sent = await deliveries.all(ctx, { pendingRecordId, status: ['sent', 'received'] }, { columns: ['id'] });
  const lines = await deliveryLines.all(ctx, { deliveryId: sent.map(({ id }) => id) });
  const linesOf = Map.groupBy(
    lines.sort((a, b) => a.position - b.position),
    ({ deliveryId }) => deliveryId,
  );
  for (const { id } of sent.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const elementIds = (linesOf.get(id) ?? []).flatMap(({ elementId }) => elementId ?? []);
    shipments.push({ cause: sentBy(id), elementIds });
  }
}

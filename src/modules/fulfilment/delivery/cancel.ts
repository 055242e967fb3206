import { voidRecord } from '#modules/accounting/index.ts';
import { undoStock } from '#modules/inventory/index.ts';
import { addElementCosts, DocumentFollowed, type PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { hasIssuedReturn } from '../return/return.sql.ts';
import { type Delivery, deliveries, deliveryCancellations } from '../tables.ts';
import type { DeliveryLine } from './delivery.sql.ts';
import { goodsIn, promise, promisedIn, release, sentBy } from './goods.ts';
import { standingOf } from './standing.ts';

export const DeliveryReceived = refusal(
  'delivery_received',
  'Part of this delivery was already received: it can no longer be canceled.',
  409,
);
export const DeliveryCanceled = refusal('delivery_canceled', 'This delivery is already canceled.', 409);
export const NothingToCancel = refusal(
  'nothing_to_cancel',
  'Everything on this invoice is already delivered or canceled.',
);

/** Cancels the open quantities of an invoice and releases their reservation. They can be returned as undelivered. */
export async function cancelOpen(ctx: TenantContext, delivery: Delivery, document: PendingRecord): Promise<void> {
  const standing = await standingOf(ctx, document);
  const open = [...standing.lines.values()].filter((line) => line.open > 0n);
  const parts = open.map(({ element, open: quantity }) => ({
    id: newId(),
    elementId: element.id,
    quantity: fromMillionths(quantity),
    serialNumbers: [],
    lots: [],
  }));
  if (parts.length === 0) return;
  if (document.direction === 'sale') {
    const divisionId = await promisedIn(ctx, document, delivery.fromDivisionId);
    const unsent = ({ element, serialNumbers }: (typeof open)[number]) =>
      element.serialNumbers.filter((serialNumber) => !serialNumbers.includes(serialNumber));
    const named = parts.map((part, place) => ({ ...part, serialNumbers: unsent(open[place]!) }));
    await release(ctx, document, divisionId, goodsIn(standing, named));
  }
  await deliveryCancellations.insertMany(
    ctx,
    parts.map(({ serialNumbers: _, lots: __, ...part }) => ({ ...part, deliveryId: delivery.id })),
  );
}

/** Cancels a delivery that was not received: the goods return to stock and are reserved again. */
export async function cancelDelivery(
  ctx: TenantContext,
  delivery: Delivery,
  lines: DeliveryLine[],
  document: PendingRecord | null,
): Promise<Delivery> {
  if (delivery.status === 'canceled') throw DeliveryCanceled();
  if (delivery.kind !== 'purchase' && lines.some(({ received }) => received !== null)) throw DeliveryReceived();
  if (document && (await hasIssuedReturn(ctx, document.id))) throw DocumentFollowed();
  await undoStock(ctx, sentBy(delivery.id));
  if (document?.direction === 'sale') {
    const standing = await standingOf(ctx, document);
    const parts = lines.map(({ elementId, quantity }) => ({
      elementId: elementId!,
      quantity,
      serialNumbers: [],
      lots: [],
    }));
    const divisionId = await promisedIn(ctx, document, delivery.fromDivisionId);
    await promise(ctx, document, divisionId, goodsIn(standing, parts));
    await addElementCosts(
      ctx,
      lines.map(({ elementId, cost }) => ({ id: elementId!, cost: -cost })),
    );
  }
  if (delivery.recordId) await voidRecord(ctx, delivery.recordId);
  return deliveries.update(ctx, delivery.id, { status: 'canceled', receivedAt: null, updatedAt: ctx.now });
}

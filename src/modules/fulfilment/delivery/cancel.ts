import { voidRecord } from '#modules/accounting/index.ts';
import { undoStock } from '#modules/inventory/index.ts';
import { addElementCosts, DocumentFollowed, type PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { hasStandingReturn } from '../return/return.sql.ts';
import { type DeliveryLine, type DeliveryRow, insertCancellations, updateDelivery } from './delivery.sql.ts';
import { goodsIn, promise, promisedIn, release, sentBy } from './goods.ts';
import { standingOf } from './standing.ts';

export const DeliveryReceived = refusal(
  409,
  'delivery_received',
  'Something of this delivery was received already: it cannot be taken back.',
);
export const DeliveryCanceled = refusal(409, 'delivery_canceled', 'This delivery was taken back already.');
export const NothingToCancel = refusal(422, 'nothing_to_cancel', 'Nothing of this invoice is left to be delivered.');

/** What is open of an invoice will never be delivered: its promise ends. It can come back as undelivered. */
export async function cancelOpen(ctx: TenantContext, delivery: DeliveryRow, document: PendingRecord): Promise<void> {
  const standing = await standingOf(ctx, document);
  const open = [...standing.lines.values()].filter((line) => line.open > 0n);
  const parts = open.map(({ element, open: quantity }) => ({
    id: newId(),
    elementId: element.id,
    quantity: fromMillionths(quantity),
    serialNumbers: [],
  }));
  if (parts.length === 0) return;
  if (document.direction === 'sale') {
    const divisionId = await promisedIn(ctx, document, delivery.fromDivisionId);
    const unsent = ({ element, serialNumbers }: (typeof open)[number]) =>
      element.serialNumbers.filter((serialNumber) => !serialNumbers.includes(serialNumber));
    const named = parts.map((part, place) => ({ ...part, serialNumbers: unsent(open[place]!) }));
    await release(ctx, document, divisionId, goodsIn(standing, named));
  }
  const by = { userId: ctx.userId, at: ctx.now };
  await insertCancellations(ctx.tx, ctx.organizationId, delivery.id, parts, by);
}

/** Takes a delivery back that nobody has received of: the goods are where they were, promised again. */
export async function cancelDelivery(
  ctx: TenantContext,
  delivery: DeliveryRow,
  lines: DeliveryLine[],
  document: PendingRecord | null,
): Promise<DeliveryRow> {
  if (delivery.status === 'canceled') throw DeliveryCanceled();
  if (delivery.kind !== 'purchase' && lines.some(({ received }) => received !== null)) throw DeliveryReceived();
  if (document && (await hasStandingReturn(ctx.tx, ctx.organizationId, document.id))) throw DocumentFollowed();
  await undoStock(ctx, sentBy(delivery.id));
  if (document?.direction === 'sale') {
    const standing = await standingOf(ctx, document);
    const parts = lines.map(({ elementId, quantity }) => ({ elementId: elementId!, quantity, serialNumbers: [] }));
    const divisionId = await promisedIn(ctx, document, delivery.fromDivisionId);
    await promise(ctx, document, divisionId, goodsIn(standing, parts));
    await addElementCosts(
      ctx,
      lines.map(({ elementId, cost }) => ({ id: elementId!, cost: -cost })),
    );
  }
  if (delivery.recordId) await voidRecord(ctx, delivery.recordId);
  const change = { status: 'canceled' as const, receivedAt: null };
  return updateDelivery(ctx.tx, ctx.organizationId, delivery.id, change, ctx.now);
}

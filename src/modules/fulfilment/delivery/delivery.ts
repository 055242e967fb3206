import {
  DocumentFollowed,
  lockPendingRecord,
  type PendingRecord,
  selectPendingRecord,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { givenFields } from '#platform/http/change.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { afterGoodsSent } from '../hooks.ts';
import { type Delivery, deliveries } from '../tables.ts';
import { cancelDelivery, cancelOpen, NothingToCancel } from './cancel.ts';
import type { GivenDeliveryChange } from './delivery.schema.ts';
import { type DeliveryLine, selectDeliveryIds, selectDeliveryLines } from './delivery.sql.ts';
import { receive } from './receive.ts';
import { describeStanding, noteFulfilled, standingOf } from './standing.ts';

/** Confirms receipt, cancels the delivery or the open rest, or changes the carrier, its tracking or the notes. */
export async function changeDelivery(ctx: TenantContext, { id, version, ...given }: GivenDeliveryChange) {
  const { delivery: before, document, lines } = await holdDelivery(ctx, id, version);
  let delivery = before;
  if (given.lines || given.receivedBy !== undefined) delivery = await receive(ctx, delivery, lines, given);
  if (given.status) delivery = await cancelDelivery(ctx, delivery, await selectDeliveryLines(ctx, id), document);
  if (given.cancelRest) {
    if (!document) throw NothingToCancel();
    await cancelOpen(ctx, delivery, document);
  }
  if (document && (given.status || given.cancelRest)) await noteFulfilled(ctx, document);
  const { carrier, trackingNumber, trackingUrl, notes } = given;
  const details = givenFields({ carrier, trackingNumber, trackingUrl, notes });
  if (Object.keys(details).length > 0) delivery = await deliveries.update(ctx, id, { ...details, updatedAt: ctx.now });
  if (document && isNowTracked(before, delivery))
    await afterGoodsSent(ctx, { ...delivery, pendingRecordId: document.id, lines, news: 'tracked' });
  return describeDelivery(ctx, delivery);
}

/** Whether the goods of a sale are on their way and have new tracking. */
function isNowTracked(before: Delivery, { kind, status, trackingNumber, trackingUrl }: Delivery): boolean {
  const isNew =
    (trackingNumber !== null && trackingNumber !== before.trackingNumber) ||
    (trackingUrl !== null && trackingUrl !== before.trackingUrl);
  return isNew && kind === 'sale' && status === 'sent';
}

/** Locks a delivery for a change. The invoice is locked first, as everywhere, so that two changes cannot deadlock. */
export async function holdDelivery(
  ctx: TenantContext,
  id: string,
  version?: number,
  path?: string,
): Promise<{ delivery: Delivery; document: PendingRecord | null; lines: DeliveryLine[] }> {
  const known = await deliveries.find(ctx, id);
  if (!known) throw path ? unknownReference(path, 'This delivery') : NotFound();
  const document = known.pendingRecordId ? await lockPendingRecord(ctx, known.pendingRecordId) : null;
  const delivery = await deliveries.lock(ctx, id, version);
  return { delivery, document, lines: await selectDeliveryLines(ctx, id) };
}

/** An invoice with deliveries can be neither voided nor reposted. */
export async function refuseDelivered(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  if ((await selectDeliveryIds(ctx, pendingRecordId)).length > 0) throw DocumentFollowed();
}

export const describeSummary = (delivery: Delivery) => ({ ...delivery, number: Number(delivery.number) });

/** A delivery with its lines, and what is delivered and open of its invoice. */
export async function describeDelivery(ctx: TenantContext, delivery: Delivery) {
  const { pendingRecordId } = delivery;
  const [lines, document] = await Promise.all([
    selectDeliveryLines(ctx, delivery.id),
    pendingRecordId ? selectPendingRecord(ctx, pendingRecordId) : undefined,
  ]);
  return {
    ...describeSummary(delivery),
    lines: lines.map(({ cost: _, ...line }) => line),
    document: document ? describeStanding(await standingOf(ctx, document)) : [],
  };
}

import type { PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type Delivery, deliveries } from '../tables.ts';
import { standingOf } from './standing.ts';

/** Where the goods of a document are, for its buyer: nothing has left, a part has, everything has, or it has arrived. */
type DeliveryState = 'preparing' | 'partial' | 'on_its_way' | 'delivered';

/** Null: nothing of the document is delivered later. */
export async function deliveryStateOf(
  ctx: TenantContext,
  document: Pick<PendingRecord, 'id' | 'direction' | 'deliverLater'>,
): Promise<DeliveryState | null> {
  if (!document.deliverLater) return null;
  const lines = [...(await standingOf(ctx, document)).lines.values()];
  const hasOpen = lines.some(({ open }) => open > 0n);
  if (!lines.some(({ delivered }) => delivered > 0n)) return hasOpen ? 'preparing' : null;
  if (hasOpen) return 'partial';
  const isUnderway = await deliveries.exists(ctx, { pendingRecordId: document.id, status: 'sent' });
  return isUnderway ? 'on_its_way' : 'delivered';
}

const FOLLOWED_MAX = 50;
const followed = ['date', 'receivedAt', 'carrier', 'trackingNumber', 'trackingUrl'] as const;
type FollowedDelivery = Pick<Delivery, (typeof followed)[number]>;

/** The goods of a document that have left, with their tracking, the last ones first. */
export const followedDeliveries = (ctx: TenantContext, pendingRecordId: string): Promise<FollowedDelivery[]> =>
  deliveries.all(
    ctx,
    { pendingRecordId, status: ['sent', 'received'] },
    { columns: followed, orderBy: ['-date', '-id'], limit: FOLLOWED_MAX },
  );

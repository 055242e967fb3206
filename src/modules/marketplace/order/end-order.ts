import { DocumentFollowed, DocumentIsVoid, DocumentSettled, voidPendingRecord } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import { revokePage } from '#modules/paypages/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { selectCart } from '../cart/cart.sql.ts';
import { type MarketOrder, marketOrders } from '../tables.ts';
import { type Cancellation, sendCancellation } from './letter.ts';

/** Ends an order by voiding its invoice. False: the invoice was paid, delivered or voided already, and the order stays. */
export async function endOrder(ctx: TenantContext, { cartId, attempt, invoiceId }: MarketOrder): Promise<boolean> {
  const ended = await ctx.attempt(async (inside) => {
    // First, because the seller has not voided it by hand.
    await marketOrders.update(inside, { cartId, attempt }, { state: 'undone', payBy: null });
    await voidPendingRecord(inside, { id: invoiceId });
  });
  if (ended.status === 'fulfilled') return true;
  if (!isRefusal(ended.reason, DocumentIsVoid, DocumentSettled, DocumentFollowed)) throw ended.reason;
  return false;
}

/** The seller voids the invoice of a confirmed order. */
export async function endOrderOfVoid(ctx: TenantContext, invoiceId: string): Promise<void> {
  const order = await marketOrders.find(ctx, { invoiceId, state: 'confirmed' });
  if (!order) return;
  const { cartId, attempt } = order;
  await marketOrders.update(ctx, { cartId, attempt }, { state: 'undone', payBy: null });
  await notifyBuyer(ctx, order, 'by-seller');
}

/** Closes the payment page of an order that has ended, and writes to the buyer. */
export async function notifyBuyer(ctx: TenantContext, { cartId, pageId }: MarketOrder, why: Cancellation) {
  await revokePage(ctx, pageId);
  const cart = await selectCart(ctx.tx, cartId);
  if (cart) await sendCancellation(ctx, cart, (await findOrganization(ctx.tx, ctx.organizationId)).name, why);
}

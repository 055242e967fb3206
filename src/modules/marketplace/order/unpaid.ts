import { notify } from '#modules/collaboration/index.ts';
import { findOrganization, readSettings } from '#modules/organization/index.ts';
import { revokePage } from '#modules/paypages/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { selectCart } from '../cart/cart.sql.ts';
import { marketplaceSettings } from '../settings.ts';
import { type MarketOrder, marketOrders } from '../tables.ts';
import { unpaidOrders } from '../ticks.ts';
import { sendCancellation } from './letter.ts';
import { lockUnpaid, selectNextPayBy } from './order.sql.ts';
import { voidInvoice } from './void-invoice.ts';

const BATCH = 100;

/** When an order that is confirmed now must be paid by; null: the seller waits without a limit. */
export async function payByOf(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const { unpaidDays } = await readSettings(ctx, marketplaceSettings);
  if (unpaidDays === null) return null;
  const payBy = ctx.now.add({ hours: 24 * unpaidDays });
  ctx.wakeAt(unpaidOrders, payBy);
  return payBy;
}

/** Cancels the orders that nobody has paid in time, and so releases their goods. */
export async function tickUnpaid(ctx: TenantContext): Promise<Temporal.Instant | null> {
  for (const order of await lockUnpaid(ctx, ctx.now, BATCH)) await endUnpaid(ctx, order);
  return selectNextPayBy(ctx);
}

async function endUnpaid(ctx: TenantContext, order: MarketOrder): Promise<void> {
  const { cartId, attempt, invoiceId, pageId } = order;
  const isCanceled = await voidInvoice(ctx, order).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return null;
  });
  await marketOrders.update(ctx, { cartId, attempt }, { payBy: null, ...(isCanceled && { state: 'undone' as const }) });
  // It was paid, delivered or voided in the meantime.
  if (isCanceled === false) return;
  if (isCanceled) await revokePage(ctx, pageId);
  await notify(ctx, [await actingUser(ctx)], {
    kind: 'marketplace-order-unpaid',
    title: 'Pedido del marketplace sin pagar',
    body: isCanceled
      ? 'Nadie lo pagó a tiempo: la factura está anulada y la mercancía disponible otra vez.'
      : 'Nadie lo pagó a tiempo, y la factura no se puede anular sola. La mercancía sigue reservada: decide tú.',
    data: { invoiceId },
  });
  const cart = isCanceled && (await selectCart(ctx.tx, cartId, false));
  if (cart) await sendCancellation(ctx, cart, (await findOrganization(ctx.tx, ctx.organizationId)).name);
}

import { notify } from '#modules/collaboration/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { tick } from '#platform/tick.ts';
import { marketplaceSettings } from '../settings.ts';
import { type MarketOrder, marketOrders } from '../tables.ts';
import { endOrder, notifyBuyer } from './end-order.ts';
import { lockUnpaid } from './order.sql.ts';

export const unpaidOrders = tick('market-unpaid-orders');

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
export async function tickUnpaid(ctx: TenantContext): Promise<string | null> {
  for (const order of await lockUnpaid(ctx, ctx.now, BATCH)) await endUnpaid(ctx, order);
  return marketOrders.min(ctx, 'payBy');
}

async function endUnpaid(ctx: TenantContext, order: MarketOrder): Promise<void> {
  const { cartId, attempt, invoiceId } = order;
  const isCanceled = await endOrder(ctx, order).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return null;
  });
  if (!isCanceled) await marketOrders.update(ctx, { cartId, attempt }, { payBy: null });
  // It was paid, delivered or voided in the meantime.
  if (isCanceled === false) return;
  await notify(ctx, [await actingUser(ctx)], {
    kind: 'marketplace-order-unpaid',
    es: {
      title: 'Pedido en línea sin pagar',
      body: isCanceled
        ? 'Nadie lo pagó a tiempo: la factura está anulada y la mercancía disponible otra vez.'
        : 'Nadie lo pagó a tiempo, y la factura no se puede anular sola. La mercancía sigue reservada: decide tú.',
    },
    en: {
      title: 'Unpaid online order',
      body: isCanceled
        ? 'Nobody paid it in time: the invoice is voided and the goods are available again.'
        : 'Nobody paid it in time, and the invoice cannot be voided automatically. The goods are still reserved: you decide.',
    },
    data: { invoiceId },
  });
  if (isCanceled) await notifyBuyer(ctx, order, 'unpaid');
}

import type { Destination } from '#modules/fulfilment/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { addressText } from '../cart/address.ts';
import { selectCart } from '../cart/cart.sql.ts';
import { marketOrders } from '../tables.ts';

const ADDRESS_MAX = 500;

/** Goods of an online order go to the address that the buyer gave, unless the buyer collects them. */
export async function fillInAddress(ctx: TenantContext, destination: Destination): Promise<void> {
  const order = await marketOrders.find(ctx, { invoiceId: destination.pendingRecordId });
  if (!order || order.delivery?.kind === 'pickup') return;
  const address = (await selectCart(ctx.tx, order.cartId))?.delivery;
  if (address) destination.address = addressText(address).slice(0, ADDRESS_MAX);
}

import type { MarketFacts } from '#modules/catalog/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isApproved, type Offer, type OfferedProduct, offerOf } from '../listing/offer.ts';
import type { WantedProduct } from '../listing/stock.ts';
import { marketplaceSettings } from '../settings.ts';
import { shopOf } from '../shop/shop.ts';
import type { CartRow } from './cart.sql.ts';

/** The offer of one seller in a cart. */
export interface CartOffer extends Offer {
  /** The service that an order pays if it is delivered. Null: the seller charges nothing for it. */
  delivery: OfferedProduct | null;
}

/** Products of one seller as a cart offers them: those of the seller's shop, or those that the operator has approved. */
export async function offerIn(
  { shopId, coupon }: Pick<CartRow, 'shopId' | 'coupon'>,
  ctx: TenantContext,
  wanted: WantedProduct[],
): Promise<CartOffer> {
  const ids = wanted.map(({ resourceId }) => resourceId);
  const { deliveryResourceId } = await readSettings(ctx, marketplaceSettings);
  const isExtra = deliveryResourceId !== null && !ids.includes(deliveryResourceId);
  const isSold = shopId === null ? isApproved : await soldIn(ctx, ids);
  const isOffered = (product: MarketFacts) => (isExtra && product.id === deliveryResourceId) || isSold(product);
  const all = isExtra ? [...wanted, { resourceId: deliveryResourceId, quantity: '1' }] : wanted;
  const { products, ...offer } = await offerOf(ctx, all, { coupon, isOffered });
  const delivery = isExtra ? products.at(-1)! : null;
  return {
    ...offer,
    products: products.slice(0, wanted.length),
    // A service that was archived or has no price is not charged.
    delivery: delivery?.problem === null ? delivery : null,
  };
}

async function soldIn(ctx: TenantContext, ids: string[]): Promise<(product: MarketFacts) => boolean> {
  const { soldIds } = await shopOf(ctx, ids);
  return ({ id }) => soldIds.has(id);
}

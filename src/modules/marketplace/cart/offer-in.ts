import type { MarketFacts } from '#modules/catalog/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { type OfferedMethods, offeredMethods, unservedPart } from '../delivery-method/offered.ts';
import { isApproved, type Offer, type OfferedProduct, offerOf } from '../listing/offer.ts';
import type { WantedProduct } from '../listing/stock.ts';
import { marketplaceSettings } from '../settings.ts';
import { shopOf } from '../shop/shop.ts';
import type { DeliveryMethod } from '../tables.ts';
import { cityOf } from './address.ts';
import type { CartRow } from './cart.sql.ts';

/** The parts of a cart on which an offer depends. */
export type CartTerms = Pick<CartRow, 'shopId' | 'coupon' | 'delivery' | 'deliveryMethodIds'>;

/** Why the goods of a seller cannot reach the buyer yet. */
export type DeliveryProblem = 'method_required' | 'address_required' | 'not_served';

/** The offer of one seller in a cart. */
export interface CartOffer extends Offer {
  offered: OfferedMethods;
  /** The method that the buyer has chosen. Null: none, or it is not offered any more. */
  method: DeliveryMethod | null;
  /** The service that is charged for a delivery. Null: the seller charges nothing for it. */
  delivery: OfferedProduct | null;
  /** Whether this order pays for it. */
  isCharged: boolean;
  deliveryProblem: DeliveryProblem | null;
}

/** Products of one seller as a cart offers them: those of the seller's shop, or those that the operator has approved. */
export async function offerIn(cart: CartTerms, ctx: TenantContext, wanted: WantedProduct[]): Promise<CartOffer> {
  const offered = await offeredMethods(ctx);
  const chosen = offered.methods.find(({ id }) => cart.deliveryMethodIds.includes(id)) ?? null;
  const { deliveryResourceId } = await readSettings(ctx, marketplaceSettings);
  // Without methods, a delivery that the buyer has put into the cart is not charged again.
  const isBought = wanted.some(({ resourceId }) => resourceId === deliveryResourceId);
  const serviceId = offered.areUsed ? (chosen?.resourceId ?? null) : isBought ? null : deliveryResourceId;
  const offer = await offerWith(cart, ctx, wanted, { serviceId, divisionId: chosen?.divisionId ?? null });
  // A service that was archived or has no price is not charged, and a method that needs it cannot be chosen.
  const isUnpriced = offer.service !== null && offer.service.problem !== null;
  const method = isUnpriced ? null : chosen;
  const delivery = isUnpriced ? null : offer.service;
  const isWanted = offered.areUsed ? method !== null && !isFree(method, goodsTotal(offer)) : cart.delivery !== null;
  const deliveryProblem = offered.areUsed ? problemOf(method, cart) : null;
  return { ...offer, offered, method, delivery, isCharged: delivery !== null && isWanted, deliveryProblem };
}

async function offerWith(
  { shopId, coupon }: CartTerms,
  ctx: TenantContext,
  wanted: WantedProduct[],
  { serviceId, divisionId }: { serviceId: string | null; divisionId: string | null },
): Promise<Offer & { service: OfferedProduct | null }> {
  const ids = wanted.map(({ resourceId }) => resourceId);
  const isExtra = serviceId !== null && !ids.includes(serviceId);
  const isSold = shopId === null ? isApproved : await soldIn(ctx, ids);
  const isOffered = (product: MarketFacts) => (isExtra && product.id === serviceId) || isSold(product);
  const all = isExtra ? [...wanted, serviceOf(serviceId)] : wanted;
  const { products, ...offer } = await offerOf(ctx, all, { coupon, isOffered, divisionId });
  if (serviceId === null || isExtra)
    return { ...offer, products: products.slice(0, wanted.length), service: isExtra ? products.at(-1)! : null };
  // The buyer has also put this service into the cart: an offer has each product once.
  const alone = { coupon, isOffered: () => true, divisionId };
  const [service] = (await offerOf(ctx, [serviceOf(serviceId)], alone)).products;
  return { ...offer, products, service: service! };
}

/** A delivery, as it is charged. */
export const serviceOf = (resourceId: string): WantedProduct => ({ resourceId, quantity: '1', isDelivery: true });

function problemOf(method: DeliveryMethod | null, { delivery }: CartTerms): DeliveryProblem | null {
  if (!method) return 'method_required';
  if (method.kind === 'pickup') return null;
  if (cityOf(delivery) === undefined) return 'address_required';
  return unservedPart(method, delivery!) === null ? null : 'not_served';
}

/** The total of the products without the delivery. Those that this branch lacks count: another one may have them. */
export const goodsTotal = ({ products }: Pick<Offer, 'products'>): bigint =>
  sumOf(products, ({ problem, total }) => (problem === null || problem === 'out_of_stock' ? total : 0n));

export const isFree = ({ freeFrom }: Pick<DeliveryMethod, 'freeFrom'>, total: bigint): boolean =>
  freeFrom !== null && total >= freeFrom;

async function soldIn(ctx: TenantContext, ids: string[]): Promise<(product: MarketFacts) => boolean> {
  const { soldIds } = await shopOf(ctx, ids);
  return ({ id }) => soldIds.has(id);
}

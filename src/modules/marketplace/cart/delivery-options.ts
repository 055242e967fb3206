import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { shownMethods } from '../delivery-method/offered.ts';
import { unservedPart } from '../delivery-method/served.ts';
import { offerOf } from '../listing/offer.ts';
import type { DeliveryMethod } from '../tables.ts';
import type { CartView } from './cart.schema.ts';
import { type CartOffer, type CartTerms, goodsTotal, isFree } from './offer-in.ts';

type DeliveryOption = CartView['sellers'][number]['deliveryMethods'][number];

/** The methods of a seller for a cart, each with the price that this order pays for it. */
export async function deliveryOptions(
  ctx: TenantContext,
  cart: CartTerms,
  offer: Pick<CartOffer, 'offered' | 'products'>,
): Promise<DeliveryOption[]> {
  const { methods } = offer.offered;
  const [shown, prices] = await Promise.all([shownMethods(ctx, methods), pricesOf(ctx, cart, methods)]);
  const total = goodsTotal(offer);
  return methods.flatMap((method, place) => {
    const { id, resourceId, freeFrom, zones } = method;
    const full = resourceId === null ? 0n : prices.get(id);
    if (full === undefined) return [];
    return {
      id,
      ...shown[place]!,
      zones,
      price: fromMinor(isFree(method, total) ? 0n : full, ctx.currency),
      freeFrom: freeFrom === null ? null : fromMinor(freeFrom, ctx.currency),
      isServed: cart.delivery === null || unservedPart(method, cart.delivery) === null,
    };
  });
}

/** The prices with taxes of the services of these methods, each in its branch. One that cannot be sold now has none. */
async function pricesOf(ctx: TenantContext, { coupon }: CartTerms, methods: DeliveryMethod[]) {
  const prices = new Map<string, bigint>();
  const charged = methods.filter(({ resourceId }) => resourceId !== null);
  for (const [divisionId, own] of Map.groupBy(charged, (method) => method.divisionId)) {
    const ids = [...new Set(own.map(({ resourceId }) => resourceId!))];
    const { products } = await offerOf(
      ctx,
      ids.map((resourceId) => ({ resourceId, quantity: '1' })),
      { coupon, divisionId, ignoresStock: true, isOffered: () => true },
    );
    const known = new Map(products.map((product) => [product.resourceId, product]));
    for (const { id, resourceId } of own) {
      const { problem, total } = known.get(resourceId!)!;
      if (problem === null) prices.set(id, total);
    }
  }
  return prices;
}

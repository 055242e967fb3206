import { createHash } from 'node:crypto';
import { pictureUrl } from '#modules/catalog/index.ts';
import { deliveryStateOf, followedDeliveries } from '#modules/fulfilment/index.ts';
import { selectElements, selectPendingRecord } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import { pageLinkOf } from '#modules/paypages/index.ts';
import type { Services, TenantContext, WorkContext } from '#platform/context.ts';
import { plainDecimal, sumOf } from '#platform/decimal.ts';
import { fromMinor, moneyText, toMinor } from '#platform/money.ts';
import { shownMethods, unservedPart } from '../delivery-method/offered.ts';
import { offerOf } from '../listing/offer.ts';
import { describeShop } from '../shop/shop.ts';
import { type DeliveryMethod, marketOrders } from '../tables.ts';
import type { CartView } from './cart.schema.ts';
import { type CartItem, type CartRow, selectItems } from './cart.sql.ts';
import { type CartOffer, type CartTerms, goodsTotal, isFree, offerIn, serviceOf } from './offer-in.ts';

export const cartPath = (id: string): string => `/v1/marketplace/cart/${id}`;
export const cartUrl = ({ publicUrl }: Pick<Services, 'publicUrl'>, id: string): string => publicUrl + cartPath(id);

type Part = CartView['sellers'][number];

/** The parts of a cart by seller, in one order. */
export const bySeller = (items: CartItem[]): Map<string, CartItem[]> =>
  Map.groupBy(items, ({ organizationId }) => organizationId);

/** A cart as its buyer sees it: as the sellers offer it now, or as it was ordered. */
export async function describeCart(work: WorkContext, id: string, cart: CartRow): Promise<CartView> {
  const items = await selectItems(work.tx, cart.id);
  const sellers: Part[] = [];
  const deliveryMethodIds: string[] = [];
  let [couponApplies, couponUsedUp] = [false, false];
  // Buyers still see what they ordered of a seller who has closed.
  const options = { whileClosed: cart.status !== 'open' };
  for (const [organizationId, own] of bySeller(items)) {
    const ctx = await work.enter(organizationId, undefined, options);
    const part = cart.status === 'ordered' ? await orderedPart(ctx, cart, own) : null;
    const offer = part ? null : await offerIn(cart, ctx, own);
    couponApplies ||= offer?.couponApplies ?? false;
    couponUsedUp ||= offer?.couponUsedUp ?? false;
    if (offer?.method) deliveryMethodIds.push(offer.method.id);
    sellers.push(part ?? (await offeredPart(ctx, cart, own, offer!)));
  }
  const { status, version, buyer, delivery, notes, coupon, refusal, expiresAt, orderedAt } = cart;
  return {
    id,
    url: cartUrl(work, id),
    shop: cart.shopId === null ? null : await describeShop(await work.enter(cart.shopId, undefined, options)),
    status,
    version,
    revision: revisionOf(sellers, deliveryMethodIds),
    sellers,
    totals: totalsOf(sellers),
    buyer,
    delivery,
    deliveryMethodIds,
    notes,
    coupon,
    couponApplies,
    couponUsedUp: couponUsedUp && !couponApplies,
    canBeOrdered:
      status === 'open' && isAsSeen(sellers) && sellers.every(({ deliveryProblem }) => deliveryProblem === null),
    refusal,
    expiresAt,
    orderedAt,
  };
}

/** Whether everything is available at the prices that the buyer has seen. */
export const isAsSeen = (sellers: Part[]): boolean =>
  sellers.length > 0 &&
  sellers.every(({ items }) => items.every(({ problem, previousPrice }) => !problem && previousPrice === null));

async function offeredPart(ctx: TenantContext, cart: CartRow, items: CartItem[], offer: CartOffer): Promise<Part> {
  const { currency, products, delivery, isCharged, method } = offer;
  const { name } = await findOrganization(ctx.tx, ctx.organizationId);
  const money = (minor: bigint): string => fromMinor(minor, currency);
  const bought = [...products, ...(isCharged ? [delivery!] : [])].filter(({ problem }) => problem === null);
  const deliveryMethods = offer.offered.areUsed ? await deliveryOptions(ctx, cart, offer) : [];
  const chosen = method && deliveryMethods.find(({ id }) => id === method.id);
  return {
    seller: { id: ctx.organizationId, name },
    currency,
    items: products.map((product, place) => {
      const { resourceId, quantity, facts, problem } = product;
      const unitPrice = product.unitPrice && moneyText(product.unitPrice, currency);
      const image = facts?.images[0];
      return {
        resourceId,
        name: facts?.name ?? '',
        unit: facts?.unit ?? null,
        imageUrl: image ? pictureUrl(ctx, ctx.organizationId, image) : null,
        quantity,
        unitPrice: facts ? unitPrice : null,
        previousPrice: facts && unitPrice ? changedFrom(items[place]!, { unitPrice, currency }) : null,
        discount: money(product.discount),
        tax: money(product.tax),
        total: money(product.total),
        isExtra: false,
        problem,
      };
    }),
    discount: money(sumOf(bought, ({ discount }) => discount)),
    tax: money(sumOf(bought, ({ tax }) => tax)),
    total: money(sumOf(bought, ({ total }) => total)),
    delivery: chosen
      ? { name: chosen.name, price: chosen.price, isCharged }
      : delivery && { name: delivery.facts!.name, price: money(delivery.total), isCharged },
    deliveryMethods,
    deliveryProblem: offer.deliveryProblem,
    order: null,
  };
}

function changedFrom({ seenPrice, seenCurrency }: CartItem, now: { unitPrice: string; currency: string }) {
  const isSame = seenCurrency === now.currency && plainDecimal(seenPrice) === plainDecimal(now.unitPrice);
  return isSame ? null : moneyText(seenPrice, seenCurrency);
}

/** The part of a seller from its invoice. The page of the payment is shown once the invoice has its receipt. */
async function orderedPart(ctx: TenantContext, cart: CartRow, items: CartItem[]): Promise<Part> {
  const { name } = await findOrganization(ctx.tx, ctx.organizationId);
  const order = await marketOrders.get(ctx, { cartId: cart.id, attempt: cart.attempt });
  const [found, elements, shipments] = await Promise.all([
    selectPendingRecord(ctx, order.invoiceId),
    selectElements(ctx, [order.invoiceId]),
    followedDeliveries(ctx, order.invoiceId),
  ]);
  const document = found!;
  const { currency, discount, tax, total, state, paid, balance, fiscalNumber, number } = document;
  const money = (minor: bigint): string => fromMinor(minor, currency);
  const isVoid = state === 'void';
  return {
    seller: { id: ctx.organizationId, name },
    currency,
    items: (elements.get(order.invoiceId) ?? []).map((element) => ({
      resourceId: element.resourceId ?? items[0]!.resourceId,
      name: element.description,
      unit: element.unit,
      imageUrl: null,
      quantity: plainDecimal(element.quantity),
      unitPrice: moneyText(element.unitPrice, currency),
      previousPrice: null,
      discount: money(element.discount),
      tax: money(element.tax),
      total: money(element.total),
      isExtra: !items.some(({ resourceId }) => resourceId === element.resourceId),
      problem: null,
    })),
    discount: money(discount),
    tax: money(tax),
    total: money(total),
    delivery: null,
    deliveryMethods: [],
    deliveryProblem: null,
    order: {
      number: fiscalNumber ?? String(number),
      state,
      paid: money(paid),
      balance: money(isVoid ? 0n : balance),
      payUrl: order.state === 'confirmed' && !isVoid ? await pageLinkOf(ctx, order.pageId) : null,
      payBy: paid === 0n && !isVoid ? order.payBy : null,
      delivery: order.delivery,
      deliveryState: isVoid ? null : await deliveryStateOf(ctx, document),
      shipments,
    },
  };
}

/** Without the parts whose invoice is void: nobody pays them. */
function totalsOf(sellers: Part[]): CartView['totals'] {
  return [...Map.groupBy(sellers, ({ currency }) => currency)].map(([currency, parts]) => ({
    currency,
    total: fromMinor(
      sumOf(parts, ({ total, order }) => (order?.state === 'void' ? 0n : toMinor(total, currency))),
      currency,
    ),
  }));
}

/** A fingerprint of everything that the buyer agrees to. */
function revisionOf(sellers: Part[], deliveryMethodIds: string[]): string {
  const parts = sellers.map(({ seller, currency, total, items }) => [
    seller.id,
    currency,
    total,
    items.map(({ resourceId, quantity, unitPrice, discount, tax, problem }) => [
      ...[resourceId, quantity, unitPrice, discount, tax, problem],
    ]),
  ]);
  // Without methods as before they existed, so that no open cart changes.
  const agreed = deliveryMethodIds.length > 0 ? [...parts, deliveryMethodIds] : parts;
  return createHash('sha256').update(JSON.stringify(agreed)).digest('base64url').slice(0, 22);
}

type DeliveryOption = CartView['sellers'][number]['deliveryMethods'][number];

/** The methods of a seller for a cart, each with the price that this order pays for it. */
async function deliveryOptions(
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
      untilFree:
        freeFrom === null || full === 0n || total >= freeFrom ? null : fromMinor(freeFrom - total, ctx.currency),
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
    const { products } = await offerOf(ctx, ids.map(serviceOf), {
      coupon,
      divisionId,
      ignoresStock: true,
      isOffered: () => true,
    });
    const known = new Map(products.map((product) => [product.resourceId, product]));
    for (const { id, resourceId } of own) {
      const { problem, total } = known.get(resourceId!)!;
      if (problem === null) prices.set(id, total);
    }
  }
  return prices;
}

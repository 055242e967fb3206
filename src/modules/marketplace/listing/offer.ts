import { onlyDivision } from '#modules/accounting/index.ts';
import {
  type DiscoveredPrice,
  discoverPrices,
  type MarketFacts,
  marketFacts,
  type PriceAsk,
  pricesFor,
} from '#modules/catalog/index.ts';
import { type SaleAmounts, saleAmounts } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, MILLION, powerOfTen, toMillionths } from '#platform/decimal.ts';
import { exponentOf, fromMinor } from '#platform/money.ts';
import { sellingDivision, stockFor, type WantedProduct } from './stock.ts';

/** Why a product cannot be bought now. */
type Problem = 'not_listed' | 'no_price' | 'out_of_stock' | 'refused_by_seller';

/** A product as its seller offers it now, in the seller's currency and in minor units. */
export interface OfferedProduct extends WantedProduct {
  facts: MarketFacts | null;
  /** The price of one unit, before discount and taxes. */
  unitPrice: string | null;
  discount: bigint;
  tax: bigint;
  total: bigint;
  problem: Problem | null;
  isGoods: boolean;
}

export interface Offer {
  currency: string;
  products: OfferedProduct[];
  couponApplies: boolean;
  /** It would apply, but has been used as often as it allows. */
  couponUsedUp: boolean;
  /** The branch that sells. Null: none is needed. */
  divisionId: string | null;
}

interface OfferOptions {
  coupon?: string | null;
  /** Which products are for sale, if not those that the operator has approved. Archived ones never are. */
  isOffered?: (product: MarketFacts) => boolean;
  /** Each product by itself instead of all in one order. */
  apart?: boolean;
  /** Only the prices matter, not what is in stock. */
  ignoresStock?: boolean;
  /** The branch that sells, if not that of the settings. */
  divisionId?: string | null;
}

interface Priced extends WantedProduct {
  facts: MarketFacts | null;
  unitPrice: string | null;
  /** With the discount of the coupon. */
  discountedPrice: string | null;
  couponUsedUp: boolean;
}

/**
 * Prices products by the rules of the seller's documents, without writing anything. Buyers are strangers, so the prices are those
 * for everyone, also for one whose address belongs to a contact with prices of their own.
 */
export async function offerOf(ctx: TenantContext, wanted: WantedProduct[], options: OfferOptions = {}): Promise<Offer> {
  const priced = await pricesOf(ctx, wanted, options);
  const available = priced.filter(({ facts, unitPrice }) => facts && unitPrice !== null);
  const [amounts, stock] = await Promise.all([
    amountsOf(ctx, available),
    stockFor(ctx, options.ignoresStock ? [] : available, options),
  ]);
  const products = priced.map((product): OfferedProduct => {
    const { resourceId, discountedPrice: _, couponUsedUp: _used, ...given } = product;
    const amount = amounts.get(resourceId) ?? { discount: 0n, tax: 0n, total: 0n };
    const problem = problemOf(product, amounts.has(resourceId), stock.missing.has(resourceId));
    return { resourceId, ...given, ...amount, problem, isGoods: stock.goods.has(resourceId) };
  });
  const couponApplies = priced.some(({ discountedPrice }) => discountedPrice !== null);
  const couponUsedUp = priced.some((product) => product.couponUsedUp);
  return { currency: ctx.currency, products, couponApplies, couponUsedUp, divisionId: stock.divisionId };
}

function problemOf({ facts, unitPrice }: Priced, isPriced: boolean, isMissing: boolean): Problem | null {
  if (!facts) return 'not_listed';
  if (unitPrice === null) return 'no_price';
  if (!isPriced) return 'refused_by_seller';
  return isMissing ? 'out_of_stock' : null;
}

export const isApproved = ({ marketplaceStatus }: MarketFacts): boolean => marketplaceStatus === 'approved';

async function pricesOf(
  ctx: TenantContext,
  wanted: WantedProduct[],
  { coupon = null, isOffered = isApproved, divisionId = null }: OfferOptions,
): Promise<Priced[]> {
  const ids = wanted.map(({ resourceId }) => resourceId);
  const asks = await asksFor(ctx, wanted, divisionId);
  const [facts, prices] = await Promise.all([
    marketFacts(ctx, ids),
    coupon === null ? plainPrices(ctx, asks) : discoverPrices(ctx, asks, { recordsOffers: false, coupon }),
  ]);
  const offered = new Map(
    facts.filter((each) => each.archivedAt === null && isOffered(each)).map((each) => [each.id, each]),
  );
  return wanted.map((product, place) => {
    const price = prices[place]!;
    return {
      ...product,
      facts: offered.get(product.resourceId) ?? null,
      unitPrice: price.unitPrice,
      discountedPrice: price.discount?.unitPrice ?? null,
      couponUsedUp: price.couponUsedUp,
    };
  });
}

/** Asks for the prices of today in the branch that sells, or of an organization with one branch, in that. */
export async function asksFor(ctx: TenantContext, wanted: WantedProduct[], given: string | null): Promise<PriceAsk[]> {
  const divisionId = given ?? (await sellingDivision(ctx)) ?? (await onlyDivision(ctx));
  const { currency, today } = ctx;
  return wanted.map(({ resourceId, quantity, isDelivery }) => ({
    resourceId,
    quantity,
    date: today.toString(),
    currency,
    divisionId,
    ownDiscountsOnly: isDelivery,
  }));
}

/** Only members of the seller offer discounts without a coupon, so buyers do not get them here. */
const plainPrices = async (ctx: TenantContext, asks: PriceAsk[]): Promise<DiscoveredPrice[]> =>
  (await pricesFor(ctx, asks)).map((price) => ({ ...price, discount: null, couponUsedUp: false }));

/** The discount of a line, rounded down like that of an offer on a document. */
function discountAmount(line: Omit<Priced, 'facts'>, currency: string): string | null {
  if (line.discountedPrice === null || line.unitPrice === null) return null;
  const off = (toMillionths(line.unitPrice) - toMillionths(line.discountedPrice)) * toMillionths(line.quantity);
  return fromMinor(off / powerOfTen(12 - exponentOf(currency)), currency);
}

/** The amounts of a sale of these products. If the seller's rules refuse one of them, it is left out. */
const amountsOf = (ctx: TenantContext, priced: Priced[]): Promise<Map<string, SaleAmounts>> =>
  saleAmounts(
    ctx,
    priced.map((line) => {
      const amount = discountAmount(line, ctx.currency);
      const { resourceId, quantity, unitPrice } = line;
      return { resourceId, quantity, unitPrice: unitPrice!, ...(amount && { discount: { amount } }) };
    }),
  );

/** The price of one unit with taxes, for a line of several. */
export const eachOf = (total: bigint, quantity: string, currency: string): string =>
  fromMillionths((toMillionths(fromMinor(total, currency)) * MILLION) / toMillionths(quantity), exponentOf(currency));

import type { TenantContext } from '#platform/context.ts';
import { decimalsOf, fromMillionths, toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { exponentOf } from '#platform/money.ts';
import { DECIMALS } from '../catalog.schema.ts';
import { fillInStock, type StockFacts } from '../hooks.ts';
import { type AskedPrice, fillAsks, findPrices, type Price, type PriceAsk, Rates } from '../price/discover.ts';
import { type DiscountRule, resourceListMembers, resources } from '../tables.ts';
import { chooseDiscount, type Discount, type DiscountQuestion, reasonOf } from './choose-discount.ts';
import { type NewOffer, upsertOffer } from './offer.sql.ts';
import { selectRulesFor } from './rule.sql.ts';
import { selectUsedUp } from './uses.sql.ts';

/** A discount that may be given. A document accepts it by its `offerId`. */
interface OfferedDiscount {
  /** Null where offers are not recorded. */
  offerId: string | null;
  ruleId: string;
  name: string;
  /** For one unit, with the discount. */
  unitPrice: string;
  reason: string;
}

export type DiscoveredPrice = Price & {
  discount: OfferedDiscount | null;
  /** The coupon would give a discount, but has been used as often as it allows. */
  couponUsedUp: boolean;
};

/**
 * The price of each request, in their order, with its reason and the discount that may be given. Offers are recorded, so
 * this needs a transaction that may write, unless `recordsOffers` is false.
 */
export async function discoverPrices(
  ctx: TenantContext,
  asks: PriceAsk[],
  { recordsOffers = true, coupon = null }: { recordsOffers?: boolean; coupon?: string | null } = {},
): Promise<DiscoveredPrice[]> {
  if (asks.length === 0) return [];
  const rates = new Rates(ctx);
  const questions = await fillAsks(ctx, asks);
  const prices = await findPrices(ctx, rates, questions);
  const found = await findDiscounts(ctx, rates, questions, prices, coupon);
  const ids = recordsOffers
    ? await recordOffers(
        ctx,
        found.map(({ offer }) => offer),
      )
    : [];
  return prices.map((price, place) => {
    const { offer, couponUsedUp } = found[place]!;
    if (!offer) return { ...price, discount: null, couponUsedUp };
    const { ruleId, ruleName: name, unitPrice, reason } = offer;
    return { ...price, discount: { offerId: ids[place] ?? null, ruleId, name, unitPrice, reason }, couponUsedUp };
  });
}

interface Found {
  offer: NewOffer | null;
  couponUsedUp: boolean;
}
const nothingFound: Found = { offer: null, couponUsedUp: false };

/** The best discount for each price, as it would be offered. */
async function findDiscounts(
  ctx: TenantContext,
  rates: Rates,
  questions: AskedPrice[],
  prices: Price[],
  coupon: string | null,
): Promise<Found[]> {
  const ids = [...new Set(questions.map(({ resourceId }) => resourceId))];
  const rules = await selectRulesFor(ctx, ids);
  if (rules.length === 0) return prices.map(() => nothingFound);
  const listIds = [...new Set(rules.flatMap(({ listId }) => listId ?? []))];
  const stock = new Map<string, StockFacts | null>(ids.map((id) => [id, null]));
  const limited = rules.flatMap(({ id, usesPerContactMax }) => (usesPerContactMax === null ? [] : id));
  const contactIds = questions.flatMap(({ contactId }) => contactId ?? []);
  const [rows, memberships, usedUp] = await Promise.all([
    resources.all(ctx, { id: ids }, { columns: ['id', 'cost'] }),
    resourceListMembers.all(ctx, { listId: listIds, resourceId: ids }),
    limited.length > 0 && contactIds.length > 0 ? selectUsedUp(ctx, limited, contactIds) : [],
  ]);
  await fillInStock(ctx, stock);
  const costs = new Map(rows.map(({ id, cost }) => [id, stock.get(id)?.unitCost ?? cost]));
  const lists = Map.groupBy(memberships, ({ resourceId }) => resourceId);
  return Promise.all(
    questions.map(async (asked, place): Promise<Found> => {
      const { unitPrice } = prices[place]!;
      if (unitPrice === null) return nothingFound;
      const cost = costs.get(asked.resourceId) ?? null;
      const inCurrency = cost === null ? null : await rates.convert(toMillionths(cost), ctx.currency, asked);
      const question: DiscountQuestion = {
        ...asked,
        listIds: new Set((lists.get(asked.resourceId) ?? []).map(({ listId }) => listId)),
        price: toMillionths(unitPrice),
        decimals: Math.min(DECIMALS, Math.max(exponentOf(asked.currency), decimalsOf(unitPrice))),
        cost: inCurrency?.amount ?? null,
        coupon,
        idleDays: idleDays(stock.get(asked.resourceId), asked.date),
      };
      const isUsedUp = (rule: (typeof rules)[number]): boolean =>
        rule.isUsedUp || usedUp.some(({ ruleId, contactId }) => ruleId === rule.id && contactId === asked.contactId);
      const discount = chooseDiscount(
        rules.filter((rule) => !isUsedUp(rule)),
        question,
      );
      if (discount) return { offer: offerOf(discount, question, unitPrice), couponUsedUp: false };
      return { offer: null, couponUsedUp: chooseDiscount(rules.filter(isUsedUp), question) !== null };
    }),
  );
}

/** The number of days since stock last moved. Null: there is no stock. */
function idleDays(stock: StockFacts | null | undefined, date: string): number | null {
  if (!stock?.lastMovedOn || toMillionths(stock.quantity) <= 0n) return null;
  return Temporal.PlainDate.from(stock.lastMovedOn).until(date).days;
}

const offerOf = (discount: Discount<DiscountRule>, asked: DiscountQuestion, fullPrice: string): NewOffer => ({
  id: newId(),
  ruleId: discount.rule.id,
  ruleName: discount.rule.name,
  resourceId: asked.resourceId,
  contactId: asked.contactId,
  divisionId: asked.divisionId,
  offeredOn: asked.date,
  quantity: asked.quantity,
  currency: asked.currency,
  fullPrice,
  unitPrice: fromMillionths(discount.unitPrice, exponentOf(asked.currency)),
  minimumQuantity: discount.rule.minimumQuantity ?? '0',
  reason: reasonOf(discount, asked),
});

/** Records offers in one order, so that two requests with the same offers do not lock each other. */
async function recordOffers(ctx: TenantContext, offers: (NewOffer | null)[]): Promise<(string | null)[]> {
  const inOrder = offers
    .map((offer, place) => ({
      offer,
      place,
      key: offer && JSON.stringify([offer.ruleId, offer.resourceId, offer.quantity]),
    }))
    .filter(({ offer }) => offer !== null)
    .toSorted((a, b) => (a.key! < b.key! ? -1 : 1));
  const ids: (string | null)[] = offers.map(() => null);
  await Promise.all(
    inOrder.map(async ({ offer, place }) => {
      ids[place] = await upsertOffer(ctx, offer!);
    }),
  );
  return ids;
}

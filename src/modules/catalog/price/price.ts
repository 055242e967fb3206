import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { givenFields } from '#platform/http/change.ts';
import { moneyText } from '#platform/money.ts';
import { type FieldError, ReferenceNotFound, type Refusal, refusal, unknownReference } from '#platform/refusal.ts';
import { announceChange } from '../resource/change.ts';
import { lockResources, touchResources } from '../resource/resource.sql.ts';
import { distinct, knownContacts, knownDivisions } from '../resource/surroundings.ts';
import { type PriceRow, resourcePrices } from '../tables.ts';
import { caseOf, draftPrice, type NewPriceRow, type PriceSurroundings, priceErrors, SAME_CASE } from './draft.ts';
import { GENERAL, type NewPrice, type PriceChange } from './price.schema.ts';
import { insertPrices, selectLabels, selectPrices } from './price.sql.ts';

export const PRICES_MAX = 500;

const PriceExists = refusal('price_exists', SAME_CASE, 409);
const PriceInvalid = refusal('price_invalid', 'The fields of this price contradict each other: see `detail`.');
const TooManyPrices = refusal('too_many_prices', `A product has at most ${PRICES_MAX} prices.`);

export const priceRefusals = [ReferenceNotFound, PriceExists, PriceInvalid, TooManyPrices];

/** Reads the references of prices, once for all of them. */
export async function lookAroundPrices(
  ctx: TenantContext,
  prices: { divisionId: string | null; contactId: string | null }[],
): Promise<PriceSurroundings> {
  const [divisions, contacts] = await Promise.all([
    knownDivisions(ctx, distinct(prices.map(({ divisionId }) => divisionId))),
    knownContacts(ctx, distinct(prices.map(({ contactId }) => contactId))),
  ]);
  return { currency: ctx.currency, divisions, contacts };
}

export async function createPrice(ctx: TenantContext, { resourceId, ...given }: z.output<typeof NewPrice>) {
  const [resource] = await lockResources(ctx, [resourceId]);
  if (!resource) throw unknownReference('body.resourceId', 'This product');
  const { price, errors } = draftPrice(resourceId, given, await lookAroundPrices(ctx, [given]), 'body');
  if (errors.length > 0) throw refusalOf(errors);
  const present = await selectPrices(ctx, [resourceId]);
  refuseSameCase(price, present);
  if (present.length >= PRICES_MAX) throw TooManyPrices();
  await insertPrices(ctx, [price]);
  await announcePrices(ctx, [], [price]);
  return describePrice(await resourcePrices.get(ctx, price.id));
}

/** The resource is locked, so no other price can be added meanwhile. */
function refuseSameCase(price: NewPriceRow, present: PriceRow[]): void {
  const taken = present.find((other) => other.id !== price.id && caseOf(other) === caseOf(price));
  if (taken) throw PriceExists();
}

function refusalOf(errors: FieldError[]): Refusal {
  const kind = errors[0]!.code === 'not_found' ? ReferenceNotFound : PriceInvalid;
  return kind(errors[0]!.message, { errors });
}

export async function changePrice(ctx: TenantContext, { id, version, ...given }: z.output<typeof PriceChange>) {
  const { resourceId } = await resourcePrices.get(ctx, id);
  await lockResources(ctx, [resourceId]);
  const before = await resourcePrices.lock(ctx, id, version);
  const wanted = { ...before, ...givenFields(given) };
  const around = await lookAroundPrices(ctx, [wanted]);
  const errors = priceErrors(wanted, around, 'body');
  if (errors.length > 0) throw refusalOf(errors);
  const contactId = wanted.contactId && around.contacts.get(wanted.contactId)!;
  refuseSameCase({ ...wanted, contactId }, await selectPrices(ctx, [resourceId]));
  const after = await resourcePrices
    .change(ctx, id, { ...given, contactId, updatedAt: ctx.now })
    .catch(retryOnViolation('resource_prices_case'));
  if (after.version !== before.version) await announcePrices(ctx, [before], [after]);
  return describePrice(after);
}

export async function removePrice(ctx: TenantContext, id: string): Promise<void> {
  const price = await resourcePrices.lock(ctx, id);
  await resourcePrices.delete(ctx, id);
  await announcePrices(ctx, [price], []);
}

export async function announcePrices(ctx: TenantContext, before: NewPriceRow[], after: NewPriceRow[]): Promise<void> {
  const ids = distinct([...before, ...after].map(({ resourceId }) => resourceId));
  if (ids.length === 0) return;
  const [old, current] = [before, after].map((prices) => Map.groupBy(prices, ({ resourceId }) => resourceId));
  await touchResources(ctx, ids, ctx.now);
  for (const id of ids) {
    announceChange(ctx, id, {
      old: { prices: (old!.get(id) ?? []).map(summary) },
      new: { prices: (current!.get(id) ?? []).map(summary) },
    });
  }
}

const summary = (price: NewPriceRow) => {
  const { id, label, amount, currency, minimumQuantity, validFrom, validTo, divisionId, contactId } =
    describePrice(price);
  return { id, label, amount, currency, minimumQuantity, validFrom, validTo, divisionId, contactId };
};

/** The price tiers. The general one is always listed, first. */
export async function listLabels(ctx: TenantContext) {
  const found = await selectLabels(ctx);
  const general = found.find(({ label }) => label === GENERAL) ?? { label: GENERAL, priceCount: 0 };
  return { data: [general, ...found.filter(({ label }) => label !== GENERAL)] };
}

/** Formats the amount by its currency. */
export const describePrice = <P extends { amount: string; currency: string; minimumQuantity: string }>(
  price: P,
): P => ({
  ...price,
  amount: moneyText(price.amount, price.currency),
  minimumQuantity: plainDecimal(price.minimumQuantity),
});

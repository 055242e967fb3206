import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import {
  type FieldError,
  NotFound,
  ReferenceNotFound,
  type Refusal,
  refusal,
  unknownReference,
  VersionConflict,
} from '#platform/refusal.ts';
import { tellChange } from '../resource/change.ts';
import { lockResources, touchResources } from '../resource/resource.sql.ts';
import { knownContacts, knownDivisions } from '../resource/surroundings.ts';
import { describePrice } from './describe.ts';
import { caseOf, draftPrice, type PriceSurroundings, priceErrors, SAME_CASE } from './draft.ts';
import type { GivenPrice, GivenPriceChange } from './price.schema.ts';
import {
  deletePrices,
  findResourceOf,
  insertPrices,
  lockPrices,
  type NewPriceRow,
  type PriceRow,
  selectLabels,
  selectPrices,
  updatePrice,
} from './price.sql.ts';

export const PRICES_MAX = 500;

export const PriceExists = refusal(409, 'price_exists', SAME_CASE);
export const PriceInvalid = refusal(422, 'price_invalid', 'A price cannot be like this.');
export const TooManyPrices = refusal(422, 'too_many_prices', `A resource has at most ${PRICES_MAX} prices.`);

/** What may be refused of a price that is written. */
export const priceRefusals = [ReferenceNotFound, PriceExists, PriceInvalid, TooManyPrices];

/** What has to be known before prices can be written, once for all of them. */
export async function lookAroundPrices(
  ctx: TenantContext,
  prices: { divisionId?: string | null | undefined; contactId?: string | null | undefined }[],
): Promise<PriceSurroundings> {
  const distinct = (ids: (string | null | undefined)[]) => [...new Set(ids.flatMap((id) => id ?? []))];
  const [{ currency }, divisions, contacts] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    knownDivisions(ctx, distinct(prices.map(({ divisionId }) => divisionId))),
    knownContacts(ctx, distinct(prices.map(({ contactId }) => contactId))),
  ]);
  return { currency, divisions, contacts };
}

export async function createPrice(ctx: TenantContext, { resourceId, ...given }: GivenPrice) {
  const [resource] = await lockResources(ctx.tx, ctx.organizationId, [resourceId]);
  if (!resource) throw unknownReference('body.resourceId', 'This resource');
  const { price, errors } = draftPrice(resourceId, given, await lookAroundPrices(ctx, [given]), 'body');
  if (errors.length > 0) throw refusalOf(errors);
  const present = await selectPrices(ctx.tx, ctx.organizationId, [resourceId]);
  refuseSameCase(price, present);
  if (present.length >= PRICES_MAX) throw TooManyPrices();
  await insertPrices(ctx.tx, ctx.organizationId, [price], ctx.now);
  await tellPrices(ctx, [], [price]);
  const written = await selectPrices(ctx.tx, ctx.organizationId, [resourceId]);
  return describePrice(written.find(({ id }) => id === price.id)!);
}

/** The prices of a resource change one after the other, so this is the whole truth. */
function refuseSameCase(price: NewPriceRow, present: PriceRow[]): void {
  const taken = present.find((other) => other.id !== price.id && caseOf(other) === caseOf(price));
  if (taken) throw PriceExists();
}

function refusalOf(errors: FieldError[]): Refusal {
  const kind = errors[0]!.code === 'not_found' ? ReferenceNotFound : PriceInvalid;
  return kind(errors[0]!.message, { errors });
}

export async function changePrice(ctx: TenantContext, { id, version, ...given }: GivenPriceChange) {
  const before = await holdPrice(ctx, id);
  if (version !== undefined && version !== before.version) throw VersionConflict();
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const wanted: PriceRow = { ...before, ...(said as Partial<PriceRow>) };
  const around = await lookAroundPrices(ctx, [wanted]);
  const errors = priceErrors(wanted, around, 'body');
  if (errors.length > 0) throw refusalOf(errors);
  const contactId = wanted.contactId && around.contacts.get(wanted.contactId)!;
  refuseSameCase({ ...wanted, contactId }, await selectPrices(ctx.tx, ctx.organizationId, [before.resourceId]));
  const after = await updatePrice(ctx.tx, ctx.organizationId, id, { ...said, contactId }, ctx.now);
  await tellPrices(ctx, [before], [after]);
  return describePrice(after);
}

/** Holds a price and, before it, its resource: whoever changes prices waits for the one before. */
async function holdPrice(ctx: TenantContext, id: string): Promise<PriceRow> {
  const { tx, organizationId } = ctx;
  const resourceId = await findResourceOf(tx, organizationId, id);
  if (!resourceId) throw NotFound();
  await lockResources(tx, organizationId, [resourceId]);
  const [held] = await lockPrices(tx, organizationId, [id]);
  if (!held) throw NotFound();
  return held;
}

export async function removePrice(ctx: TenantContext, id: string) {
  const removed = await deletePrices(ctx.tx, ctx.organizationId, [id]);
  if (removed.length === 0) throw NotFound();
  await tellPrices(ctx, removed, []);
  return { id };
}

/** Tells of each resource which of its prices changed. */
export async function tellPrices(ctx: TenantContext, before: NewPriceRow[], after: NewPriceRow[]): Promise<void> {
  const ids = [...new Set([...before, ...after].map(({ resourceId }) => resourceId))];
  if (ids.length === 0) return;
  const [old, current] = [before, after].map((prices) => Map.groupBy(prices, ({ resourceId }) => resourceId));
  await touchResources(ctx.tx, ctx.organizationId, ids.toSorted(), ctx.now);
  for (const id of ids) {
    tellChange(ctx, id, {
      old: { prices: (old!.get(id) ?? []).map(summary) },
      new: { prices: (current!.get(id) ?? []).map(summary) },
    });
  }
}

const summary = ({ resourceId: _, ...price }: NewPriceRow) => {
  const { id, label, amount, currency, minimumQuantity, validFrom, validTo, divisionId, contactId } =
    describePrice(price);
  return { id, label, amount, currency, minimumQuantity, validFrom, validTo, divisionId, contactId };
};

/** The names of the tiers. The general one is always there. */
export async function listLabels(ctx: TenantContext) {
  const found = await selectLabels(ctx.tx, ctx.organizationId);
  const general = found.find(({ label }) => label === 'general') ?? { label: 'general', priceCount: 0 };
  return { data: [general, ...found.filter(({ label }) => label !== 'general')] };
}

import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { failed, type RowResult, refuseWrongRows } from '#platform/http/bulk.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import type { FieldError } from '#platform/refusal.ts';
import { concludeBulk } from '../bulk/bulk.ts';
import { announceChange } from '../resource/change.ts';
import { lockResources } from '../resource/resource.sql.ts';
import { distinct } from '../resource/surroundings.ts';
import { type PriceRow, resourcePrices, resources } from '../tables.ts';
import { caseOf, draftPrice, type NewPriceRow } from './draft.ts';
import type { NewPrice } from './price.schema.ts';
import { insertPrices, lockPrices, selectPrices } from './price.sql.ts';
import { announcePrices, lookAroundPrices, PRICES_MAX } from './price.ts';

type GivenPrice = z.output<typeof NewPrice>;

export interface PricePlan {
  price: NewPriceRow;
  /** The present price of the same case. */
  before: PriceRow | undefined;
  errors: FieldError[];
}

/** Writes many prices. A row for a case that has a price changes its amount and its last day. */
export async function writePrices(ctx: TenantContext, given: GivenPrice[], rows: GivenRows) {
  const resourceIds = distinct(given.map(({ resourceId }) => resourceId));
  const held = await lockResources(ctx, resourceIds);
  const [around, present] = await Promise.all([lookAroundPrices(ctx, given), selectPrices(ctx, resourceIds)]);
  const placed = given.map((price, index) => ({ price, path: `body.prices[${rows.placeOf(index)}]` }));
  const plans = planPrices(placed, new Set(held.map(({ id }) => id)), present, around);
  refuseWrongRows(plans, rows);
  const sound = plans.filter(({ errors }) => errors.length === 0);
  await applyPrices(ctx, sound);
  return concludeBulk(ctx, 'prices', rows, plans.map(resultOf));
}

/** Writes planned prices of locked resources and announces those that change something. Answers the ids of their resources. */
export async function applyPrices(ctx: TenantContext, plans: PricePlan[]): Promise<Set<string>> {
  const created = plans.filter(({ before }) => !before).map(({ price }) => price);
  const updated = plans.filter(({ price, before }) => before && isChange(price, before));
  const after = updated.map(({ price, before }) => ({ ...before!, amount: price.amount, validTo: price.validTo }));
  await insertPrices(ctx, created);
  const rows = after.map(({ id, amount, validTo }) => ({ id, amount, validTo, updatedAt: ctx.now }));
  await resourcePrices.updateMany(ctx, rows);
  const former = updated.map(({ before }) => before!);
  await announcePrices(ctx, former, [...created, ...after]);
  return new Set([...created, ...after].map(({ resourceId }) => resourceId));
}

const isChange = (price: NewPriceRow, before: PriceRow): boolean =>
  plainDecimal(price.amount) !== plainDecimal(before.amount) || price.validTo !== before.validTo;

function resultOf({ price, before, errors }: PricePlan): RowResult {
  if (errors.length > 0) return failed(errors);
  if (!before) return { id: price.id, outcome: 'created', errors };
  return { id: before.id, outcome: isChange(price, before) ? 'updated' : 'unchanged', errors };
}

/** Plans prices, each with its place in the request. */
export function planPrices(
  given: { price: GivenPrice; path: string }[],
  known: { has(resourceId: string): boolean },
  present: PriceRow[],
  around: Parameters<typeof draftPrice>[2],
): PricePlan[] {
  const cases = new Map(present.map((price) => [caseOf(price), price]));
  const counts = new Map(
    [...Map.groupBy(present, ({ resourceId }) => resourceId)].map(([id, each]) => [id, each.length]),
  );
  const seen = new Set<string>();
  return given.map(({ price: { resourceId, ...fields }, path }) => {
    const { price, errors } = draftPrice(resourceId, fields, around, path);
    const key = caseOf(price);
    const wrong = (field: string, code: string, message: string) => errors.push({ path: path + field, code, message });
    if (!known.has(resourceId)) wrong('.resourceId', 'not_found', 'This product does not exist.');
    if (seen.has(key)) wrong('', 'duplicate', 'Another row is for the same case.');
    seen.add(key);
    const before = cases.get(key);
    if (!before && errors.length === 0) {
      const count = (counts.get(resourceId) ?? 0) + 1;
      if (count > PRICES_MAX) wrong('', 'too_many', `A resource has at most ${PRICES_MAX} prices.`);
      else counts.set(resourceId, count);
    }
    return { price, before, errors };
  });
}

/** Deletes many prices: all or none, or with `validRowsOnly` the existing ones. */
export async function removePrices(ctx: TenantContext, ids: string[], rows: GivenRows) {
  const found = await lockPrices(ctx, ids);
  const known = new Set(found.map(({ id }) => id));
  const results = ids.map((id, index): RowResult => {
    if (known.has(id)) return { id, outcome: 'updated', errors: [] };
    return failed([
      { path: `body.ids[${rows.placeOf(index)}]`, code: 'not_found', message: 'This price does not exist.' },
    ]);
  });
  refuseWrongRows(results, rows);
  await resourcePrices.delete(ctx, { id: [...known] });
  await announcePrices(ctx, found, []);
  return concludeBulk(ctx, 'prices-removed', rows, results);
}

/** Sets the costs of many resources. */
export async function writeCosts(
  ctx: TenantContext,
  costs: { resourceId: string; cost: string | null }[],
  rows: GivenRows,
) {
  const ids = costs.map(({ resourceId }) => resourceId);
  const held = new Map((await lockResources(ctx, distinct(ids))).map((resource) => [resource.id, resource]));
  const results = costs.map(({ resourceId, cost }, index): RowResult => {
    const path = `body.costs[${rows.placeOf(index)}].resourceId`;
    const resource = held.get(resourceId);
    if (!resource) return failed([{ path, code: 'not_found', message: 'This product does not exist.' }]);
    if (ids.indexOf(resourceId) !== index) {
      return failed([{ path, code: 'duplicate', message: 'Another row is for the same resource.' }]);
    }
    return { id: resourceId, outcome: plain(resource.cost) === plain(cost) ? 'unchanged' : 'updated', errors: [] };
  });
  refuseWrongRows(results, rows);
  const changes = costs.filter((_, index) => results[index]!.outcome === 'updated');
  const costRows = changes.map(({ resourceId, cost }) => ({ id: resourceId, cost, updatedAt: ctx.now }));
  await resources.updateMany(ctx, costRows);
  for (const { resourceId, cost } of changes) {
    announceChange(ctx, resourceId, { old: { cost: plain(held.get(resourceId)!.cost) }, new: { cost: plain(cost) } });
  }
  return concludeBulk(ctx, 'costs', rows, results);
}

const plain = (cost: string | null) => (cost === null ? null : plainDecimal(cost));

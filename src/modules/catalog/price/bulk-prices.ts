import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import type { FieldError } from '#platform/refusal.ts';
import { concludeBulk, failed, type RowResult, refuseWrongRows } from '../bulk/bulk.ts';
import { tellChange } from '../resource/change.ts';
import { lockResources, selectResources, updateCosts } from '../resource/resource.sql.ts';
import { caseOf, draftPrice } from './draft.ts';
import type { GivenPrice } from './price.schema.ts';
import {
  deletePrices,
  insertPrices,
  lockPrices,
  type NewPriceRow,
  type PriceRow,
  selectPrices,
  updateAmounts,
} from './price.sql.ts';
import { lookAroundPrices, PRICES_MAX, tellPrices } from './price.ts';

interface Plan {
  price: NewPriceRow;
  /** The price of the same case that is there. */
  before: PriceRow | undefined;
  errors: FieldError[];
}

/** Many prices at once. A row for a case that has a price changes its amount and its last day. */
export async function writePrices(ctx: TenantContext, given: GivenPrice[], validRowsOnly: boolean) {
  const { tx, organizationId } = ctx;
  const resourceIds = [...new Set(given.map(({ resourceId }) => resourceId))];
  const resources = await lockResources(tx, organizationId, resourceIds);
  const [around, present] = await Promise.all([
    lookAroundPrices(ctx, given),
    selectPrices(tx, organizationId, resourceIds),
  ]);
  const plans = planPrices(given, new Set(resources.map(({ id }) => id)), present, around);
  refuseWrongRows(
    plans.flatMap(({ errors }) => errors),
    validRowsOnly,
  );
  const right = plans.filter(({ errors }) => errors.length === 0);
  const created = right.filter(({ before }) => !before).map(({ price }) => price);
  const updated = right.filter(({ price, before }) => before && isChange(price, before));
  const after = updated.map(({ price, before }) => ({ ...before!, amount: price.amount, validTo: price.validTo }));
  await insertPrices(tx, organizationId, created, ctx.now);
  await updateAmounts(tx, organizationId, after, ctx.now);
  await tellPrices(
    ctx,
    updated.map(({ before }) => before!),
    [...created, ...after],
  );
  return concludeBulk(ctx, 'prices', plans.map(resultOf));
}

const isChange = (price: NewPriceRow, before: PriceRow): boolean =>
  plainDecimal(price.amount) !== plainDecimal(before.amount) || price.validTo !== before.validTo;

function resultOf({ price, before, errors }: Plan): RowResult {
  if (errors.length > 0) return failed(errors);
  if (!before) return { id: price.id, outcome: 'created', errors };
  return { id: before.id, outcome: isChange(price, before) ? 'updated' : 'unchanged', errors };
}

function planPrices(
  given: GivenPrice[],
  known: ReadonlySet<string>,
  present: PriceRow[],
  around: Parameters<typeof draftPrice>[2],
): Plan[] {
  const cases = new Map(present.map((price) => [caseOf(price), price]));
  const counts = new Map(
    [...Map.groupBy(present, ({ resourceId }) => resourceId)].map(([id, each]) => [id, each.length]),
  );
  const rows = new Set<string>();
  return given.map(({ resourceId, ...fields }, place) => {
    const path = `body.prices[${place}]`;
    const { price, errors } = draftPrice(resourceId, fields, around, path);
    const key = caseOf(price);
    const wrong = (field: string, code: string, message: string) => errors.push({ path: path + field, code, message });
    if (!known.has(resourceId)) wrong('.resourceId', 'not_found', 'This resource does not exist.');
    if (rows.has(key)) wrong('', 'duplicate', 'Another row is for the same case.');
    rows.add(key);
    const before = cases.get(key);
    if (!before && errors.length === 0) {
      const count = (counts.get(resourceId) ?? 0) + 1;
      if (count > PRICES_MAX) wrong('', 'too_many', `A resource has at most ${PRICES_MAX} prices.`);
      else counts.set(resourceId, count);
    }
    return { price, before, errors };
  });
}

/** Takes prices away. All or none, unless what is there shall be taken away alone. */
export async function removePrices(ctx: TenantContext, ids: string[], validRowsOnly: boolean) {
  const found = new Map((await lockPrices(ctx.tx, ctx.organizationId, ids)).map((price) => [price.id, price]));
  const errorsOf = (id: string, place: number): FieldError[] =>
    found.has(id) ? [] : [{ path: `body.ids[${place}]`, code: 'not_found', message: 'This price does not exist.' }];
  const results = ids.map((id, place): RowResult => {
    const errors = errorsOf(id, place);
    return errors.length > 0 ? failed(errors) : { id, outcome: 'updated', errors };
  });
  refuseWrongRows(
    results.flatMap(({ errors }) => errors),
    validRowsOnly,
  );
  const removed = await deletePrices(ctx.tx, ctx.organizationId, [...found.keys()]);
  await tellPrices(ctx, removed, []);
  return concludeBulk(ctx, 'prices-removed', results);
}

/** What many units cost, at once. */
export async function writeCosts(
  ctx: TenantContext,
  costs: { resourceId: string; cost: string | null }[],
  validRowsOnly: boolean,
) {
  const ids = costs.map(({ resourceId }) => resourceId);
  const known = new Set((await selectResources(ctx.tx, ctx.organizationId, ids)).map(({ id }) => id));
  const errors = costs.map(({ resourceId }, place): FieldError[] => {
    const path = `body.costs[${place}].resourceId`;
    if (!known.has(resourceId)) return [{ path, code: 'not_found', message: 'This resource does not exist.' }];
    const isFirst = ids.indexOf(resourceId) === place;
    return isFirst ? [] : [{ path, code: 'duplicate', message: 'Another row is for the same resource.' }];
  });
  refuseWrongRows(errors.flat(), validRowsOnly);
  const right = costs.filter((_, place) => errors[place]!.length === 0);
  const changes = await updateCosts(
    ctx.tx,
    ctx.organizationId,
    right.map(({ resourceId, cost }) => ({ id: resourceId, cost })),
    ctx.now,
  );
  const told = (cost: string | null) => (cost === null ? null : plainDecimal(cost));
  for (const { id, before, after } of changes) {
    tellChange(ctx, id, { old: { cost: told(before) }, new: { cost: told(after) } });
  }
  const changed = new Set(changes.map(({ id }) => id));
  const results = costs.map(({ resourceId }, place): RowResult => {
    if (errors[place]!.length > 0) return failed(errors[place]!);
    return { id: resourceId, outcome: changed.has(resourceId) ? 'updated' : 'unchanged', errors: [] };
  });
  return concludeBulk(ctx, 'costs', results);
}

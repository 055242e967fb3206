import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { failed, type RowResult, refuseWrongRows } from '#platform/http/bulk.ts';
import { givenFields } from '#platform/http/change.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import type { FieldError } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import { enterOpeningStock, type OpeningStock } from '../hooks.ts';
import { applyPrices, type PricePlan, planPrices } from '../price/bulk-prices.ts';
import { selectPrices } from '../price/price.sql.ts';
import {
  applyChanges,
  changeErrors,
  type GivenChange,
  holdResources,
  type LockedResource,
} from '../resource/change.ts';
import { type Draft, draftResource, withSurvivor } from '../resource/draft.ts';
import type { ProductFieldsChange, ProductRow } from '../resource/resource.schema.ts';
import { writeDrafts } from '../resource/resource.ts';
import { lookAround, type Surroundings } from '../resource/surroundings.ts';
import { concludeBulk } from './bulk.ts';
import { planOpenings } from './opening-stock.ts';
import { findReleased, type Released, releaseCodes } from './released-codes.ts';

type Row = z.output<typeof ProductRow>;

/** The plan for a row: create a resource, change one, or refuse the row. */
type Plan =
  | { draft: Draft }
  | { given: GivenChange; before: LockedResource; prices?: PricePlan[] }
  | { errors: FieldError[] };

/** Writes many resources: a row with an id changes that one and sets its given prices, a row without creates one. */
export async function writeResources(ctx: TenantContext, rows: Row[], given: GivenRows) {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const [around, held] = [await lookAround(ctx, rows), await holdResources(ctx, ids)];
  // With `validRowsOnly` another row may fail and keep its codes, so no row may count on codes that others release.
  const released = given.validRowsOnly ? undefined : findReleased(rows, held, around);
  const prices = await planOwnPrices(ctx, rows, held, around, given);
  const seen = new Set<string>();
  const plans = await mapInTurns(rows, (row, index): Plan => {
    const path = `body.resources[${given.placeOf(index)}]`;
    if (row.id === undefined) return planNew(row, around, path);
    if (seen.has(row.id)) return wrong(`${path}.id`, 'duplicate', 'Another row changes the same resource.');
    seen.add(row.id);
    const plan = planChange(row as Row & { id: string }, held.get(row.id), around, path);
    const own = prices.get(row) ?? [];
    const errors = own.flatMap((price) => price.errors);
    if (errors.length > 0) return { errors: 'errors' in plan ? [...plan.errors, ...errors] : errors };
    return 'before' in plan ? { ...plan, prices: own } : plan;
  });
  const { openings, errors } = await planOpenings(ctx, rows, (index) => holderOf(plans[index]!), given);
  const checked = plans.map((plan, index) => (errors.has(index) ? { errors: [errors.get(index)!] } : plan));
  return carryOut(ctx, 'resources', checked, given, { released, openings });
}

/** The resource after its row is written; null if it is not. */
function holderOf(plan: Plan) {
  if ('errors' in plan) return null;
  if ('draft' in plan) return { ...plan.draft.resource, archived: false };
  const { row } = plan.before;
  return { archived: row.archivedAt !== null, ...row, ...givenFields(plan.given) };
}

/** Plans the prices that rows set on existing resources. */
async function planOwnPrices(
  ctx: TenantContext,
  rows: Row[],
  held: Map<string, LockedResource>,
  around: Surroundings,
  given: GivenRows,
): Promise<Map<Row, PricePlan[]>> {
  const priced = rows.flatMap((row, index) => {
    const resourceId = row.id ?? '';
    const path = `body.resources[${given.placeOf(index)}].prices`;
    if (!held.has(resourceId)) return [];
    return (row.prices ?? []).map((price, place) => ({
      row,
      path: `${path}[${place}]`,
      price: { ...price, resourceId },
    }));
  });
  if (priced.length === 0) return new Map();
  const present = await selectPrices(ctx, [...new Set(priced.map(({ price }) => price.resourceId))]);
  const plans = planPrices(priced, held, present, around);
  const placed = priced.map(({ row }, place) => ({ row, plan: plans[place]! }));
  return new Map(
    [...Map.groupBy(placed, ({ row }) => row)].map(([row, own]) => [row, own.map(({ plan }) => plan)] as const),
  );
}

/** Makes the same change to many resources. */
export async function changeFields(
  ctx: TenantContext,
  ids: string[],
  change: z.output<typeof ProductFieldsChange>,
  rows: GivenRows,
) {
  const [around, held] = [await lookAround(ctx, [change]), await holdResources(ctx, ids)];
  const plans = ids.map((id, index): Plan => {
    const before = held.get(id);
    if (!before) return wrong(`body.ids[${rows.placeOf(index)}]`, 'not_found', 'This product does not exist.');
    const given = { ...change, id };
    const errors = changeErrors(given, before, around, 'body.change');
    return errors.length > 0 ? { errors } : { given: withSurvivor(given, around), before };
  });
  return carryOut(ctx, 'fields', plans, rows);
}

const wrong = (path: string, code: string, message: string): Plan => ({ errors: [{ path, code, message }] });

function planNew(
  { id: _, version, archived, name, kind, openingStock: _1, ...rest }: Row,
  around: Surroundings,
  path: string,
): Plan {
  if (name === undefined) return wrong(`${path}.name`, 'required', 'A new resource needs a name.');
  if (version !== undefined) return wrong(`${path}.version`, 'invalid', 'A new resource has no version yet.');
  if (archived) return wrong(`${path}.archived`, 'invalid', 'A new resource cannot be archived.');
  const draft = draftResource({ ...rest, name, kind: kind ?? 'goods' }, around, path);
  return draft.errors.length > 0 ? { errors: draft.errors } : { draft };
}

function planChange(
  { kind, prices: _, openingStock: _1, ...given }: Row & { id: string },
  before: LockedResource | undefined,
  around: Surroundings,
  path: string,
): Plan {
  if (!before) return wrong(`${path}.id`, 'not_found', 'This product does not exist.');
  if (kind !== undefined && kind !== before.row.kind)
    return wrong(`${path}.kind`, 'invalid', 'The kind cannot be changed.');
  if (given.version !== undefined && given.version !== before.row.version) {
    return wrong(`${path}.version`, 'version_conflict', 'It was changed in the meantime: read it again.');
  }
  const errors = changeErrors(given, before, around, path);
  return errors.length > 0 ? { errors } : { given: withSurvivor(given, around), before };
}

async function carryOut(
  ctx: TenantContext,
  kind: 'resources' | 'fields',
  plans: Plan[],
  rows: GivenRows,
  { released, openings }: { released?: Released | undefined; openings?: Map<number, OpeningStock> } = {},
) {
  const wrongRows = plans.filter((plan) => 'errors' in plan);
  refuseWrongRows(wrongRows, rows);
  if (released) await releaseCodes(ctx, released);
  const drafts = plans.flatMap((plan) => ('draft' in plan ? plan.draft : []));
  await writeDrafts(ctx, drafts);
  const changing = plans.flatMap((plan) => ('before' in plan ? plan : []));
  const changed = await applyChanges(ctx, changing);
  const repricing = plans.flatMap((plan) => ('before' in plan ? (plan.prices ?? []) : []));
  const repriced = await applyPrices(ctx, repricing);
  if (openings?.size) await enterOpeningStock(ctx, [...openings.values()]);
  const results = plans.map((plan, index): RowResult => {
    if ('errors' in plan) return failed(plan.errors);
    if ('draft' in plan) return { id: plan.draft.resource.id, outcome: 'created', errors: [] };
    const { id } = plan.given;
    const isUpdated = changed.has(id) || repriced.has(id) || openings?.has(index);
    return { id, outcome: isUpdated ? 'updated' : 'unchanged', errors: [] };
  });
  return concludeBulk(ctx, kind, rows, results);
}

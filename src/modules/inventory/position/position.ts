import type { z } from 'zod';
import { requireDivisions } from '#modules/accounting/index.ts';
import { findResources, type Resource, ResourceHasStock, requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, MILLION, plainDecimal, sumOf, toMillionths } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { inThisOrder, NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { StockNotTracked } from '../stock/refusals.ts';
import { forgetPositions, insertMissingPositions, lockPositions } from '../stock/stock.sql.ts';
import { lotPositions, positionKey, type StockKey, type StockPosition, stockPositions } from '../tables.ts';
import { alertIfLow } from './low.ts';
import type { StockPositionRules } from './position.schema.ts';
import { updateRules } from './position.sql.ts';

export const PositionExists = refusal('position_exists', 'This position already exists: change it instead.', 409);
export const PositionNotEmpty = refusal(
  'position_not_empty',
  'A position with stock or reservations cannot be deleted: move the stock and release the reservations first.',
);
export const UnitsCannotBeOwed = refusal(
  'units_cannot_be_owed',
  'Stock with serial numbers cannot go below zero: receive the units first.',
);

export const MaximumBelowMinimum = refusal(
  'maximum_below_minimum',
  'The maximum of a position cannot be below its minimum: raise it, or lower the minimum.',
);

type Rules = z.output<typeof StockPositionRules>;

export async function createPosition(ctx: TenantContext, rules: Rules) {
  if (await stockPositions.exists(ctx, keyOf(rules))) throw PositionExists();
  return (await setRules(ctx, [rules], 'body'))[0]!;
}

/** Sets the rules of many positions; missing ones are created empty. */
export async function setRules(ctx: TenantContext, given: Rules[], path: string) {
  const [resources] = await inThisOrder([
    requireResources(
      ctx,
      given.map(({ resourceId }) => resourceId),
      `${path}.resourceId`,
    ),
    requireDivisions(
      ctx,
      given.map(({ divisionId }) => divisionId),
      `${path}.divisionId`,
    ),
  ]);
  for (const rules of given) checkRules(resources.get(rules.resourceId)!, rules);
  const [made, before] = await Promise.all([insertMissingPositions(ctx, given), lockPositions(ctx, given)]);
  const fresh = new Set(made.map(positionKey));
  const positions = before.map((row) => (fresh.has(positionKey(row)) ? { ...row, version: 0 } : row));
  return describePositions(ctx, await changeRules(ctx, positions, given, resources), resources);
}

export async function changePosition(
  ctx: TenantContext,
  { version, ...rules }: Rules & { version?: number | undefined },
) {
  const [before] = await lockPositions(ctx, [rules]);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  const resources = await findResources(ctx, [rules.resourceId]);
  checkRules(resources.get(rules.resourceId)!, rules);
  const changed = await changeRules(ctx, [before], [rules], resources);
  return (await describePositions(ctx, changed, resources))[0]!;
}

function checkRules({ name, tracksStock, tracksSerials }: Resource, { allowsNegativeStock }: Rules): void {
  if (!tracksStock) throw StockNotTracked(`The stock of ${name} is not tracked.`);
  if (tracksSerials && allowsNegativeStock) throw UnitsCannotBeOwed();
}

function refuseLowMaximum(
  { name }: Resource,
  { minimum, resourceMinimum, maximum }: Pick<StockPosition, 'minimum' | 'resourceMinimum' | 'maximum'>,
): void {
  const least = minimum ?? resourceMinimum;
  if (least === null || maximum === null || toMillionths(maximum) >= toMillionths(least)) return;
  throw MaximumBelowMinimum(
    `The maximum of ${name} (${plainDecimal(maximum)}) is below its minimum (${plainDecimal(least)}).`,
  );
}

/** Fields that are left out stay as they are. */
async function changeRules(
  ctx: TenantContext,
  positions: StockPosition[],
  given: Rules[],
  resources: Map<string, Resource>,
): Promise<StockPosition[]> {
  const before = new Map(positions.map((position) => [positionKey(position), position]));
  const rules = given.map(({ allowsNegativeStock, minimum, maximum, location, ...key }) => {
    const known = before.get(positionKey(key))!;
    const resource = resources.get(key.resourceId)!;
    const limits = {
      minimum: minimum === undefined ? known.minimum : minimum,
      resourceMinimum: resource.minStockAlert,
      maximum: maximum === undefined ? known.maximum : maximum,
    };
    // The minimum of the resource may also be raised above the maximum later; that refuses no other change of the position.
    if (minimum !== undefined || maximum !== undefined) refuseLowMaximum(resource, limits);
    const negativeRule = allowsNegativeStock === undefined ? known.negativeRule : allowsNegativeStock;
    return {
      ...key,
      ...limits,
      location: location === undefined ? known.location : location,
      negativeRule,
      allowsNegative: negativeRule ?? resource.allowsNegativeStock,
      version: known.version + 1,
    };
  });
  const changed = await updateRules(ctx, rules);
  for (const { quantity, minimum, resourceMinimum, ...key } of changed)
    alertIfLow(ctx, before.get(positionKey(key))!, quantity, minimum ?? resourceMinimum);
  const after = new Map(changed.map((position) => [positionKey(position), position]));
  return given.map((key) => after.get(positionKey(key))!);
}

export async function removePosition(ctx: TenantContext, key: StockKey): Promise<void> {
  if (isHeld(await stockPositions.lock(ctx, key))) throw PositionNotEmpty();
  await stockPositions.delete(ctx, key);
  forgetPositions(ctx);
}

/**
 * Tracking changes only while there is no stock: units without serial numbers cannot be distinguished. Lots can begin at any time,
 * because goods may be without a lot, and end while no lot has stock. The lock keeps movements away that read the resource before.
 */
export async function refuseWhileInStock(
  ctx: TenantContext,
  changes: { resourceId: string; tracksLots: boolean; onlyLots: boolean }[],
): Promise<void> {
  const idsOf = (some: typeof changes) => some.map(({ resourceId }) => resourceId);
  const positions = await stockPositions.all(
    ctx,
    { resourceId: idsOf(changes) },
    { orderBy: ['resourceId', 'divisionId'], lock: 'FOR UPDATE' },
  );
  const onlyEmpty = new Set(idsOf(changes.filter(({ onlyLots }) => !onlyLots)));
  if (positions.some((position) => onlyEmpty.has(position.resourceId) && isHeld(position))) throw ResourceHasStock();
  const withoutLots = idsOf(changes.filter(({ tracksLots }) => !tracksLots));
  if (withoutLots.length > 0 && (await lotPositions.exists(ctx, { resourceId: withoutLots }))) throw ResourceHasStock();
}

export async function readPosition(ctx: TenantContext, key: StockKey) {
  return (await describePositions(ctx, [await stockPositions.get(ctx, key)]))[0]!;
}

const isHeld = ({ quantity, reserved }: StockPosition): boolean =>
  toMillionths(quantity) !== 0n || toMillionths(reserved) !== 0n;

const keyOf = ({ resourceId, divisionId }: StockKey): StockKey => ({ resourceId, divisionId });

/** The positions of one resource: at most as many as there are divisions. */
export async function readStorage(ctx: TenantContext, resourceId: string) {
  const [resources, rows] = await Promise.all([
    findResources(ctx, [resourceId]),
    stockPositions.all(ctx, { resourceId }, { orderBy: ['divisionId'], limit: 1_000 }),
  ]);
  const resource = resources.get(resourceId);
  if (!resource) throw NotFound();
  const total = (of: (row: StockPosition) => bigint) => sumOf(rows, of);
  const quantity = total((row) => toMillionths(row.quantity));
  const reserved = total((row) => toMillionths(row.reserved));
  const value = total((row) => row.value);
  return {
    resourceId,
    unit: resource.unit,
    quantity: fromMillionths(quantity),
    reserved: fromMillionths(reserved),
    available: fromMillionths(quantity - reserved),
    value: fromMinor(value, ctx.currency),
    currency: ctx.currency,
    divisions: rows.map((row) => describePosition(ctx, row)),
  };
}

export async function describePositions(ctx: TenantContext, positions: StockPosition[], known?: Map<string, Resource>) {
  const ids = [...new Set(positions.map(({ resourceId }) => resourceId))];
  const resources = known ?? (await findResources(ctx, ids));
  return positions.map((position) => {
    const { name, code, unit } = resources.get(position.resourceId)!;
    return { ...describePosition(ctx, position), resource: { name, code, unit } };
  });
}

function describePosition({ currency }: TenantContext, position: StockPosition) {
  const { negativeRule, resourceMinimum, minimum, maximum, value, ...rest } = position;
  const [quantity, reserved] = [toMillionths(position.quantity), toMillionths(position.reserved)];
  const least = minimum ?? resourceMinimum;
  return {
    ...rest,
    quantity: fromMillionths(quantity),
    reserved: fromMillionths(reserved),
    available: fromMillionths(quantity - reserved),
    value: fromMinor(value, currency),
    unitCost: unitCostOf(value, quantity, currency),
    currency,
    minimum: least === null ? null : plainDecimal(least),
    maximum: maximum === null ? null : plainDecimal(maximum),
    allowsNegativeStock: negativeRule,
  };
}

/** The value of one unit of a quantity in millionths; null without stock. */
export const unitCostOf = (value: bigint, quantity: bigint, currency: string): string | null =>
  quantity === 0n ? null : fromMinor(divideRounded(value * MILLION, quantity), currency);

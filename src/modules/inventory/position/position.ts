import { z } from 'zod';
import { requireDivisions } from '#modules/accounting/index.ts';
import { findResources, type Resource, ResourceHasStock, requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, MILLION, plainDecimal, toMillionths } from '#platform/decimal.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { fromMinor } from '#platform/money.ts';
import { inThisOrder, NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { positionKey } from '../stock/open-stock.ts';
import { StockNotTracked } from '../stock/refusals.ts';
import { insertMissingPositions, type StockKey } from '../stock/stock.sql.ts';
import { describeVerification } from '../verification/verification.ts';
import {
  deletePosition,
  lockPosition,
  lockStockOf,
  lockStoredPositions,
  type PositionFilter,
  type StoredPosition,
  selectPosition,
  selectPositions,
  selectValues,
  updateRules,
} from './position.sql.ts';

export const PositionExists = refusal(409, 'position_exists', 'This position is there already: change it.');
export const PositionNotEmpty = refusal(
  422,
  'position_not_empty',
  'A position that holds or has promised something cannot be deleted.',
);
export const UnitsCannotBeOwed = refusal(
  422,
  'units_cannot_be_owed',
  'A unit with a serial number is there or it is not: such stock never falls below zero.',
);

export interface Rules extends StockKey {
  minimum?: string | null | undefined;
  location?: string | null | undefined;
  allowsNegativeStock?: boolean | null | undefined;
}

export async function createPosition(ctx: TenantContext, rules: Rules) {
  if (await selectPosition(ctx.tx, ctx.organizationId, rules)) throw PositionExists();
  return (await setRules(ctx, [rules], 'body'))[0]!;
}

/** Sets the rules of many positions; those that do not exist begin empty. */
export async function setRules(ctx: TenantContext, given: Rules[], path: string) {
  const { tx, organizationId } = ctx;
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
  const [made, before] = await Promise.all([
    insertMissingPositions(tx, organizationId, given, ctx.now),
    lockStoredPositions(tx, organizationId, given),
  ]);
  const fresh = new Set(made.map(positionKey));
  const positions = before.map((row) => (fresh.has(positionKey(row)) ? { ...row, version: 0 } : row));
  return describePositions(ctx, await changeRules(ctx, positions, given, resources), resources);
}

export async function changePosition(
  ctx: TenantContext,
  { version, ...rules }: Rules & { version?: number | undefined },
) {
  const [before] = await lockStoredPositions(ctx.tx, ctx.organizationId, [rules]);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  const resources = await findResources(ctx, [rules.resourceId]);
  checkRules(resources.get(rules.resourceId)!, rules);
  const changed = await changeRules(ctx, [before], [rules], resources);
  return (await describePositions(ctx, changed, resources))[0]!;
}

function checkRules({ name, tracksStock, tracksSerials }: Resource, { allowsNegativeStock }: Rules): void {
  if (!tracksStock) throw StockNotTracked(`${name} has no stock.`);
  if (tracksSerials && allowsNegativeStock) throw UnitsCannotBeOwed();
}

/** What is left out stays as it is. */
async function changeRules(
  ctx: TenantContext,
  positions: StoredPosition[],
  given: Rules[],
  resources: Map<string, Resource>,
): Promise<StoredPosition[]> {
  const before = new Map(positions.map((position) => [positionKey(position), position]));
  const rules = given.map(({ allowsNegativeStock, minimum, location, ...key }) => {
    const known = before.get(positionKey(key))!;
    const resource = resources.get(key.resourceId)!;
    const negativeRule = allowsNegativeStock === undefined ? known.negativeRule : allowsNegativeStock;
    return {
      ...key,
      minimum: minimum === undefined ? known.minimum : minimum,
      resourceMinimum: resource.minStockAlert,
      location: location === undefined ? known.location : location,
      negativeRule,
      allowsNegative: negativeRule ?? resource.allowsNegativeStock,
      version: known.version + 1,
    };
  });
  const changed = await updateRules(ctx.tx, ctx.organizationId, rules);
  const after = new Map(changed.map((position) => [positionKey(position), position]));
  return given.map((key) => after.get(positionKey(key))!);
}

export async function removePosition(ctx: TenantContext, key: StockKey) {
  const position = await lockPosition(ctx.tx, ctx.organizationId, key);
  if (!position) throw NotFound();
  if (toMillionths(position.quantity) !== 0n || toMillionths(position.reserved) !== 0n) throw PositionNotEmpty();
  await deletePosition(ctx.tx, ctx.organizationId, key);
  return { resourceId: key.resourceId, divisionId: key.divisionId };
}

/** How stock is followed changes only while there is none: units without a number could never be told apart. */
export async function refuseWhileInStock(ctx: TenantContext, resourceId: string): Promise<void> {
  if (await lockStockOf(ctx.tx, ctx.organizationId, resourceId)) throw ResourceHasStock();
}

export async function readPosition(ctx: TenantContext, key: StockKey) {
  const position = await selectPosition(ctx.tx, ctx.organizationId, key);
  if (!position) throw NotFound();
  return (await describePositions(ctx, [position]))[0]!;
}

const Key = z.tuple([z.uuid(), z.uuid()]);

export async function listPositions(
  ctx: TenantContext,
  query: PageRequest & PositionFilter & { cursor?: string | undefined },
) {
  const { cursor, page: wanted, itemsPerPage, count, ...filter } = query;
  const request = { page: cursor === undefined ? wanted : 1, itemsPerPage, count };
  const [resourceId, divisionId] = cursor === undefined ? [] : fromCursor(cursor, Key);
  const after = resourceId && divisionId ? { resourceId, divisionId } : null;
  const window = pageWindow(request);
  const { rows, counted } = await selectPositions(ctx.tx, ctx.organizationId, filter, { ...window, after });
  const page = toPage(request, rows, counted);
  const last = page.data.at(-1);
  return {
    ...page,
    data: await describePositions(ctx, page.data),
    nextCursor: page.hasMore && last ? toCursor([last.resourceId, last.divisionId]) : null,
  };
}

/** Where a resource is, and how much of it. There are at most as many positions as divisions. */
export async function readStorage(ctx: TenantContext, resourceId: string) {
  const { tx, organizationId } = ctx;
  const window = { after: null, offset: 0, limit: 1_000, countLimit: 1 };
  const [resources, { rows }, currency] = await Promise.all([
    findResources(ctx, [resourceId]),
    selectPositions(tx, organizationId, { resourceId }, window),
    ctx.currency,
  ]);
  const resource = resources.get(resourceId);
  if (!resource) throw NotFound();
  const total = (of: (row: StoredPosition) => bigint) => rows.reduce((sum, row) => sum + of(row), 0n);
  const quantity = total((row) => toMillionths(row.quantity));
  const reserved = total((row) => toMillionths(row.reserved));
  return {
    resourceId,
    unit: resource.unit,
    quantity: fromMillionths(quantity),
    reserved: fromMillionths(reserved),
    available: fromMillionths(quantity - reserved),
    value: fromMinor(
      total((row) => row.value),
      currency,
    ),
    currency,
    divisions: rows.map((row) => describePosition(row, currency)),
  };
}

export async function readTotalValue(ctx: TenantContext, divisionId: string | undefined) {
  const { tx, organizationId } = ctx;
  const currency = ctx.currency;
  const [divisions, verification] = await Promise.all([
    selectValues(tx, organizationId, divisionId ?? null),
    describeVerification(ctx, currency),
  ]);
  return {
    ...verification,
    currency,
    value: fromMinor(
      divisions.reduce((sum, { value }) => sum + value, 0n),
      currency,
    ),
    divisions: divisions.map(({ value, ...division }) => ({ ...division, value: fromMinor(value, currency) })),
  };
}

async function describePositions(ctx: TenantContext, positions: StoredPosition[], known?: Map<string, Resource>) {
  const ids = [...new Set(positions.map(({ resourceId }) => resourceId))];
  const [resources, currency] = await Promise.all([known ?? findResources(ctx, ids), ctx.currency]);
  return positions.map((position) => {
    const { name, code, unit } = resources.get(position.resourceId)!;
    return { ...describePosition(position, currency), resource: { name, code, unit } };
  });
}

function describePosition(position: StoredPosition, currency: string) {
  const { negativeRule, resourceMinimum, minimum, value, ...rest } = position;
  const [quantity, reserved] = [toMillionths(position.quantity), toMillionths(position.reserved)];
  const least = minimum ?? resourceMinimum;
  return {
    ...rest,
    quantity: fromMillionths(quantity),
    reserved: fromMillionths(reserved),
    available: fromMillionths(quantity - reserved),
    value: fromMinor(value, currency),
    unitCost: quantity === 0n ? null : fromMinor(divideRounded(value * MILLION, quantity), currency),
    currency,
    minimum: least === null ? null : plainDecimal(least),
    allowsNegativeStock: negativeRule,
  };
}

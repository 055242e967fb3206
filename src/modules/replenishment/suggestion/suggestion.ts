import type { z } from 'zod';
import { divisionsInUse, selectDivisionNames } from '#modules/accounting/index.ts';
import { findResources, type Resource } from '#modules/catalog/index.ts';
import { selectContactNames } from '#modules/contacts/index.ts';
import { positionKey, selectConsumption } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { keepPlans } from '#platform/db/keep-plans.ts';
import {
  divideRounded,
  fromMillionths,
  least,
  MILLION,
  plainDecimal,
  powerOfTen,
  toMillionths,
} from '#platform/decimal.ts';
import { exponentOf, fromMinor, moneyText, toMinor } from '#platform/money.ts';
import { type Purchase, type Source, selectLastPurchases } from './purchases.sql.ts';
import { suggest } from './suggest.ts';
import type { Suggestion } from './suggestion.schema.ts';
import type { Planning, ShortPosition } from './suggestion.sql.ts';

const DAYS = 30;
const DAYS_LEFT_MAX = 9_999n;

export async function planningOf(ctx: TenantContext): Promise<Planning> {
  const [inUse] = await Promise.all([divisionsInUse(ctx), keepPlans(ctx)]);
  const divisionIds = [...inUse];
  return { ...ctx, divisionIds, onlyDivisionId: divisionIds.length === 1 ? divisionIds[0]! : null };
}

/** Adds to positions the quantity to order, its supplier and its cost. `suppliers` replaces the supplier of a position. */
export async function describeSuggestions(
  ctx: TenantContext,
  rows: ShortPosition[],
  suppliers = new Map<string, string>(),
): Promise<z.output<typeof Suggestion>[]> {
  const resourceIds = [...new Set(rows.map(({ resourceId }) => resourceId))];
  const resources = await findResources(ctx, resourceIds);
  const sources = rows.map((row): Source => {
    const supplierId = suppliers.get(positionKey(row)) ?? resources.get(row.resourceId)!.supplierId;
    return { resourceId: row.resourceId, supplierId };
  });
  const [divisions, purchases, consumption] = await Promise.all([
    selectDivisionNames(ctx),
    selectLastPurchases(ctx, sources),
    selectConsumption(ctx, resourceIds, ctx.today.subtract({ days: DAYS - 1 })),
  ]);
  const supplierIds = sources.map(({ supplierId }, place) => supplierId ?? purchases[place]?.contactId ?? null);
  const known = await selectContactNames(ctx, [...new Set(supplierIds.filter((id) => id !== null))]);
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const sold = new Map(consumption.map((each) => [positionKey(each), toMillionths(each.quantity)]));
  return rows.map((row, place) => {
    const resource = resources.get(row.resourceId)!;
    const position = describePosition(row, resource, sold.get(positionKey(row)) ?? 0n);
    const cost = describeCost(ctx, row, resource, purchases[place]);
    const supplierId = supplierIds[place]!;
    return {
      ...position,
      ...cost,
      division: divisions.get(row.divisionId)!,
      supplierId,
      supplierName: supplierId && (names.get(supplierId) ?? null),
      amount: cost.unitCost && amountOf(position.suggested, cost.unitCost, cost.currency),
    };
  });
}

function describePosition(row: ShortPosition, resource: Resource, sold: bigint) {
  const free = toMillionths(row.quantity) - toMillionths(row.reserved) - toMillionths(row.unusable);
  const expected = free + toMillionths(row.onOrder) - toMillionths(row.forProduction);
  const [minimum, maximum] = [limitOf(row.minimum), limitOf(row.maximum)];
  const suggested = suggest({ ...resource, expected, minimum, maximum, sold });
  const daysLeft = sold > 0n ? Number(least(((free > 0n ? free : 0n) * BigInt(DAYS)) / sold, DAYS_LEFT_MAX)) : null;
  const { name, code, unit, leadTimeDays, purchaseMultiple } = resource;
  return {
    resourceId: row.resourceId,
    divisionId: row.divisionId,
    resource: { name, code, unit },
    quantity: plainDecimal(row.quantity),
    reserved: plainDecimal(row.reserved),
    unusable: plainDecimal(row.unusable),
    onOrder: plainDecimal(row.onOrder),
    forProduction: plainDecimal(row.forProduction),
    minimum: row.minimum && plainDecimal(row.minimum),
    maximum: row.maximum && plainDecimal(row.maximum),
    suggested: fromMillionths(suggested),
    purchaseMultiple: purchaseMultiple && plainDecimal(purchaseMultiple),
    sold: fromMillionths(sold),
    daysLeft,
    leadTimeDays,
    urgent: daysLeft !== null && leadTimeDays !== null && daysLeft < leadTimeDays,
  };
}

const limitOf = (limit: string | null): bigint | null => (limit === null ? null : toMillionths(limit));

function describeCost(
  { currency }: TenantContext,
  { unitCost }: ShortPosition,
  { cost }: Resource,
  purchase?: Purchase,
) {
  if (purchase) {
    return {
      unitCost: moneyText(priceOf(purchase), purchase.currency),
      currency: purchase.currency,
      lastBoughtOn: purchase.date,
    };
  }
  const ofStock = divideRounded(toMillionths(unitCost), powerOfTen(exponentOf(currency)));
  const known = cost ?? (ofStock > 0n ? fromMillionths(ofStock) : null);
  return { unitCost: known && moneyText(known, currency), currency, lastBoughtOn: null };
}

/** The price of one unit after the discount and without taxes. */
function priceOf({ pricesIncludeTax, discount, unitPrice, net, currency, quantity }: Purchase): string {
  if (!pricesIncludeTax && discount === 0n) return plainDecimal(unitPrice);
  const millionths = net * (MILLION / powerOfTen(exponentOf(currency)));
  return fromMillionths(divideRounded(millionths * MILLION, toMillionths(quantity)));
}

function amountOf(quantity: string, unitCost: string, currency: string): string {
  const millionths = divideRounded(toMillionths(quantity) * toMillionths(unitCost), MILLION);
  return fromMinor(toMinor(fromMillionths(millionths), currency), currency);
}

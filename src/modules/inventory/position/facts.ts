import { AccountNotPostable, DivisionInUse, PostingRuleInUse } from '#modules/accounting/index.ts';
import type { StockFacts, StockTotals } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, MILLION, toMillionths } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { hasMoved, hasStock, selectStockOfResources, selectStockTotals } from './facts.sql.ts';

/** Fills in what there is of each of these resources. */
export async function addStock(ctx: TenantContext, stock: Map<string, StockFacts | null>): Promise<void> {
  const [currency, rows] = await Promise.all([
    ctx.currency,
    selectStockOfResources(ctx.tx, ctx.organizationId, [...stock.keys()]),
  ]);
  for (const { resourceId, quantity, reserved, value, lastMovedOn } of rows) {
    const units = toMillionths(quantity);
    stock.set(resourceId, {
      quantity,
      reserved,
      value: fromMinor(value, currency),
      unitCost: units > 0n ? fromMinor(divideRounded(value * MILLION, units), currency) : null,
      lastMovedOn,
    });
  }
}

export async function addStockTotals(ctx: TenantContext, totals: StockTotals): Promise<void> {
  const [currency, { value, ...counts }] = await Promise.all([
    ctx.currency,
    selectStockTotals(ctx.tx, ctx.organizationId),
  ]);
  totals.stock = { ...counts, value: fromMinor(value, currency) };
}

/** What was moved is taken back in the account that it was posted to: another one would not say what the stock is worth. */
export async function refuseOtherInventoryAccount(ctx: TenantContext, names: string[]): Promise<void> {
  if (names.includes('inventory') && (await hasMoved(ctx.tx, ctx.organizationId))) {
    throw PostingRuleInUse('Stock has moved already, and its value is in the present account: that account stays.');
  }
}

/** The account of the inventory says what the stock is worth: only what moves stock changes it. */
export async function refuseOtherPostings(ctx: TenantContext): Promise<void> {
  if (await hasMoved(ctx.tx, ctx.organizationId)) {
    throw AccountNotPostable('The account of the inventory says what the stock is worth: enter movements of stock.');
  }
}

export async function refuseArchivingWithStock(ctx: TenantContext, divisionId: string): Promise<void> {
  if (await hasStock(ctx.tx, ctx.organizationId, divisionId)) throw DivisionInUse('It holds stock.');
}

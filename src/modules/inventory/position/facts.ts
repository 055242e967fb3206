import { AccountNotPostable, DivisionInUse, PostingRuleInUse } from '#modules/accounting/index.ts';
import type { StockFacts, StockTotals } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, MILLION, toMillionths } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { stockMovements } from '../tables.ts';
import { hasStock, selectStockOfResources, selectStockTotals } from './position.sql.ts';

/** Fills in the stock of each of these resources. */
export async function addStock(ctx: TenantContext, stock: Map<string, StockFacts | null>): Promise<void> {
  for (const row of await selectStockOfResources(ctx, [...stock.keys()])) {
    const { resourceId, quantity, reserved, value, lastMovedOn } = row;
    const units = toMillionths(quantity);
    stock.set(resourceId, {
      quantity,
      reserved,
      value: fromMinor(value, ctx.currency),
      unitCost: units > 0n ? fromMinor(divideRounded(value * MILLION, units), ctx.currency) : null,
      lastMovedOn,
    });
  }
}

export async function addStockTotals(ctx: TenantContext, totals: StockTotals): Promise<void> {
  const { value, ...counts } = await selectStockTotals(ctx);
  totals.stock = { ...counts, value: fromMinor(value, ctx.currency) };
}

/** The inventory account stays once stock has moved, because its balance is the value of the stock. */
export async function refuseOtherInventoryAccount(ctx: TenantContext, names: string[]): Promise<void> {
  if (names.includes('inventory') && (await stockMovements.exists(ctx, {}))) {
    throw PostingRuleInUse('Stock has moved already, and its value is in the present account.');
  }
}

/** Only stock movements post to the inventory account, because its balance is the value of the stock. */
export async function refuseOtherPostings(ctx: TenantContext): Promise<void> {
  if (await stockMovements.exists(ctx, {})) {
    throw AccountNotPostable(
      'The balance of the inventory account is the value of the stock: enter stock movements instead.',
    );
  }
}

export async function refuseArchivingWithStock(ctx: TenantContext, divisionId: string): Promise<void> {
  if (await hasStock(ctx, divisionId)) throw DivisionInUse('It holds stock.');
}

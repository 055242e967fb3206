import type { TenantContext } from '#platform/context.ts';
import { plainDecimal, toMillionths } from '#platform/decimal.ts';
import { stockAlert } from '../events.ts';
import type { StockPosition } from '../tables.ts';

export const isBelow = (quantity: string, minimum: string | null): boolean =>
  minimum !== null && toMillionths(quantity) < toMillionths(minimum);

/** Announces stock that falls below its minimum, or whose minimum is raised above it; not while it stays there. */
export function alertIfLow(ctx: TenantContext, before: StockPosition, quantity: string, minimum: string | null): void {
  const wasLow = before.low && isBelow(before.quantity, minimum);
  if (minimum === null || !isBelow(quantity, minimum) || wasLow) return;
  const { divisionId, resourceId } = before;
  ctx.emit(stockAlert, {
    divisionId,
    resourceId,
    quantity: plainDecimal(quantity),
    minStockAlert: plainDecimal(minimum),
  });
}

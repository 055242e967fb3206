import { writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum } from '#platform/decimal.ts';
import type { Stock } from './open-stock.ts';

/** Posts changes of the value of stock, and of the cost of goods that left, that no document posts. */
export async function writeAdjustment(
  ctx: TenantContext,
  { transfers, passedOn, cause }: Pick<Stock, 'transfers' | 'passedOn' | 'cause'>,
  date = ctx.today.toString(),
  description = 'Ajuste del valor del inventario',
): Promise<string | null> {
  const all = [...transfers, ...passedOn];
  if (all.length === 0) return null;
  const amount = sum(all.map((posted) => posted.amount));
  const { id } = await writeRecord(ctx, {
    kind: 'stock-adjustment',
    date,
    description,
    amount,
    currency: ctx.currency,
    baseAmount: amount,
    sourceKind: cause.kind,
    sourceId: cause.id,
    transfers: all,
  });
  return id;
}

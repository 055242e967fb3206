import { writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Stock } from './open-stock.ts';

/** Posts changes of the value of stock that no document posts. */
export async function writeAdjustment(ctx: TenantContext, { transfers, cause }: Stock): Promise<void> {
  if (transfers.length === 0) return;
  const amount = transfers.reduce((sum, posted) => sum + posted.amount, 0n);
  await writeRecord(ctx, {
    kind: 'stock-adjustment',
    date: ctx.today.toString(),
    description: 'Ajuste del valor del inventario',
    amount,
    currency: ctx.currency,
    baseAmount: amount,
    sourceKind: cause.kind,
    sourceId: cause.id,
    transfers,
  });
}

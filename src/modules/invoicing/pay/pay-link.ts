import { readSettings } from '#modules/organization/index.ts';
import { canBePaidOnline } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectActiveCreditOf } from '../credit/credit.sql.ts';
import type { PendingRecord } from '../pending/pending.sql.ts';
import { invoicingSettings } from '../settings.ts';

/** Where whoever owes a document can pay it; null where that is not possible, or nothing is due. */
export async function findPayUrl(ctx: TenantContext, document: PendingRecord): Promise<string | null> {
  const [isDue, isOpen] = await Promise.all([isDueOnline(ctx, document), canBePaidOnline(ctx)]);
  if (!isDue || !isOpen) return null;
  return `${ctx.publicUrl}/v1/record/pending/${document.id}/pay/${ctx.organizationId}`;
}

/** Whether something of a document is due that may be paid online. */
export async function isDueOnline(
  ctx: TenantContext,
  { id, kind, direction, isOpen }: PendingRecord,
): Promise<boolean> {
  if (kind !== 'invoice' || direction !== 'sale' || !isOpen) return false;
  const [credit, { onlinePayment }] = await Promise.all([
    selectActiveCreditOf(ctx.tx, ctx.organizationId, id),
    readSettings(ctx, invoicingSettings),
  ]);
  return onlinePayment && !credit;
}

import type { PayLink, PendingRecord } from '#modules/invoicing/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import { canBePaidOnline } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { invoicingSettings } from '../settings.ts';
import { credits } from '../tables.ts';

/** Where a payer opens the payment page of a document, and returns to. */
export const payUrlOf = (ctx: Pick<TenantContext, 'publicUrl' | 'organizationId'>, pendingRecordId: string): string =>
  `${ctx.publicUrl}/v1/record/pending/${pendingRecordId}/pay/${ctx.organizationId}`;

/** Adds the page where a document can be paid, if something is due and the organization is paid online. */
export async function addPayLink(ctx: TenantContext, document: PendingRecord, link: PayLink): Promise<void> {
  const [isDue, isOpen] = await Promise.all([isDueOnline(ctx, document), canBePaidOnline(ctx)]);
  if (isDue && isOpen) link.url = payUrlOf(ctx, document.id);
}

/** Whether a document has an amount due that may be paid online. */
export async function isDueOnline(
  ctx: TenantContext,
  { id, kind, direction, isOpen }: PendingRecord,
): Promise<boolean> {
  if (kind !== 'invoice' || direction !== 'sale' || !isOpen) return false;
  const [inInstalments, { onlinePayment }] = await Promise.all([
    credits.exists(ctx, { pendingRecordId: id, status: 'active' }),
    readSettings(ctx, invoicingSettings),
  ]);
  return onlinePayment && !inInstalments;
}

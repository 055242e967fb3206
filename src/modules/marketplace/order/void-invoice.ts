import { DocumentFollowed, DocumentIsVoid, DocumentSettled, voidPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isRefusal } from '#platform/ports/port.ts';
import type { MarketOrder } from '../tables.ts';

/** Voids the invoice of an order. False: it was paid, delivered or voided already. */
export async function voidInvoice(ctx: TenantContext, { invoiceId }: MarketOrder): Promise<boolean> {
  const voided = await ctx.attempt((inside) => voidPendingRecord(inside, { id: invoiceId }));
  if (voided.status === 'fulfilled') return true;
  if (!isRefusal(voided.reason, DocumentIsVoid, DocumentSettled, DocumentFollowed)) throw voided.reason;
  return false;
}

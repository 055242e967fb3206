import type { z } from 'zod';
import { describePayment, paymentList, type RefundFacts, selectPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { byCard, lastRefunds } from './refund-guard.ts';

export async function addRefunds(
  ctx: TenantContext,
  paymentIds: string[],
  refunds: Map<string, RefundFacts>,
): Promise<void> {
  for (const [paymentId, refund] of await lastRefunds(ctx, paymentIds)) refunds.set(paymentId, refund);
}

/** A page of the payments of a document. */
export async function listPayments(
  ctx: TenantContext,
  pendingRecordId: string,
  query: z.output<typeof paymentList.query>,
) {
  const document = await selectPendingRecord(ctx, pendingRecordId);
  if (!document) throw NotFound();
  return paymentList.page(ctx, { ...query, pendingRecordId }, async (rows) => {
    const refunds = await lastRefunds(ctx, byCard(rows));
    return rows.map((payment) => describePayment(payment, document.currency, refunds.get(payment.id)));
  });
}

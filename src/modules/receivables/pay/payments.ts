import { describePayment, type RefundFacts, selectPaymentPage, selectPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
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
export async function listPayments(ctx: TenantContext, pendingRecordId: string, query: PageRequest) {
  const [document, { rows, counted }] = await Promise.all([
    selectPendingRecord(ctx, pendingRecordId),
    selectPaymentPage(ctx, pendingRecordId, pageWindow(query)),
  ]);
  if (!document) throw NotFound();
  const refunds = await lastRefunds(ctx, byCard(rows));
  return toPage(
    query,
    rows.map((payment) => describePayment(payment, document.currency, refunds.get(payment.id))),
    counted,
  );
}

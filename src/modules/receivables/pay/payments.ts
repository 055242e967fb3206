import { describePayment, type RefundFacts, selectPaymentPage, selectPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { NotFound } from '#platform/refusal.ts';
import { selectRefundsOf } from './refund.sql.ts';
import { byCard } from './refund-guard.ts';

export async function addRefunds(
  { tx, organizationId }: TenantContext,
  paymentIds: string[],
  refunds: Map<string, RefundFacts>,
): Promise<void> {
  for (const [paymentId, refund] of await selectRefundsOf(tx, organizationId, paymentIds))
    refunds.set(paymentId, refund);
}

/** A page of the payments of a document. */
export async function listPayments(ctx: TenantContext, pendingRecordId: string, query: PageRequest) {
  const [document, { rows, counted }] = await Promise.all([
    selectPendingRecord(ctx, pendingRecordId),
    selectPaymentPage(ctx, pendingRecordId, pageWindow(query)),
  ]);
  if (!document) throw NotFound();
  const refunds = await selectRefundsOf(ctx.tx, ctx.organizationId, byCard(rows));
  return toPage(
    query,
    rows.map((payment) => describePayment(payment, document.currency, refunds.get(payment.id))),
    counted,
  );
}

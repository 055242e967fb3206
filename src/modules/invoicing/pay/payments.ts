import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { NotFound } from '#platform/refusal.ts';
import { describePayment } from '../pending/describe.ts';
import { selectPendingRecord } from '../pending/pending.sql.ts';
import { selectPaymentPage } from './payment.sql.ts';
import { selectRefundsOf } from './refund.sql.ts';

/** What has settled a document. */
export async function listPayments(ctx: TenantContext, pendingRecordId: string, query: PageRequest) {
  const [document, { rows, counted }, refunds] = await Promise.all([
    selectPendingRecord(ctx.tx, ctx.organizationId, pendingRecordId),
    selectPaymentPage(ctx.tx, ctx.organizationId, pendingRecordId, pageWindow(query)),
    selectRefundsOf(ctx.tx, ctx.organizationId, pendingRecordId),
  ]);
  if (!document) throw NotFound();
  return toPage(
    query,
    rows.map((payment) => describePayment(payment, document.currency, refunds.get(payment.id))),
    counted,
  );
}

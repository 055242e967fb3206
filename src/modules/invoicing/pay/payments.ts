import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { NotFound } from '#platform/refusal.ts';
import { selectPendingRecord } from '../pending/pending.sql.ts';
import { describePayment } from './describe.ts';
import { selectPaymentPage } from './payment.sql.ts';

/** What has settled a document. */
export async function listPayments(ctx: TenantContext, pendingRecordId: string, query: PageRequest) {
  const [document, { rows, counted }] = await Promise.all([
    selectPendingRecord(ctx.tx, ctx.organizationId, pendingRecordId),
    selectPaymentPage(ctx.tx, ctx.organizationId, pendingRecordId, pageWindow(query)),
  ]);
  if (!document) throw NotFound();
  return toPage(
    query,
    rows.map((payment) => describePayment(payment, document.currency)),
    counted,
  );
}

import type { z } from 'zod';
import {
  describePayment,
  type PendingPayment,
  paymentList,
  type Reversals,
  reversalsOf,
  selectPendingRecord,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { lastRefunds } from '../refund/refund-guard.ts';
import { paymentDisputes } from '../tables.ts';

export async function addReversals(
  ctx: TenantContext,
  payments: Pick<PendingPayment, 'id' | 'sourceId'>[],
  reversals: Map<string, Reversals>,
): Promise<void> {
  const chargeId = payments.map(({ sourceId }) => sourceId!);
  const [refunds, disputes] = await Promise.all([
    lastRefunds(
      ctx,
      payments.map(({ id }) => id),
    ),
    paymentDisputes.all(ctx, { chargeId }, { orderBy: ['createdAt', 'id'] }),
  ]);
  for (const { id, sourceId } of payments) {
    const refund = refunds.get(id);
    const dispute = disputes.findLast((each) => each.chargeId === sourceId);
    reversals.set(id, { ...(refund && { refund }), ...(dispute && { dispute }) });
  }
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
    const reversals = await reversalsOf(ctx, rows);
    return rows.map((payment) => describePayment(payment, document.currency, reversals.get(payment.id)));
  });
}

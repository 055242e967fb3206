import { type PendingPayment, selectPayments } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { type PaymentRefund, paymentRefunds } from '../tables.ts';

export const RefundInProgress = refusal(
  'refund_in_progress',
  'A payment of this document is being refunded to the card: wait for its outcome.',
  409,
);

export async function lastRefunds(ctx: TenantContext, paymentIds: string[]): Promise<Map<string, PaymentRefund>> {
  const refunds = await paymentRefunds.all(ctx, { paymentId: paymentIds }, { orderBy: ['id'] });
  return new Map(refunds.map((refund) => [refund.paymentId, refund]));
}

/** The payments that may have a refund. */
export const byCard = (payments: PendingPayment[]): string[] =>
  payments.filter(({ source }) => source === 'card').map(({ id }) => id);

/** The amount due of a document is not known while a payment of it is being refunded. */
export async function refuseRefunds(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  const payments = await selectPayments(ctx, pendingRecordId);
  const refunds = await lastRefunds(ctx, byCard(payments));
  if ([...refunds.values()].some(({ status }) => status === 'requested')) throw RefundInProgress();
}

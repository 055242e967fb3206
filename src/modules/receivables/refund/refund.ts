import type { PendingPayment, PendingRecord } from '#modules/invoicing/index.ts';
import { RefundExceedsCharge } from '#modules/payments/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { least } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import { documentCharges, type PaymentRefund, paymentRefunds } from '../tables.ts';
import { writeRefund } from './book-refund.ts';
import { refundableCharges, reserveRefund } from './charge-refunds.ts';
import { refund } from './refund-exchange.ts';
import { lastRefunds } from './refund-guard.ts';

export const RefundFailed = refusal(
  'refund_failed',
  'The provider could not refund the payment, so it remains. Try again, or refund the customer by other means.',
);

export const PaymentReturned = refusal(
  'payment_returned',
  'Returns have refunded all of this payment to the card: nothing of it is left to undo.',
);

/**
 * Requests the refund of a payment by card. A refund cannot be undone, so it must be possible to book it before the
 * provider is asked. The part that returns have refunded is not refunded again. A repetition before the outcome is known continues the same refund.
 */
export async function requestRefund(
  ctx: TenantContext,
  document: PendingRecord,
  payment: PendingPayment,
): Promise<PaymentRefund> {
  const known = (await lastRefunds(ctx, [payment.id])).get(payment.id);
  if (known?.status === 'requested') return known;
  const { currency } = await documentCharges.get(ctx, payment.sourceId!);
  if (currency !== document.currency)
    throw RefundFailed(`The card was charged in ${currency}, but the document is in ${document.currency} now.`);
  const charge = (await refundableCharges(ctx, document)).find(({ chargeId }) => chargeId === payment.sourceId);
  const amount = least(payment.amount, charge?.open ?? 0n);
  if (amount <= 0n) throw PaymentReturned();
  await tryAndRollBack(ctx, (inside) => writeRefund(inside, document, payment, amount));
  if (!(await reserveRefund(ctx, payment.sourceId!, amount))) throw RefundExceedsCharge();
  const requested = await paymentRefunds.insert(ctx, {
    paymentId: payment.id,
    amount,
    status: 'requested',
    createdAt: realNow(),
  });
  await refund.begin(ctx, requested.id);
  return requested;
}

/** Does the work and rolls it back, to learn whether it is possible. */
async function tryAndRollBack(ctx: TenantContext, work: (inside: TenantContext) => Promise<unknown>): Promise<void> {
  const rolledBack = new Error('This was rolled back on purpose.');
  const outcome = await ctx.attempt(async (inside) => {
    await work(inside);
    throw rolledBack;
  });
  if (outcome.status === 'rejected' && outcome.reason !== rolledBack) throw outcome.reason;
}

/** Makes the refund, or finds out its state. */
export async function advanceRefund(ctx: TenantSteps, id: string): Promise<void> {
  const { state, problem } = await refund.advance(ctx, id);
  if (state === 'refused') throw RefundFailed(problem ?? undefined);
}

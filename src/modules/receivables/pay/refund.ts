import type { PendingPayment, PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { writeRefund } from './book-refund.ts';
import { selectDocumentCharge } from './charge.sql.ts';
import { insertRefund, type PaymentRefund, selectRefundsOf } from './refund.sql.ts';
import { refund } from './refund-exchange.ts';

export const RefundFailed = refusal(
  422,
  'refund_failed',
  'The provider could not give the money back: the payment stands. Try again, or pay the customer back by other means.',
);

/**
 * Records that a payment by card shall go back. A refund cannot be undone here, so the books must be able to take it before
 * the provider is asked. Repeated before the outcome is known, it is the same refund.
 */
export async function requestRefund(
  ctx: TenantContext,
  document: PendingRecord,
  payment: PendingPayment,
): Promise<PaymentRefund> {
  const { tx, organizationId } = ctx;
  const known = (await selectRefundsOf(tx, organizationId, [payment.id])).get(payment.id);
  if (known?.status === 'requested') return known;
  const { currency } = (await selectDocumentCharge(tx, organizationId, payment.sourceId!))!;
  if (currency !== document.currency)
    throw RefundFailed(`The card was charged in ${currency}, not as the document is now.`);
  await rehearse(ctx, (inside) => writeRefund(inside, document, payment));
  const row = { organizationId, id: newId(), paymentId: payment.id };
  const requested = await insertRefund(tx, { ...row, createdBy: ctx.userId, createdAt: realNow() });
  await refund.begin(ctx, requested.id);
  return requested;
}

/** Does something and undoes it, to learn whether it could be done. */
async function rehearse(ctx: TenantContext, work: (inside: TenantContext) => Promise<unknown>): Promise<void> {
  const curtain = new Error('This was a rehearsal.');
  const outcome = await ctx.attempt(async (inside) => {
    await work(inside);
    throw curtain;
  });
  if (outcome.status === 'rejected' && outcome.reason !== curtain) throw outcome.reason;
}

/** Gives the money back, or finds out how far that is. */
export async function advanceRefund(ctx: TenantSteps, id: string): Promise<void> {
  const { state, problem } = await refund.advance(ctx, id);
  if (state === 'refused') throw RefundFailed(problem ?? undefined);
}

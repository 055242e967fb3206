import { selectPayment } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { exchange } from '#platform/ports/exchange.ts';
import type { Settled } from '#platform/ports/exchange-declaration.ts';
import { shortened } from '#platform/text.ts';
import { bookReturned } from '../charge/book-charge.ts';
import { reopenAfterRefund } from '../dispute/book-dispute.ts';
import { paymentRefunds } from '../tables.ts';
import {
  askForRefund,
  prepareRefund,
  REASON_LENGTH_MAX,
  type RefundQuestion,
  type RefundState,
  refundSchedule,
} from './ask-refund.ts';
import { bookRefund, countAgain, holdRefund, isBackOtherwise } from './book-refund.ts';
import { releaseRefund } from './charge-refunds.ts';
import { reportRefund } from './refund-news.ts';

/** The refund of a payment by card to the card. */
export const refund = exchange<RefundQuestion, RefundState>({
  name: 'receivables/refund',
  prepare: async (ctx, id) => {
    const { paymentId, amount } = await paymentRefunds.get(ctx, id);
    const payment = (await selectPayment(ctx, paymentId))!;
    return prepareRefund(ctx, {
      id,
      chargeId: payment.sourceId!,
      amount: amount ?? payment.amount,
      counted: amount ?? 0n,
    });
  },
  ask: askForRefund,
  settle: settleRefund,
  giveUp: async (ctx, { id }) => reportRefund(ctx, await paymentRefunds.get(ctx, id), 'unknown'),
  ...refundSchedule,
});

async function settleRefund(ctx: TenantContext, { id, state, before, problem, isAwaited }: Settled<unknown>) {
  if (state === 'done') return bookRefund(ctx, id);
  if (before === 'done') return bookBounce(ctx, id);
  if (state === 'open') return reopen(ctx, id);
  const { payment, refund: requested } = await holdRefund(ctx, paymentRefunds, id);
  if (requested.status === 'requested') await releaseRefund(ctx, payment.sourceId!, requested.amount ?? 0n);
  const reason = shortened(problem ?? 'The bank did not take the money back.', REASON_LENGTH_MAX);
  const failed = await paymentRefunds.update(ctx, id, { status: 'failed', reason });
  await reopenAfterRefund(ctx, payment.sourceId!);
  if (!isAwaited) await reportRefund(ctx, failed, 'failed');
}

/** The provider refused the refund earlier, but now has it in progress. */
async function reopen(ctx: TenantContext, id: string): Promise<void> {
  const { payment, refund: failed } = await holdRefund(ctx, paymentRefunds, id);
  if (!(await isBackOtherwise(ctx, payment, failed)) && (await countAgain(ctx, payment, failed)))
    await paymentRefunds.update(ctx, id, { status: 'requested', reason: null });
}

/** The bank has returned the money to the provider: it pays the document again, and can be refunded again. */
async function bookBounce(ctx: TenantContext, id: string): Promise<void> {
  const { document, payment, refund: bounced } = await holdRefund(ctx, paymentRefunds, id);
  if (bounced.status !== 'settled' || bounced.bouncedAt) return;
  await paymentRefunds.update(ctx, id, { bouncedAt: realNow() });
  const { sourceId, accountId } = payment;
  await releaseRefund(ctx, sourceId!, bounced.amount ?? 0n);
  const isPaid = await bookReturned(ctx, document, {
    chargeId: sourceId!,
    accountId: accountId!,
    amount: bounced.amount ?? payment.amount,
    currency: document.currency,
  });
  await reopenAfterRefund(ctx, sourceId!);
  if (isPaid) await reportRefund(ctx, bounced, 'bounced');
}

import { selectPayment } from '#modules/invoicing/index.ts';
import { exchange } from '#platform/ports/exchange.ts';
import {
  askForRefund,
  prepareRefund,
  type RefundQuestion,
  type RefundState,
  refundSchedule,
} from '../refund/ask-refund.ts';
import { reportRefundOf } from '../refund/refund-news.ts';
import { returnRefunds } from '../tables.ts';
import { bookFailure, bookReturnBounce, bookReturnRefund, reopenReturnRefund } from './book-return-refund.ts';

/** The refund of a return, or of a part of it, to the card that paid. */
export const returnRefund = exchange<RefundQuestion, RefundState>({
  name: 'receivables/return-refund',
  prepare: async (ctx, id) => {
    const { chargeId, amount, status } = await returnRefunds.get(ctx, id);
    return prepareRefund(ctx, { id, chargeId, amount, counted: status === 'failed' ? 0n : amount });
  },
  ask: askForRefund,
  settle: async (ctx, { id, state, before, problem }) => {
    if (state === 'done') return bookReturnRefund(ctx, id);
    if (before === 'done') return bookReturnBounce(ctx, id);
    if (state === 'open') return reopenReturnRefund(ctx, id);
    return bookFailure(ctx, id, problem);
  },
  giveUp: async (ctx, { id }) => {
    const { paymentId } = await returnRefunds.get(ctx, id);
    await reportRefundOf(ctx, (await selectPayment(ctx, paymentId))!.pendingRecordId, 'returnUnknown');
  },
  followUpAfterSeconds: 0,
  ...refundSchedule,
});

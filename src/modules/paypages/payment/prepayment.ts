import { hostedPage } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { pageUrlOf, shareIdOf } from '../page/open.ts';
import { pagePayments, sharedPages } from '../tables.ts';
import { bookPrepaid, closeFailed } from './book.ts';

/** A page of the payment processor for money that names no document: what a contact owes, or an amount. */
export const prepayment = hostedPage({
  name: 'paypages/prepayment',
  find: async (ctx, id) => {
    const payment = await pagePayments.find(ctx, id);
    if (!payment) return null;
    const page = await sharedPages.get(ctx, payment.pageId);
    const { amount, currency, customerReference: customerId } = payment;
    const description = page.description || 'Pago a cuenta';
    const returnUrl = await returnUrlOf(ctx, id);
    return { adapter: payment.adapter!, amount, currency, customerId, description, returnUrl: returnUrl! };
  },
  settle: async (ctx, { id, state }) => (state === 'done' ? bookPrepaid(ctx, id, 'payout') : closeFailed(ctx, id)),
});

/** Where the payer of a payment returns to: its page. Null: the payment has no page. */
export async function returnUrlOf(ctx: TenantContext, paymentId: string): Promise<string | null> {
  const payment = await pagePayments.find(ctx, paymentId);
  if (!payment) return null;
  const page = await sharedPages.get(ctx, payment.pageId);
  return `${pageUrlOf(ctx, shareIdOf(ctx, page))}?payment=${paymentId}`;
}

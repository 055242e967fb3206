import { checkChargeOf } from '#modules/contacts/index.ts';
import type { ProviderNotice } from '#modules/payments/index.ts';
import { checkDocumentPage, hostedPage } from '#modules/receivables/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { pageUrlOf, shareIdOf } from '../page/open.ts';
import { payerOf } from '../page/owed.ts';
import { pagePayments, type SharedPage, sharedPages } from '../tables.ts';
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

/** Looks up the outcome of a payment of this page now. A provider that fails is asked again later. */
export async function followPayment(steps: TenantSteps, page: SharedPage, paymentId: string): Promise<void> {
  const payment = await steps.transaction((ctx) => pagePayments.find(ctx, { pageId: page.id, id: paymentId }));
  if (payment?.status !== 'requested') return;
  try {
    if (payment.channel === 'saved') await checkChargeOf(steps, paymentId);
    else if (page.kind === 'document') await checkDocumentPage(steps, paymentId);
    else if (payment.channel === 'page') await prepayment.advance(steps, paymentId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

export async function checkPrepayment(ctx: TenantContext, { subject, objectId }: ProviderNotice): Promise<void> {
  if (subject === 'charge') await prepayment.lookAt(ctx, objectId);
}

/** The contact who paid on a page that names no document. */
export async function addPrepayer(ctx: TenantContext, reference: string, prepaid: { contactId: string | null }) {
  const found = await prepayment.findByReference(ctx, reference);
  const payment = found && (await pagePayments.find(ctx, { id: found.id, status: 'settled' }));
  const page = payment && (await sharedPages.get(ctx, payment.pageId));
  if (page) prepaid.contactId = (await payerOf(ctx, page))?.id ?? null;
}

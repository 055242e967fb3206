import type { SettledCharge } from '#modules/contacts/index.ts';
import { bookPrepayment, type EndedCharge } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { preferredLanguage } from '#platform/pages/language.ts';
import { payerOf } from '../page/owed.ts';
import { type PagePayment, pagePayments, type SharedPage, sharedPages } from '../tables.ts';
import { sendReceipt } from './receipt.ts';

/** Names a payment without a document to the provider of a saved card. */
export const CAUSE = 'page-payment';

/** Books money that names no document, once. Never throw a refusal here: the provider has already moved the money. */
export async function bookPrepaid(ctx: TenantContext, id: string, holder: 'payout' | 'card'): Promise<void> {
  const payment = await pagePayments.lock(ctx, id);
  if (payment.status === 'settled') return;
  const page = await sharedPages.get(ctx, payment.pageId);
  const contact = await payerOf(ctx, page);
  const { amount, currency } = payment;
  const description = page.description || 'Pago en línea a cuenta';
  const paysInvoices = page.kind === 'contact';
  await bookPrepayment(ctx, { contactId: contact!.id, amount, currency, description, holder, paysInvoices });
  await markSettled(ctx, id);
}

export async function closeFailed(ctx: TenantContext, id: string): Promise<void> {
  await pagePayments.updateAll(ctx, { id, status: 'requested' }, { status: 'failed' });
}

async function markSettled(ctx: TenantContext, id: string): Promise<void> {
  const settled = await pagePayments.updateAll(
    ctx,
    { id, status: ['requested', 'failed'] },
    { status: 'settled', settledAt: realNow() },
  );
  if (settled > 0) ctx.enqueue(sendReceipt, { paymentId: id });
}

/** A charge for a document has ended: the payment of its page has too. */
export async function followDocumentCharge(ctx: TenantContext, { id, status }: EndedCharge): Promise<void> {
  await (status === 'settled' ? markSettled(ctx, id) : closeFailed(ctx, id));
}

/** A saved card was charged for a payment without a document. */
export async function followSavedCharge(ctx: TenantContext, { cause, status, provider }: SettledCharge): Promise<void> {
  if (cause.kind !== CAUSE) return;
  if (status === 'succeeded') await bookPrepaid(ctx, cause.id, provider === 'payproc' ? 'payout' : 'card');
  else await closeFailed(ctx, cause.id);
}

/** The key of a payment was used while this one began. Undoes what this one did; the first one is the payment. */
export class PaymentRepeated extends Error {}

/** The payment that was begun with this key on this page. */
export const findRepeated = async (
  ctx: TenantContext,
  page: SharedPage,
  paymentKey: string | undefined,
): Promise<PagePayment | undefined> =>
  paymentKey === undefined ? undefined : pagePayments.find(ctx, { pageId: page.id, paymentKey });

type Noted = Pick<PagePayment, 'id' | 'channel' | 'amount' | 'currency' | 'pendingRecordId'> & {
  paymentKey?: string | undefined;
  methodId?: string;
};

/** Notes which page a charge for a document belongs to, in the transaction that records the charge. */
export async function notePayment(ctx: TenantContext, page: SharedPage, noted: Noted): Promise<void> {
  const { paymentKey = null, methodId = null, ...payment } = noted;
  const row = {
    ...{ ...payment, pageId: page.id, paymentKey, methodId, status: 'requested' as const, createdAt: realNow() },
    language: preferredLanguage(ctx.request),
  };
  if (await pagePayments.insertUnlessTaken(ctx, row)) return;
  const isKnown = await pagePayments.exists(ctx, payment.id);
  if (!isKnown && paymentKey && (await findRepeated(ctx, page, paymentKey))) throw new PaymentRepeated();
}

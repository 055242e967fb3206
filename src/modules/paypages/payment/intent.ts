import type { z } from 'zod';
import { ensurePayer } from '#modules/contacts/index.ts';
import { brandOf } from '#modules/invoicing/index.ts';
import { isPayableNow } from '#modules/payments/index.ts';
import {
  ChargeInProgress,
  ContactRequired,
  cancelKeyOf,
  OnlinePaymentUnavailable,
  openDocumentPage,
  openMerchant,
} from '#modules/receivables/index.ts';
import type { Steps, TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { preferredLanguage } from '#platform/pages/language.ts';
import { type OpenedPage, openInSteps, pageUrlOf } from '../page/open.ts';
import { chosenAmount, owedOn, owedOnDocument, payerOf, takesCards } from '../page/owed.ts';
import { type PagePayment, pagePayments } from '../tables.ts';
import { findRepeated, notePayment, PaymentRepeated } from './book.ts';
import { describePayment } from './describe-payment.ts';
import type { NewIntent } from './payment.schema.ts';
import { prepayment } from './prepayment.ts';

type Given = z.output<typeof NewIntent>;
const TURNS_MAX = 3;

/**
 * Opens the page of the payment processor on which the chosen amount is paid. There is one open payment for each page, so a
 * double click and a retry lead to the same one.
 */
export async function createIntent(outside: Steps, shareId: string, given: Given) {
  const opened = await openInSteps(outside, shareId);
  const { steps, page } = opened;
  const repeated = await steps.transaction(async (ctx) => {
    if (!(await takesCards(ctx))) throw OnlinePaymentUnavailable();
    return findRepeated(ctx, page, given.paymentKey);
  });
  if (repeated && repeated.status !== 'requested') return answer(opened, repeated, null);
  const customerReference = given.saveMethod ? await ensureCustomer(opened) : null;
  const open = page.kind === 'document' ? openForDocument : openPrepayment;
  const { payment, url } = await open(opened, given, customerReference).catch(async (error: unknown) => {
    if (!(error instanceof PaymentRepeated)) throw error;
    const first = await steps.transaction((ctx) => findRepeated(ctx, page, given.paymentKey));
    return { payment: first!, url: null };
  });
  return answer(opened, payment, url);
}

const answer = ({ steps, page, shareId }: OpenedPage, payment: PagePayment, url: string | null) =>
  steps.transaction(async (ctx) => {
    const { id: paymentId, amount, currency, status } = await describePayment(ctx, page, payment);
    return {
      organization: await brandOf(ctx),
      pageUrl: pageUrlOf(ctx, shareId),
      paymentId,
      amount,
      currency,
      status,
      url,
    };
  });

/** The contact as a customer of the processor, so that their card can be saved. */
async function ensureCustomer({ steps, page }: OpenedPage): Promise<string> {
  const contact = await steps.transaction((ctx) => payerOf(ctx, page));
  if (!contact) throw ContactRequired();
  return (await ensurePayer(steps, contact.id)).customerId;
}

async function openForDocument({ steps, page }: OpenedPage, given: Given, customerReference: string | null) {
  const { charge, url } = await openDocumentPage(steps, {
    pendingRecordId: page.pendingRecordId!,
    customerReference,
    amountOf: async (ctx, document) => chosenAmount(await owedOnDocument(ctx, page, document), given),
    note: (ctx, { id, amount, currency, pendingRecordId }) => {
      const { paymentKey } = given;
      return notePayment(ctx, page, { id, channel: 'page', pendingRecordId, paymentKey, amount, currency });
    },
  });
  const { id, amount, currency, createdAt, pendingRecordId } = charge;
  const known = await steps.transaction((ctx) => pagePayments.find(ctx, id));
  return { payment: known ?? blank({ id, pageId: page.id, pendingRecordId, amount, currency, createdAt }), url };
}

type Known = Pick<PagePayment, 'id' | 'pageId' | 'pendingRecordId' | 'amount' | 'currency' | 'createdAt'>;

/** The payment of another page of the same document, as this page sees it. */
const blank = (payment: Known): PagePayment => ({
  ...payment,
  channel: 'page',
  paymentKey: null,
  adapter: null,
  customerReference: null,
  methodId: null,
  language: null,
  status: 'requested',
  settledAt: null,
});

/** The same for money that names no document. An open payment of another amount is closed first. */
async function openPrepayment({ steps, page }: OpenedPage, given: Given, customerReference: string | null) {
  if (!(await isPayableNow(steps))) throw OnlinePaymentUnavailable();
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { payment, amount } = await steps.transaction((ctx) =>
      requestPrepayment(ctx, page, given, customerReference),
    );
    const { state, answer: answered, reference } = await prepayment.advance(steps, payment.id);
    if (state !== 'open') continue;
    const isWanted = payment.amount === amount && payment.customerReference === customerReference;
    if (answered?.url && isWanted) return { payment, url: answered.url };
    if (answered?.state === 'processing') break;
    if (reference) await closePrepayment(steps, payment, reference);
  }
  throw ChargeInProgress();
}

async function requestPrepayment(
  ctx: TenantContext,
  page: OpenedPage['page'],
  given: Given,
  customerReference: string | null,
): Promise<{ payment: PagePayment; amount: bigint }> {
  const owed = await owedOn(ctx, page);
  const amount = chosenAmount(owed, given);
  const merchant = await openMerchant(ctx);
  if (!merchant) throw OnlinePaymentUnavailable();
  const row = {
    ...({ id: newId(), pageId: page.id, channel: 'page', status: 'requested' } as const),
    amount,
    currency: owed.currency,
    adapter: merchant.adapter,
    customerReference,
    paymentKey: given.paymentKey ?? null,
    language: preferredLanguage(ctx.request),
    createdAt: realNow(),
  };
  const recorded = await pagePayments.insertUnlessTaken(ctx, row);
  if (recorded) await prepayment.begin(ctx, recorded.id);
  const open = recorded ?? (await pagePayments.find(ctx, { pageId: page.id, channel: 'page', status: 'requested' }));
  if (!open) throw new PaymentRepeated();
  return { payment: open, amount };
}

async function closePrepayment(steps: TenantSteps, payment: PagePayment, reference: string): Promise<void> {
  const merchant = await steps.transaction(openMerchant);
  if (merchant?.adapter === payment.adapter) await merchant.account.cancelCharge(reference, cancelKeyOf(payment.id));
  await prepayment.advance(steps, payment.id);
}

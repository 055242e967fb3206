import type { z } from 'zod';
import { chargeContact } from '#modules/contacts/index.ts';
import { type DeclineReason, paymentDeclined } from '#modules/payments/index.ts';
import { ChargeInProgress, chargeDocument, OnlinePaymentUnavailable } from '#modules/receivables/index.ts';
import type { Steps, TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { preferredLanguage } from '#platform/pages/language.ts';
import { isNo } from '#platform/ports/exchange-declaration.ts';
import { headOf, type OpenedPage, openInSteps } from '../page/open.ts';
import { chosenAmount, owedOn, takesCards } from '../page/owed.ts';
import { requireProof } from '../proof/proof.ts';
import { type PagePayment, pagePayments } from '../tables.ts';
import { CAUSE, closeFailed, findRepeated, notePayment, PaymentRepeated } from './book.ts';
import { describePayment } from './describe-payment.ts';
import type { SavedPayment } from './payment.schema.ts';
import { returnUrlOf } from './prepayment.ts';

type Given = z.output<typeof SavedPayment>;

/** Pays with a saved card of the contact, on behalf of a visitor who proved to be the contact. */
export async function payWithSaved(outside: Steps, shareId: string, given: Given) {
  const opened = await openInSteps(outside, shareId);
  const { steps, page } = opened;
  const repeated = await steps.transaction(async (ctx) => {
    await requireProof(ctx, page, given.proof, given.paymentMethodId);
    if (!(await takesCards(ctx))) throw OnlinePaymentUnavailable();
    return findRepeated(ctx, page, given.paymentKey);
  });
  if (repeated && repeated.status !== 'requested') return answerRepeated(opened, repeated);
  const pay = page.kind === 'document' ? payDocument : payOnAccount;
  try {
    return await pay(opened, given);
  } catch (error) {
    if (!(error instanceof PaymentRepeated)) throw error;
    const first = await steps.transaction((ctx) => findRepeated(ctx, page, given.paymentKey));
    return answerRepeated(opened, first!);
  }
}

async function answerRepeated(opened: OpenedPage, payment: PagePayment) {
  const { steps, page } = opened;
  const view = await steps.transaction((ctx) => describePayment(ctx, page, payment));
  if (view.status === 'failed' || view.status === 'canceled')
    throw paymentDeclined((view.declineReason as DeclineReason | null) ?? 'declined');
  const status = view.status === 'open' ? ('processing' as const) : view.status;
  const { id: paymentId, amount, currency } = view;
  return { ...(await headOf(opened)), paymentId, amount, currency, status, actionUrl: null };
}

async function payDocument(opened: OpenedPage, given: Given) {
  const { steps, page } = opened;
  const owed = await steps.transaction((ctx) => owedOn(ctx, page));
  const amount = chosenAmount(owed, given);
  const { paymentMethodId } = given;
  const wanted = {
    id: page.pendingRecordId!,
    paymentMethodId,
    offSession: false,
    amount: fromMinor(amount, owed.currency),
  };
  const made = await chargeDocument(steps, wanted, async (ctx, { id, currency, pendingRecordId, amount: recorded }) => {
    const payment = { id, currency, amount: recorded, channel: 'saved', methodId: paymentMethodId } as const;
    await notePayment(ctx, page, { ...payment, pendingRecordId, paymentKey: given.paymentKey });
    return returnUrlOf(ctx, id);
  });
  const { id: paymentId, status, actionUrl, currency } = made;
  return { ...(await headOf(opened)), paymentId, amount: made.amount, currency, status, actionUrl };
}

/** Money that names no document. */
async function payOnAccount(opened: OpenedPage, given: Given) {
  const { steps, page } = opened;
  const { payment, contactId, returnUrl } = await steps.transaction((ctx) => requestSaved(ctx, opened, given));
  const { id, amount, currency } = payment;
  const wanted = { contactId, methodId: given.paymentMethodId, amount, currency, returnUrl, offSession: false };
  const how = { description: page.description || 'Pago a cuenta', idempotencyKey: id, cause: { kind: CAUSE, id } };
  const made = await chargeContact(steps, { ...wanted, ...how }).catch(async (error: unknown) => {
    if (isNo(error)) await steps.transaction((ctx) => closeFailed(ctx, id));
    throw error;
  });
  if (made.status === 'failed') throw paymentDeclined(made.declineReason as DeclineReason);
  const status = made.status === 'requested' ? ('processing' as const) : made.status;
  const money = { amount: fromMinor(amount, currency), currency };
  return { ...(await headOf(opened)), paymentId: id, ...money, status, actionUrl: made.actionUrl };
}

async function requestSaved(ctx: TenantContext, { page }: OpenedPage, given: Given) {
  const contactId = await requireProof(ctx, page, given.proof, given.paymentMethodId);
  const owed = await owedOn(ctx, page);
  const open = await pagePayments.find(ctx, { pageId: page.id, channel: 'saved', status: 'requested' });
  const amount =
    open && given.what === undefined && given.amount === undefined ? open.amount : chosenAmount(owed, given);
  const row = {
    ...({ id: newId(), pageId: page.id, channel: 'saved', status: 'requested' } as const),
    amount,
    currency: owed.currency,
    methodId: given.paymentMethodId,
    paymentKey: given.paymentKey ?? null,
    language: preferredLanguage(ctx.request),
    createdAt: realNow(),
  };
  const recorded = open ? undefined : await pagePayments.insertUnlessTaken(ctx, row);
  const payment = open ?? recorded;
  if (!payment) throw new PaymentRepeated();
  if (payment.methodId !== given.paymentMethodId || payment.amount !== amount) throw ChargeInProgress();
  return { payment, contactId, returnUrl: (await returnUrlOf(ctx, payment.id))! };
}

import { z } from 'zod';
import { notifyOwner } from '#modules/collaboration/index.ts';
import { requireActiveMethod } from '#modules/contacts/index.ts';
import { brandOf, selectDueInvoices, selectPayments, selectPendingRecord } from '#modules/invoicing/index.ts';
import { chargeDocument, type DocumentCharge, instalmentsOf, payFromBalance } from '#modules/receivables/index.ts';
import type { TenantContext, TenantSteps, WorkContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { inEachLanguage, type Language } from '#platform/pages/language.ts';
import { isNo } from '#platform/ports/exchange-declaration.ts';
import { Refusal } from '#platform/refusal.ts';
import { openPage, pageUrlOf } from '../page/open.ts';
import { notePayment } from '../payment/book.ts';
import { sendBalanceReceipt } from '../payment/receipt.ts';
import { requireProof } from '../proof/proof.ts';
import { autoChargeAttempts, autoCharges, sharedPages } from '../tables.ts';
import { autoCharging, nextTimeAt } from '../ticks.ts';

const CHARGED_AT_HOUR = 8;
/** Days after a decline until the next attempt; after the last one a person must act. */
const RETRIED_AFTER_DAYS = [1, 3, 5];
const INVOICES_AT_ONCE = 1000;
const INVOICES_PER_DAY = 100_000;
const CONTACTS_MAX = 10_000;

/** The contact lets their invoices be charged to a saved card on the day they fall due, or ends it. */
export async function setAutoCharge(
  work: WorkContext,
  shareId: string,
  given: { proof: string; paymentMethodId: string; enabled: boolean },
) {
  const { ctx, page } = await openPage(work, shareId);
  const contactId = await requireProof(ctx, page, given.proof, given.paymentMethodId);
  await requireActiveMethod(ctx, contactId, given.paymentMethodId);
  await autoCharges.delete(ctx, { contactId });
  if (given.enabled) {
    const row = { contactId, methodId: given.paymentMethodId, pageId: page.id, startedAt: ctx.now };
    await autoCharges.insert(ctx, row);
    await forgetAttempts(ctx, contactId);
    ctx.wakeAt(autoCharging, ctx.now);
  }
  const head = { organization: await brandOf(ctx), pageUrl: pageUrlOf(ctx, shareId) };
  return { ...head, enabled: given.enabled, paymentMethodId: given.paymentMethodId };
}

/** Invoices that an earlier card did not pay are tried again: the contact may have agreed with another card. */
async function forgetAttempts(ctx: TenantContext, contactId: string): Promise<void> {
  const page = { after: null, limit: INVOICES_AT_ONCE };
  const due = await selectDueInvoices(ctx, [contactId], ctx.today.toString(), page);
  await autoChargeAttempts.delete(ctx, { pendingRecordId: due.map(({ id }) => id) });
}

/** Has the due invoices of these contacts charged, and answers when to look again: the next morning. */
export async function tickAutoCharges(
  ctx: TenantContext,
  { atOnce = INVOICES_AT_ONCE }: { atOnce?: number } = {},
): Promise<Temporal.Instant | null> {
  const agreed = await autoCharges.all(ctx, {}, { orderBy: ['contactId'], limit: CONTACTS_MAX });
  if (agreed.length === 0) return null;
  const methodOf = new Map(agreed.map(({ contactId, methodId }) => [contactId, methodId]));
  for await (const { id, contactId } of invoicesToCharge(ctx, [...methodOf.keys()], atOnce)) {
    ctx.enqueue(chargeWhenDue, { pendingRecordId: id, methodId: methodOf.get(contactId)! });
  }
  return nextTimeAt(ctx, CHARGED_AT_HOUR);
}

/** The due invoices of contacts, without those that wait for their next attempt or for a person. */
async function* invoicesToCharge(ctx: TenantContext, contactIds: string[], atOnce: number) {
  const today = ctx.today.toString();
  let after: { dueOn: string; id: string } | null = null;
  for (let read = 0; read < INVOICES_PER_DAY; read += atOnce) {
    const due: Awaited<ReturnType<typeof selectDueInvoices>> = await selectDueInvoices(ctx, contactIds, today, {
      after,
      limit: atOnce,
    });
    const tried = await autoChargeAttempts.all(ctx, { pendingRecordId: due.map(({ id }) => id) });
    const isWaiting = new Set(
      tried.filter(({ nextOn }) => nextOn === null || nextOn > today).map(({ pendingRecordId }) => pendingRecordId),
    );
    yield* due.filter(({ id }) => !isWaiting.has(id));
    after = due.at(-1) ?? null;
    if (due.length < atOnce) return;
  }
}

/** A charge whose outcome is unknown is continued by the next attempt, so a job that runs twice charges once. */
export const chargeWhenDue = tenantJob({
  name: 'paypages/auto-charge',
  payload: { pendingRecordId: z.uuid(), methodId: z.uuid() },
  run: async (steps, { pendingRecordId, methodId }) => {
    const isDue = await steps.transaction(
      async (ctx) =>
        (await takeAttempt(ctx, pendingRecordId)) && !(await isPaidInAdvance(ctx, pendingRecordId, methodId)),
    );
    if (isDue) await charge(steps, pendingRecordId, methodId);
  },
});

/** Records the attempt before it is made: the next day plans the next one. */
async function takeAttempt(ctx: TenantContext, pendingRecordId: string): Promise<boolean> {
  const document = await selectPendingRecord(ctx, pendingRecordId);
  // Instalments are paid by their own plan.
  if (!document?.isOpen || (await instalmentsOf(ctx, pendingRecordId))) return false;
  // The business gave the money back to the card: only a person may take it again.
  const payments = await selectPayments(ctx, pendingRecordId);
  if (payments.some(({ source, voidedAt }) => source === 'card' && voidedAt !== null)) return false;
  const today = ctx.today.toString();
  const known = await autoChargeAttempts.find(ctx, { pendingRecordId }, { lock: 'FOR UPDATE' });
  if (known && (known.nextOn === null || known.nextOn > today)) return false;
  const made = known?.attempts ?? 0;
  const days = RETRIED_AFTER_DAYS[made];
  const nextOn = days === undefined ? null : ctx.today.add({ days }).toString();
  if (!known)
    return (await autoChargeAttempts.insertUnlessTaken(ctx, { pendingRecordId, attempts: 1, nextOn })) !== undefined;
  await autoChargeAttempts.updateAll(ctx, { pendingRecordId }, { attempts: made + 1, nextOn });
  return true;
}

/** Money paid in advance pays first. Where it pays all, nothing is charged, and the contact gets a receipt of that. */
async function isPaidInAdvance(ctx: TenantContext, pendingRecordId: string, methodId: string): Promise<boolean> {
  if (!(await payFromBalance(ctx, pendingRecordId))) return false;
  const agreed = await autoCharges.find(ctx, { methodId });
  if (agreed) ctx.enqueue(sendBalanceReceipt, { pageId: agreed.pageId, pendingRecordId });
  return true;
}

async function charge(steps: TenantSteps, id: string, paymentMethodId: string): Promise<void> {
  try {
    await chargeDocument(steps, { id, paymentMethodId, offSession: true }, noteOnPage);
  } catch (error) {
    // The exchange finds out the outcome of a charge without an answer.
    if (isNo(error)) await steps.transaction((ctx) => report(ctx, id, reasonOf(error)));
    else if (!(error instanceof Refusal)) throw error;
  }
}

/** The payment belongs to the page on which the contact agreed, so they get its receipt. */
async function noteOnPage(ctx: TenantContext, charge: DocumentCharge): Promise<null> {
  const { id, amount, currency, pendingRecordId, methodId } = charge;
  const agreed = await autoCharges.find(ctx, { methodId: methodId! });
  if (!agreed) return null;
  const page = await sharedPages.get(ctx, agreed.pageId);
  await notePayment(ctx, page, { id, amount, currency, pendingRecordId, channel: 'saved', methodId: methodId! });
  return null;
}

const DECLINED = { es: 'El banco rechazó la tarjeta.', en: 'The bank declined the card.' };
const UNUSABLE = { es: 'La tarjeta ya no se puede usar.', en: 'The card can no longer be used.' };

/** Why a charge failed, as the owner reads it. */
const reasons: Record<string, Record<Language, string>> = {
  declined: DECLINED,
  insufficient_funds: { es: 'La tarjeta no tiene fondos suficientes.', en: 'The card has insufficient funds.' },
  expired_card: { es: 'La tarjeta venció.', en: 'The card has expired.' },
  limit_exceeded: { es: 'El cobro supera el límite de la tarjeta.', en: 'The charge exceeds the limit of the card.' },
  method_unusable: UNUSABLE,
  authentication_required: {
    es: 'El banco pide que el cliente confirme el pago.',
    en: 'The bank asks the customer to confirm the payment.',
  },
  payment_declined: DECLINED,
  payment_method_inactive: UNUSABLE,
  payment_method_unknown: UNUSABLE,
  period_locked: { es: 'El período contable está cerrado.', en: 'The accounting period is locked.' },
  merchant_not_ready: {
    es: 'La cuenta para cobrar en línea no está lista.',
    en: 'The account for online payments is not ready.',
  },
  provider_refused: {
    es: 'El procesador de pagos no aceptó el cobro.',
    en: 'The payment processor did not accept the charge.',
  },
};

const reasonOf = ({ kind, errors, message }: Refusal): Record<Language, string> =>
  reasons[errors[0]?.code ?? ''] ?? reasons[kind.code] ?? inEachLanguage(() => message);

async function report(ctx: TenantContext, pendingRecordId: string, reason: Record<Language, string>): Promise<void> {
  const [document, attempt] = await Promise.all([
    selectPendingRecord(ctx, pendingRecordId),
    autoChargeAttempts.find(ctx, { pendingRecordId }),
  ]);
  if (!document) return;
  const { number } = document;
  const next = attempt?.nextOn;
  await notifyOwner(ctx, {
    kind: 'auto-charge',
    es: {
      title: `No se pudo cobrar la factura ${number} a la tarjeta guardada`,
      body: `${reason.es} ${next ? `Se intentará otra vez el ${next}.` : 'No se intentará más.'}`,
    },
    en: {
      title: `Invoice ${number} could not be charged to the saved card`,
      body: `${reason.en} ${next ? `It will be tried again on ${next}.` : 'It will not be tried again.'}`,
    },
    data: { pendingRecordId },
  });
}

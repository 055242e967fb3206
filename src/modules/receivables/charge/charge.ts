import type { z } from 'zod';
import { type ChargeResult, chargeContact, type SettledCharge, wasAsked } from '#modules/contacts/index.ts';
import { lockPendingRecord, MoreThanDue, readRecurrent } from '#modules/invoicing/index.ts';
import { type DeclineReason, paymentDeclined } from '#modules/payments/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { isNo } from '#platform/ports/exchange-declaration.ts';
import { refusal } from '#platform/refusal.ts';
import { refuseInstalments } from '../credit/instalments-guard.ts';
import { afterDocumentCharge } from '../hooks.ts';
import { requirePayable } from '../pay/pay.ts';
import { ContactRequired, NotForPurchases } from '../pay/sources.ts';
import { type DocumentCharge, documentCharges } from '../tables.ts';
import { bookCharge } from './book-charge.ts';
import type { NewDocumentCharge } from './charge.schema.ts';
import { findRequested, recordCharge } from './request-charge.ts';

export const ChargeInProgress = refusal(
  'charge_in_progress',
  'The outcome of an earlier charge for this document is not known yet: repeat that charge, or wait for its outcome.',
  409,
);

const CAUSE = 'document-charge';
/** The exchange with the provider is not followed up for longer than a week. */
const FOLLOWED_DAYS = 8;
/** A request that records a charge begins the exchange at once, or has died. */
const BEGUN_WITHIN_MINUTES = 5;

/** Notes a charge in the transaction that records it. Its answer is where the contact returns to from their bank. */
type NoteCharge = (ctx: TenantContext, charge: DocumentCharge) => Promise<string | null | undefined>;

/** Charges a saved method of the contact for a document. A repetition before the outcome is known continues the same charge. */
export async function chargeDocument(
  ctx: TenantSteps,
  given: z.output<typeof NewDocumentCharge>,
  note: NoteCharge = async () => given.returnUrl,
) {
  const { charge, contactId, number, returnUrl } = await ctx.transaction(async (inside) => {
    const requested = await requestCharge(inside, given);
    return { ...requested, returnUrl: await note(inside, requested.charge) };
  });
  const made = await askContact(ctx, charge, {
    contactId,
    description: `Factura ${number}`,
    ...(returnUrl && { returnUrl }),
    offSession: given.offSession,
  });
  if (made.status === 'failed') throw paymentDeclined(made.declineReason as DeclineReason);
  return {
    id: charge.id,
    status: made.status === 'requested' ? ('processing' as const) : made.status,
    amount: fromMinor(charge.amount, charge.currency),
    currency: charge.currency,
    actionUrl: made.actionUrl,
    document: await ctx.transaction((inside) => readRecurrent(inside, given.id)),
  };
}

async function requestCharge(ctx: TenantContext, given: z.output<typeof NewDocumentCharge>) {
  const document = await lockPendingRecord(ctx, given.id);
  const { contactId, currency, number, balance } = document;
  if (document.direction === 'purchase') throw NotForPurchases.at('body.id');
  if (!contactId) throw ContactRequired();
  await closeForgotten(ctx, given.id);
  const open = await findRequested(ctx, { pendingRecordId: given.id, channel: 'saved' });
  const amount = given.amount === undefined ? (open?.amount ?? balance) : toMinor(given.amount, currency);
  if (open) {
    if (open.methodId !== given.paymentMethodId || open.amount !== amount) throw ChargeInProgress();
    return { charge: open, contactId, number };
  }
  requirePayable(document);
  await refuseInstalments(ctx, given.id);
  if (amount > balance) throw MoreThanDue();
  const { charge } = await recordCharge(ctx, {
    pendingRecordId: given.id,
    channel: 'saved',
    methodId: given.paymentMethodId,
    adapter: null,
    amount,
    currency,
    createdBy: ctx.userId,
  });
  return { charge, contactId, number };
}

/** Closes a charge that is no longer followed up or never reached the provider, so that a new one can be made. */
export async function closeForgotten(ctx: TenantContext, documentId: string): Promise<void> {
  const open = await findRequested(ctx, { pendingRecordId: documentId, channel: 'saved' });
  if (!open) return;
  const age = realNow().since(Temporal.Instant.from(open.createdAt));
  const isOver =
    age.total('hours') > FOLLOWED_DAYS * 24 ||
    (age.total('minutes') > BEGUN_WITHIN_MINUTES && !(await wasAsked(ctx, open.id)));
  if (isOver) await closeFailed(ctx, open.id);
}

async function askContact(
  ctx: TenantSteps,
  { id, methodId, amount, currency }: DocumentCharge,
  details: { contactId: string; description: string; offSession: boolean; returnUrl?: string },
): Promise<ChargeResult> {
  const cause = { kind: CAUSE, id };
  try {
    return await chargeContact(ctx, { ...details, methodId: methodId!, amount, currency, idempotencyKey: id, cause });
  } catch (error) {
    if (isNo(error)) await ctx.transaction((inside) => closeFailed(inside, id));
    throw error;
  }
}

async function closeFailed(ctx: TenantContext, id: string): Promise<void> {
  const closed = await documentCharges.updateAll(ctx, { id, status: 'requested' }, { status: 'failed' });
  if (closed > 0) await afterDocumentCharge(ctx, { ...(await documentCharges.get(ctx, id)), status: 'failed' });
}

/** Books the outcome of a charge for a document. */
export async function settleDocumentCharge(ctx: TenantContext, { cause, status, provider }: SettledCharge) {
  if (cause.kind !== CAUSE) return;
  if (status === 'succeeded') await bookCharge(ctx, cause.id, provider === 'payproc' ? 'payout' : 'card');
  else await closeFailed(ctx, cause.id);
}

import { type ChargeResult, chargeContact, type SettledCharge, wasAsked } from '#modules/contacts/index.ts';
import { lockPendingRecord, MoreThanDue, readRecurrent } from '#modules/invoicing/index.ts';
import { type DeclineReason, paymentDeclined } from '#modules/payments/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { isNo } from '#platform/ports/exchange-declaration.ts';
import { refusal } from '#platform/refusal.ts';
import { refuseInstalments } from '../credit/instalments-guard.ts';
import { bookCharge } from './book-charge.ts';
import {
  type DocumentCharge,
  insertRequested,
  lockDocumentCharge,
  selectRequested,
  updateDocumentCharge,
} from './charge.sql.ts';
import { requirePayable } from './pay.ts';
import { ContactRequired, NotForPurchases } from './sources.ts';

export const ChargeInProgress = refusal(
  409,
  'charge_in_progress',
  'Whether an earlier charge for this document was made is not known yet: repeat that one, or wait for its outcome.',
);

const CAUSE = 'document-charge';
/** The exchange with the provider is not followed up for longer than a week. */
const FOLLOWED_DAYS = 8;
/** A request that records a charge begins the exchange at once, or has died. */
const BEGUN_WITHIN_MINUTES = 5;

export interface GivenCharge {
  id: string;
  paymentMethodId: string;
  amount?: string | undefined;
  offSession: boolean;
  returnUrl?: string | undefined;
}

/** Charges a saved method of the contact for a document. Repeated before the outcome is known, it is the same charge. */
export async function chargeDocument(ctx: TenantSteps, given: GivenCharge) {
  const { charge, contactId, number } = await ctx.transaction((inside) => requestCharge(inside, given));
  const made = await askContact(ctx, charge, {
    contactId,
    description: `Factura ${number}`,
    ...(given.returnUrl && { returnUrl: given.returnUrl }),
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

async function requestCharge(ctx: TenantContext, given: GivenCharge) {
  const document = await lockPendingRecord(ctx, given.id);
  const { contactId, currency, number, balance } = document;
  if (document.direction === 'purchase') throw NotForPurchases();
  if (!contactId) throw ContactRequired();
  const { tx, organizationId } = ctx;
  await closeForgotten(ctx, given.id);
  const open = await selectRequested(tx, organizationId, given.id, 'saved');
  const amount = given.amount === undefined ? (open?.amount ?? balance) : toMinor(given.amount, currency);
  if (open) {
    if (open.methodId !== given.paymentMethodId || open.amount !== amount) throw ChargeInProgress();
    return { charge: open, contactId, number };
  }
  requirePayable(document);
  await refuseInstalments(ctx, given.id);
  if (amount > balance) throw MoreThanDue();
  const row = { id: newId(), pendingRecordId: given.id, channel: 'saved' as const, methodId: given.paymentMethodId };
  const whose = { adapter: null, createdBy: ctx.userId, createdAt: realNow() };
  await insertRequested(tx, organizationId, { ...row, ...whose, amount, currency });
  const charge = await selectRequested(tx, organizationId, given.id, 'saved');
  if (!charge) throw new RetryTransaction();
  return { charge, contactId, number };
}

/** Closes a charge that is not followed up any more, or for which the provider was never asked, so that another can be made. */
async function closeForgotten(ctx: TenantContext, documentId: string): Promise<void> {
  const open = await selectRequested(ctx.tx, ctx.organizationId, documentId, 'saved');
  if (!open) return;
  const age = realNow().since(Temporal.Instant.from(open.createdAt));
  const isOver =
    age.total('hours') > FOLLOWED_DAYS * 24 ||
    (age.total('minutes') > BEGUN_WITHIN_MINUTES && !(await wasAsked(ctx, open.id)));
  if (isOver) await updateDocumentCharge(ctx.tx, ctx.organizationId, open.id, { status: 'failed' });
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
  const charge = await lockDocumentCharge(ctx.tx, ctx.organizationId, id);
  if (charge?.status === 'requested') await updateDocumentCharge(ctx.tx, ctx.organizationId, id, { status: 'failed' });
}

/** Books the outcome of a charge that was made for a document. */
export async function settleDocumentCharge(ctx: TenantContext, { cause, status, provider }: SettledCharge) {
  if (cause.kind !== CAUSE) return;
  if (status === 'succeeded') await bookCharge(ctx, cause.id, provider === 'payproc' ? 'payout' : 'card');
  else await closeFailed(ctx, cause.id);
}

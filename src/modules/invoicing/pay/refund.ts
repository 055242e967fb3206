import { z } from 'zod';
import { findTaken } from '#modules/contacts/index.ts';
import {
  ChargeElsewhere,
  giveBack,
  hoursSince,
  isNo,
  type RefundAnswer,
  type Steps,
  stepsIn,
  type TakenCharge,
} from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { job } from '#platform/jobs/job.ts';
import { refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import type { PendingPayment } from '../pending/payment.sql.ts';
import type { PendingRecord } from '../pending/pending.sql.ts';
import { bookRefund, writeRefund } from './book-refund.ts';
import { type DocumentCharge, selectDocumentCharge } from './charge.sql.ts';
import { selectPayment } from './payment.sql.ts';
import {
  insertRefund,
  lockRefund,
  type PaymentRefund,
  selectRefund,
  selectRefundsOf,
  updateRefund,
} from './refund.sql.ts';

export const RefundFailed = refusal(
  422,
  'refund_failed',
  'The provider could not give the money back: the payment stands. Try again, or pay the customer back by other means.',
);

/** How soon an outcome that nobody answered is looked for, how often one that takes its time, and for how long. */
const ASKED_AGAIN_AFTER = { minutes: 1 };
const LOOKED_AT_EVERY = { hours: 1 };
const FOLLOWED_HOURS = 14 * 24;
const REASON_LENGTH_MAX = 500;

/**
 * Writes down that a payment by card shall go back, before the provider is asked. What the provider does cannot be undone
 * here, so the books must be able to take it. Asked again before the outcome is known, it is the same one.
 */
export async function requestRefund(
  ctx: TenantContext,
  document: PendingRecord,
  payment: PendingPayment,
): Promise<PaymentRefund> {
  const { tx, organizationId } = ctx;
  const known = (await selectRefundsOf(tx, organizationId, document.id)).get(payment.id);
  if (known?.status === 'requested') return known;
  const { currency } = (await selectDocumentCharge(tx, organizationId, payment.sourceId!))!;
  if (currency !== document.currency)
    throw RefundFailed(`The card was charged in ${currency}, not as the document is now.`);
  await rehearse(ctx, (inside) => writeRefund(inside, document, payment));
  const row = { organizationId, id: newId(), paymentId: payment.id };
  const refund = await insertRefund(tx, { ...row, createdBy: ctx.userId, createdAt: realNow() });
  followLater(ctx, refund.id, ASKED_AGAIN_AFTER);
  return refund;
}

/** Does something and undoes it, to learn whether it could be done. */
async function rehearse(ctx: TenantContext, work: (inside: TenantContext) => Promise<unknown>): Promise<void> {
  const curtain = new Error('This was a rehearsal.');
  const outcome = await ctx.attempt(async (inside) => {
    await work(inside);
    throw curtain;
  });
  if (outcome.status === 'rejected' && outcome.reason !== curtain) throw outcome.reason;
}

/** Brings a refund as near to its outcome as the provider knows, however often it is tried: one refund, booked once. */
export async function settleRefund(steps: Steps, refund: PaymentRefund): Promise<PaymentRefund> {
  if (refund.status !== 'requested') return refund;
  const { state, reference } = await askProvider(steps, refund);
  if (state === 'succeeded') return steps.transaction((ctx) => bookRefund(ctx, refund.id));
  if (state === 'pending')
    return steps.transaction(({ tx, organizationId }) => updateRefund(tx, organizationId, refund.id, { reference }));
  await steps.transaction((ctx) => closeFailed(ctx, refund.id, 'The bank did not take the money back.'));
  throw RefundFailed();
}

async function askProvider(steps: Steps, refund: PaymentRefund): Promise<RefundAnswer> {
  const { payment, charge, taken } = await steps.transaction((ctx) => findMoney(ctx, refund));
  const { id, reference, createdAt: askedAt } = refund;
  try {
    if (!taken) throw ChargeElsewhere();
    return await giveBack(steps, taken, { id, amount: payment.amount, reference, askedAt, beside: charge.refund });
  } catch (error) {
    // Of one that has a name the provider says later what became of it.
    if (isNo(error) && !reference) await steps.transaction((ctx) => closeFailed(ctx, id, error.message));
    throw error;
  }
}

/** The payment, the charge that it came from, and where the provider has it. */
async function findMoney(ctx: TenantContext, { paymentId }: PaymentRefund) {
  const payment = (await selectPayment(ctx.tx, ctx.organizationId, paymentId))!;
  const charge = (await selectDocumentCharge(ctx.tx, ctx.organizationId, payment.sourceId!))!;
  return { payment, charge, taken: await takenBy(ctx, charge) };
}

async function takenBy(ctx: TenantContext, { id, adapter, chargeId }: DocumentCharge): Promise<TakenCharge | null> {
  if (!adapter) return findTaken(ctx, id);
  return chargeId ? { provider: 'payproc', adapter, reference: chargeId } : null;
}

async function closeFailed(ctx: TenantContext, id: string, reason: string): Promise<void> {
  const refund = await lockRefund(ctx.tx, ctx.organizationId, id);
  if (refund.status !== 'requested') return;
  const change = { status: 'failed' as const, reason: shortened(reason, REASON_LENGTH_MAX) };
  await updateRefund(ctx.tx, ctx.organizationId, id, change);
}

function followLater(ctx: TenantContext, refundId: string, after: Temporal.DurationLike): void {
  const { organizationId } = ctx;
  ctx.enqueue(followRefund, { organizationId, refundId }, { startAt: realNow().add(after) });
}

/** Finds out what became of a refund whose answer was lost, or which the bank takes its time for; and books it. */
export const followRefund = job({
  name: 'invoicing/follow-refund',
  // Of one that was told somebody else looks again anyway.
  payload: z.object({ organizationId: z.uuid(), refundId: z.uuid(), told: z.boolean().default(false) }),
  // With the waits between them, a day: as long as the provider may be away.
  attempts: 14,
  run: async (ctx, { organizationId, refundId, told }) => {
    const steps = stepsIn(ctx, organizationId);
    const find = () => steps.transaction(({ tx }) => selectRefund(tx, organizationId, refundId));
    const refund = await find();
    if (!refund) return;
    const after = await settleRefund(steps, refund).catch(async (error: unknown) => {
      // The provider's no is an outcome too; it was written down.
      const known = await find();
      if (known?.status !== 'failed') throw error;
      return known;
    });
    if (told || after.status !== 'requested' || hoursSince(refund.createdAt) > FOLLOWED_HOURS) return;
    await steps.transaction(async (inside) => followLater(inside, refundId, LOOKED_AT_EVERY));
  },
});

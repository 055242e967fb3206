import { z } from 'zod';
import { findTaken } from '#modules/contacts/index.ts';
import type { PendingRecord } from '#modules/invoicing/index.ts';
import { type PendingPayment, selectPayment } from '#modules/invoicing/index.ts';
import {
  ChargeElsewhere,
  giveBack,
  hoursSince,
  isNo,
  openRefundDoor,
  type RefundAnswer,
  type RefundDoor,
  type Steps,
  stepsIn,
  type TakenCharge,
  type WantedRefund,
} from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { job } from '#platform/jobs/job.ts';
import { ProviderTimeout } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { bookRefund, holdAll, isBackOtherwise, writeRefund } from './book-refund.ts';
import { type DocumentCharge, selectDocumentCharge } from './charge.sql.ts';
import {
  insertRefund,
  lockRefund,
  type PaymentRefund,
  selectRefund,
  selectRefundsOf,
  updateRefund,
} from './refund.sql.ts';
import { holdRefund, isHeld, released, releaseRefund } from './refund-hold.ts';
import { tellOwner } from './refund-news.ts';

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
  const known = (await selectRefundsOf(tx, organizationId, [payment.id])).get(payment.id);
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

/**
 * Brings a refund as near to its outcome as the provider knows, however often it is tried: one refund, booked once. One asks
 * at a time; whoever comes meanwhile finds it as it stands.
 */
export async function settleRefund(
  steps: Steps,
  refund: PaymentRefund,
  whenFailed: WhenFailed = async () => {},
): Promise<PaymentRefund> {
  if (refund.status !== 'requested') return refund;
  const { id } = refund;
  const fail = (reason: string, which?: Which) =>
    steps.transaction((ctx) => closeFailed(ctx, id, reason, whenFailed, which));
  const money = await steps.transaction((ctx) => findMoney(ctx, refund));
  const door = await openDoor(steps, money, fail);
  const holder = newId();
  const held = await steps.transaction((ctx) => holdRefund(ctx, id, holder));
  if (held.refund.status === 'failed') throw RefundFailed(held.refund.reason!);
  if (!held.isMine) return held.refund;
  const answer = await giveBack(door, wantedOf(held.refund, money)).catch(async (error: unknown) => {
    // Of one that has a name the provider says later what became of it.
    if (isNo(error) && !held.refund.reference) await fail(error.message);
    else if (isNo(error) || door.keepsKeys) await steps.transaction((ctx) => releaseRefund(ctx, id, holder));
    throw error;
  });
  const kept = await steps.transaction((ctx) => keepAnswer(ctx, id, answer));
  if (answer.state === 'succeeded') return steps.transaction((ctx) => bookRefund(ctx, id));
  if (answer.state === 'pending') return kept;
  await fail('The bank did not take the money back.');
  throw RefundFailed();
}

/**
 * The way to whoever has the money. Where it is closed now, the provider may still have given back when it was open: that is
 * an outcome only of what nobody has asked for yet.
 */
async function openDoor(
  steps: Steps,
  { taken }: Money,
  fail: (reason: string, which: Which) => Promise<void>,
): Promise<RefundDoor> {
  try {
    if (!taken) throw ChargeElsewhere();
    return await openRefundDoor(steps, taken);
  } catch (error) {
    if (isNo(error)) await fail(error.message, 'unasked');
    throw error;
  }
}

const wantedOf = ({ id, reference, askedAt }: PaymentRefund, { payment, charge }: Money): WantedRefund => ({
  id,
  reference,
  amount: payment.amount,
  beside: charge.refund,
  askedAt: askedAt ?? realNow().toString(),
  isRepeated: askedAt !== null,
});

/**
 * What the provider said, before the books are told of it: neither is lost when the other fails. Of one that was given up it
 * says that the money goes back after all, so it is awaited again.
 */
async function keepAnswer(ctx: TenantContext, id: string, { state, reference }: RefundAnswer): Promise<PaymentRefund> {
  const { payment, refund } = await holdAll(ctx, id);
  if (refund.status === 'settled') return refund;
  const isAwaitedAgain =
    refund.status === 'failed' && state !== 'failed' && !(await isBackOtherwise(ctx, payment, refund));
  if (isAwaitedAgain) followLater(ctx, id, ASKED_AGAIN_AFTER);
  return updateRefund(ctx.tx, ctx.organizationId, id, {
    reference: reference ?? refund.reference,
    ...(isAwaitedAgain && { status: 'requested' as const, reason: null }),
    ...released,
  });
}

type Money = Awaited<ReturnType<typeof findMoney>>;

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

type WhenFailed = (ctx: TenantContext, refund: PaymentRefund) => Promise<void>;
type Which = 'any' | 'unasked';

async function closeFailed(
  ctx: TenantContext,
  id: string,
  reason: string,
  whenFailed: WhenFailed,
  which: Which = 'any',
): Promise<void> {
  const refund = await lockRefund(ctx.tx, ctx.organizationId, id);
  if (refund.status !== 'requested' || (which === 'unasked' && refund.askedAt)) return;
  const change = { status: 'failed' as const, reason: shortened(reason, REASON_LENGTH_MAX) };
  await whenFailed(ctx, await updateRefund(ctx.tx, ctx.organizationId, id, { ...change, ...released }));
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
    if (told && refund.status === 'settled') return lookForBounce(steps, refund);
    const settle = async () => {
      const after = await settleRefund(steps, refund, tellFailed);
      // Held by an attempt before this one that had no answer: the queue goes on counting them.
      if (ctx.attempt > 1 && isHeld(after)) throw ProviderTimeout();
      return after;
    };
    const after = await settle().catch(async (error: unknown) => {
      // The provider's no is an outcome too; it was written down.
      const known = await find();
      if (known?.status === 'failed') return known;
      if (ctx.lastAttempt && !told) await steps.transaction((inside) => tellOwner(inside, refund, 'unknown'));
      throw error;
    });
    if (told || after.status !== 'requested') return;
    await steps.transaction((inside) => goOn(inside, after));
  },
});

const tellFailed: WhenFailed = (ctx, refund) => tellOwner(ctx, refund, 'failed');

async function goOn(ctx: TenantContext, refund: PaymentRefund): Promise<void> {
  if (hoursSince(refund.createdAt) > FOLLOWED_HOURS) return tellOwner(ctx, refund, 'unknown');
  followLater(ctx, refund.id, isHeld(refund) ? ASKED_AGAIN_AFTER : LOOKED_AT_EVERY);
}

/** A bank may send back what had gone to the card, days later. The one provider that tells of it also lets it be read. */
async function lookForBounce(steps: Steps, refund: PaymentRefund): Promise<void> {
  const money = await steps.transaction((ctx) => findMoney(ctx, refund));
  if (money.taken?.provider !== 'payproc' || !refund.reference) return;
  const { state } = await giveBack(await openRefundDoor(steps, money.taken), wantedOf(refund, money));
  if (state === 'failed') await steps.transaction((ctx) => keepBounce(ctx, refund.id));
}

async function keepBounce(ctx: TenantContext, id: string): Promise<void> {
  const refund = await lockRefund(ctx.tx, ctx.organizationId, id);
  if (refund.bouncedAt) return;
  await updateRefund(ctx.tx, ctx.organizationId, id, { bouncedAt: realNow() });
  await tellOwner(ctx, refund, 'bounced');
}

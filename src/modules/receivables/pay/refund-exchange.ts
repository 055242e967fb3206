import { findTaken } from '#modules/contacts/index.ts';
import { type PendingPayment, selectPayment } from '#modules/invoicing/index.ts';
import {
  ChargeElsewhere,
  openRefundDoor,
  type Refund,
  type RefundDoor,
  refundOnce,
  type TakenCharge,
} from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { exchange } from '#platform/ports/exchange.ts';
import type { Settled } from '#platform/ports/exchange-declaration.ts';
import { shortened } from '#platform/text.ts';
import { type DocumentCharge, documentCharges, paymentRefunds } from '../tables.ts';
import { bookMoney } from './book-charge.ts';
import { bookRefund, holdAll, isBackOtherwise } from './book-refund.ts';
import { notifyOwner } from './refund-news.ts';

const LOOKED_AT_EVERY_SECONDS = 3_600;
const FOLLOWED_SECONDS = 14 * 24 * 3_600;
const REASON_LENGTH_MAX = 500;
const states = { pending: 'open', succeeded: 'done', failed: 'refused' } as const;

interface Question {
  payment: PendingPayment;
  charge: DocumentCharge;
  door: RefundDoor;
}

/** The refund of a payment by card to the card. */
export const refund = exchange<Question, { state: Refund['state'] }>({
  name: 'receivables/refund',
  prepare: async (ctx, id) => {
    const { paymentId } = await paymentRefunds.get(ctx, id);
    const payment = (await selectPayment(ctx, paymentId))!;
    const charge = await documentCharges.get(ctx, payment.sourceId!);
    const taken = await findMoney(ctx, charge);
    if (!taken) throw ChargeElsewhere();
    return { payment, charge, door: await openRefundDoor(ctx, taken) };
  },
  ask: async ({ payment, charge, door }, { key, reference, askedAt, isKeyForgotten }) => {
    const { amount } = payment;
    const isRepeated = askedAt !== null;
    const wanted = { id: key, amount, reference, isKeyForgotten, isRepeated, otherRefunds: charge.refund };
    const made = await refundOnce(door, wanted);
    return { state: states[made.state], answer: { state: made.state }, reference: made.reference };
  },
  settle: settleRefund,
  giveUp: async (ctx, { id }) => notifyOwner(ctx, await paymentRefunds.get(ctx, id), 'unknown'),
  mayOverlap: ({ door }) => door.keepsKeys,
  lookAfter: ({ ageSeconds }) => (ageSeconds < FOLLOWED_SECONDS ? LOOKED_AT_EVERY_SECONDS : null),
  // A bank may return the money days later. The provider that notifies us of it also lets us read it.
  watchAfter: () => null,
});

async function findMoney(ctx: TenantContext, { id, adapter, chargeId }: DocumentCharge): Promise<TakenCharge | null> {
  if (!adapter) return findTaken(ctx, id);
  return chargeId ? { provider: 'payproc', adapter, reference: chargeId } : null;
}

async function settleRefund(ctx: TenantContext, { id, state, before, problem, isAwaited }: Settled<unknown>) {
  if (state === 'done') return bookRefund(ctx, id);
  if (before === 'done') return bookBounce(ctx, id);
  if (state === 'open') return reopen(ctx, id);
  const reason = shortened(problem ?? 'The bank did not take the money back.', REASON_LENGTH_MAX);
  const failed = await paymentRefunds.update(ctx, id, { status: 'failed', reason });
  if (!isAwaited) await notifyOwner(ctx, failed, 'failed');
}

/** The provider refused the refund earlier, but now has it in progress. */
async function reopen(ctx: TenantContext, id: string): Promise<void> {
  const { payment, refund: failed } = await holdAll(ctx, id);
  if (!(await isBackOtherwise(ctx, payment, failed)))
    await paymentRefunds.update(ctx, id, { status: 'requested', reason: null });
}

/** The bank has returned the money to the provider: it pays the document again, and can be refunded again. */
async function bookBounce(ctx: TenantContext, id: string): Promise<void> {
  const { document, payment, refund: bounced } = await holdAll(ctx, id);
  if (bounced.status !== 'settled' || bounced.bouncedAt) return;
  await paymentRefunds.update(ctx, id, { bouncedAt: realNow() });
  const { sourceId, accountId, amount } = payment;
  await bookMoney(ctx, document, {
    chargeId: sourceId!,
    accountId: accountId!,
    amount,
    currency: document.currency,
  });
  await notifyOwner(ctx, bounced, 'bounced');
}

import { findTaken } from '#modules/contacts/index.ts';
import { selectPayments } from '#modules/invoicing/index.ts';
import {
  ChargeElsewhere,
  openRefundConnection,
  type Refund,
  type RefundConnection,
  refundOnce,
  type TakenCharge,
} from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Attempt, Reply } from '#platform/ports/exchange-declaration.ts';
import { ProviderUnavailable } from '#platform/ports/port.ts';
import { type DocumentCharge, documentCharges, paymentRefunds, returnRefunds } from '../tables.ts';

const LOOKED_AT_EVERY_SECONDS = 3_600;
const FOLLOWED_SECONDS = 14 * 24 * 3_600;
const states = { pending: 'open', succeeded: 'done', failed: 'refused' } as const;

export const REASON_LENGTH_MAX = 500;

/** A refund of a charge, or of a part of it, that the provider is asked for. */
export interface RefundQuestion {
  amount: bigint;
  otherRefunds: bigint;
  /** Whether the outcome of another refund of the same charge is not known either. */
  hasRival: boolean;
  connection: RefundConnection;
}

export interface RefundState {
  state: Refund['state'];
}

/** `counted` is the part of the amount that `document_charges.refunded` contains. */
export async function prepareRefund(
  ctx: TenantContext,
  { id, chargeId, amount, counted }: { id: string; chargeId: string; amount: bigint; counted: bigint },
): Promise<RefundQuestion> {
  const charge = await documentCharges.get(ctx, chargeId);
  const taken = await findMoney(ctx, charge);
  if (!taken) throw ChargeElsewhere();
  return {
    amount,
    otherRefunds: charge.refund + charge.refunded - counted,
    hasRival: await hasRival(ctx, id, charge),
    connection: await openRefundConnection(ctx, taken),
  };
}

export async function askForRefund(
  { amount, otherRefunds, hasRival, connection }: RefundQuestion,
  { key, reference, askedAt, isKeyForgotten }: Attempt<RefundState>,
): Promise<Reply<RefundState>> {
  // The refunded amount of the charge would not show which of the two was made.
  if (isKeyForgotten && !reference && hasRival)
    throw ProviderUnavailable('The outcome of another refund of this charge is not known yet.');
  const isRepeated = askedAt !== null;
  const made = await refundOnce(connection, { id: key, amount, reference, isKeyForgotten, isRepeated, otherRefunds });
  return { state: states[made.state], answer: { state: made.state }, reference: made.reference };
}

/** How both kinds of refunds are followed up. */
export const refundSchedule = {
  mayOverlap: ({ connection }: RefundQuestion) => connection.keepsKeys,
  lookAfter: ({ ageSeconds }: { ageSeconds: number }) =>
    ageSeconds < FOLLOWED_SECONDS ? LOOKED_AT_EVERY_SECONDS : null,
  // A bank may return the money days later. The provider that notifies us of it also lets us read it.
  watchAfter: () => null,
};

async function findMoney(ctx: TenantContext, { id, adapter, chargeId }: DocumentCharge): Promise<TakenCharge | null> {
  if (!adapter) return findTaken(ctx, id);
  return chargeId ? { provider: 'payproc', adapter, reference: chargeId } : null;
}

async function hasRival(ctx: TenantContext, id: string, charge: DocumentCharge): Promise<boolean> {
  const payments = (await selectPayments(ctx, charge.pendingRecordId)).filter(({ sourceId }) => sourceId === charge.id);
  const [voids, returned] = await Promise.all([
    paymentRefunds.all(ctx, { paymentId: payments.map((payment) => payment.id), status: 'requested' }),
    returnRefunds.all(ctx, { chargeId: charge.id, status: 'requested' }),
  ]);
  return [...voids, ...returned].some((other) => other.id !== id);
}

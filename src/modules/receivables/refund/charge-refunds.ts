import { type PendingPayment, selectPayments } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum } from '#platform/decimal.ts';
import { documentCharges, paymentDisputes, returnRefunds } from '../tables.ts';

/** A payment by card, with how much of its charge pays the document and is not refunded for a return. */
interface RefundableCharge {
  chargeId: string;
  payment: PendingPayment;
  open: bigint;
}

/** The charges that pay a locked document, oldest first. A charge in another currency than the document's is left out. */
export async function refundableCharges(
  ctx: TenantContext,
  { id, currency }: { id: string; currency: string },
): Promise<RefundableCharge[]> {
  const payments = (await selectPayments(ctx, id)).filter(
    ({ source, voidedAt }) => source === 'card' && voidedAt === null,
  );
  const byCharge = Map.groupBy(payments, ({ sourceId }) => sourceId!);
  const charges = await documentCharges.all(ctx, { id: [...byCharge.keys()], currency }, { orderBy: ['id'] });
  const refunds = await returnRefunds.all(ctx, {
    chargeId: charges.map((charge) => charge.id),
    status: ['requested', 'settled'],
  });
  return charges.map((charge) => {
    const own = byCharge.get(charge.id)!;
    const back = refunds.filter(({ chargeId }) => chargeId === charge.id);
    const open = sum(own.map(({ amount }) => amount)) - sum(back.map(({ amount }) => amount));
    return { chargeId: charge.id, payment: own[0]!, open };
  });
}

/** Counts a refund in its charge. False: not so much is left of the charge. Lock the document first. */
export async function reserveRefund(ctx: TenantContext, chargeId: string, amount: bigint): Promise<boolean> {
  const charge = await documentCharges.lock(ctx, chargeId);
  const refunded = charge.refunded + amount;
  if (charge.refund + refunded > charge.amount) return false;
  await documentCharges.update(ctx, chargeId, { refunded });
  return true;
}

/** Whether all the money of a charge goes back to the card, or is there. */
export async function isRefunded(ctx: TenantContext, chargeId: string): Promise<boolean> {
  const { amount, refund, refunded } = await documentCharges.get(ctx, chargeId);
  return refund + refunded === amount;
}

/** Whether the bank has taken money of a charge back in a dispute, and not returned it. */
export async function isWithdrawn(ctx: TenantContext, chargeId: string): Promise<boolean> {
  const disputes = await paymentDisputes.all(ctx, { chargeId });
  return disputes.some(({ reopened, fromBalance, lost }) => reopened + fromBalance + lost > 0n);
}

/** The provider did not make the refund, or the bank returned its money. */
export async function releaseRefund(ctx: TenantContext, chargeId: string, amount: bigint): Promise<void> {
  const { refunded } = await documentCharges.lock(ctx, chargeId);
  await documentCharges.update(ctx, chargeId, { refunded: refunded - amount });
}

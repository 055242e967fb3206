import type { TenantContext } from '#platform/context.ts';
import { divideRounded, least } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { invoicePaid, invoiceUpdated } from '../events.ts';
import { beforeDebtChanged } from '../hooks.ts';
import { type PendingRecord, updatePendingRecord } from '../pending/pending.sql.ts';
import { wakeWhenDue } from '../pending/write.ts';
import { insertPayment, lockPayment, type NewPayment, type PendingPayment, voidPayment } from './payment.sql.ts';

export const NotPayable = refusal(422, 'not_payable', 'Only an issued invoice or loan can be paid.');
export const MoreThanDue = refusal(422, 'more_than_due', 'This is more than is still due.');
export const PaymentIsVoid = refusal(409, 'payment_is_void', 'This payment was taken back already.');

/**
 * What an amount settles of a document in the organization's currency: its share of the whole at the document's own rate, so
 * that any parts in any order make exactly the whole. What the money was really worth is another matter: the difference is
 * a gain or a loss.
 */
export function settledValue(document: PendingRecord, amount: bigint): bigint {
  const due = document.baseTotal - document.baseWithheld;
  const left = due - document.basePaid;
  if (amount === document.balance) return left;
  const value = divideRounded(due * (document.paid + amount), document.due) - document.basePaid;
  if (value < 0n) return 0n;
  return least(value, left);
}

/** Pays an amount of a document that is held, with what its record posted. Completed, it is announced. */
export async function settle(
  ctx: TenantContext,
  document: PendingRecord,
  payment: Omit<NewPayment, 'baseAmount'>,
): Promise<{ document: PendingRecord; payment: PendingPayment }> {
  refuseUnpayable(document);
  if (payment.amount > document.balance) throw MoreThanDue();
  if (payment.source !== 'credit') await beforeDebtChanged(ctx, document.id);
  const baseAmount = settledValue(document, payment.amount);
  const isSettled = payment.amount === document.balance;
  const [written, after] = await Promise.all([
    insertPayment(
      ctx,
      { ...payment, id: newId(), pendingRecordId: document.id, baseAmount, createdBy: ctx.userId },
      ctx.now,
    ),
    updatePendingRecord(
      ctx,
      document.id,
      {
        paid: document.paid + payment.amount,
        basePaid: document.basePaid + baseAmount,
        ...(isSettled && { paidAt: ctx.now }),
      },
      ctx.now,
    ),
  ]);
  if (isSettled && document.kind === 'invoice') ctx.emit(invoicePaid, { invoiceId: document.id });
  return { document: after, payment: written };
}

/** Takes a payment of a document back. Both are held by whoever calls; the payment stays readable. */
export async function unsettle(
  ctx: TenantContext,
  document: PendingRecord,
  paymentId: string,
): Promise<{ document: PendingRecord; payment: PendingPayment }> {
  const payment = await lockPayment(ctx, document.id, paymentId);
  if (!payment) throw NotFound();
  if (payment.voidedAt) throw PaymentIsVoid();
  if (payment.source !== 'credit') await beforeDebtChanged(ctx, document.id);
  const [taken, after] = await Promise.all([
    voidPayment(ctx, paymentId, ctx.userId, ctx.now),
    updatePendingRecord(
      ctx,
      document.id,
      { paid: document.paid - payment.amount, basePaid: document.basePaid - payment.baseAmount, paidAt: null },
      ctx.now,
    ),
  ]);
  wakeWhenDue(ctx, after);
  return { document: after, payment: taken };
}

/** Announces what is paid of an invoice now, and what was paid before. */
export function announceStanding(ctx: TenantContext, before: PendingRecord, after: PendingRecord): void {
  const standing = ({ paid, balance, state, currency }: PendingRecord) => ({
    paid: fromMinor(paid, currency),
    balance: fromMinor(balance, currency),
    state,
  });
  const editor = ctx.userId && { editorId: ctx.userId };
  ctx.emit(invoiceUpdated, { invoiceId: after.id, ...editor, old: standing(before), new: standing(after) });
}

export function refuseUnpayable({ kind, status }: PendingRecord): void {
  if (status !== 'issued' || kind === 'quote' || kind === 'order') throw NotPayable();
}

import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { divideRounded, least } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { invoicePaid, invoiceUpdated } from '../events.ts';
import { beforeDebtChanged } from '../hooks.ts';
import { wakeWhenDue } from '../pending/write.ts';
import { type PendingPayment, type PendingRecord, pendingPayments, pendingRecords } from '../tables.ts';
import { computed, isUnwritten, refuseUnpayable } from './payable.ts';
import { writePaid, writePayment } from './settle.sql.ts';

export const MoreThanDue = refusal('more_than_due', 'The amount is more than is still due: reduce it.');
export const PaymentIsVoid = refusal('payment_is_void', 'This payment is already void.', 409);

/**
 * The value of a paid amount in the organization's currency, at the document's rate: its share of the whole, so that any
 * parts in any order sum up to exactly the whole. The difference to the rate of the payment is an exchange gain or loss.
 */
export function settledValue(document: PendingRecord, amount: bigint): bigint {
  const due = document.baseTotal - document.baseWithheld;
  const left = due - document.basePaid;
  if (amount === document.balance) return left;
  const value = divideRounded(due * (document.paid + amount), document.due) - document.basePaid;
  if (value < 0n) return 0n;
  return least(value, left);
}

/** A payment with what its record posted. Amounts are minor units of the document's currency. */
type NewPayment = Pick<PendingPayment, 'source' | 'amount' | 'date'> &
  Partial<Pick<PendingPayment, 'baseAmount' | 'sourceId' | 'accountId' | 'method' | 'reference' | 'recordId'>>;

interface Settled {
  document: PendingRecord;
  payment: PendingPayment;
}

/** Pays an amount of a locked document, and announces it once nothing is due. */
export async function settle(ctx: TenantContext, document: PendingRecord, payment: NewPayment): Promise<Settled> {
  refuseUnpayable(document);
  if (payment.amount > document.balance) throw MoreThanDue();
  const { baseAmount = settledValue(document, payment.amount) } = payment;
  const isSettled = payment.amount === document.balance;
  const written: PendingPayment = {
    sourceId: null,
    accountId: null,
    method: null,
    reference: null,
    recordId: null,
    voidedAt: null,
    voidedBy: null,
    ...payment,
    id: newId(),
    pendingRecordId: document.id,
    baseAmount,
    createdBy: ctx.userId,
    createdAt: toTimestamp(ctx.now),
  };
  const paid = computed({
    ...document,
    paid: document.paid + payment.amount,
    basePaid: document.basePaid + baseAmount,
    paidAt: isSettled ? toTimestamp(ctx.now) : document.paidAt,
    updatedAt: toTimestamp(ctx.now),
  });
  const isNew = isUnwritten(document);
  const after = isNew ? paid : { ...paid, version: document.version + 1 };
  if (payment.source !== 'credit' && !isNew) await beforeDebtChanged(ctx, document.id);
  writePayment(ctx, written);
  if (!isNew) writePaid(ctx, after);
  if (isSettled && document.kind === 'invoice') ctx.emit(invoicePaid, { invoiceId: document.id });
  return { document: after, payment: written };
}

/** Voids a payment of a locked document. The payment stays readable. */
export async function unsettle(ctx: TenantContext, document: PendingRecord, paymentId: string): Promise<Settled> {
  const payment = await pendingPayments.lock(ctx, { pendingRecordId: document.id, id: paymentId });
  if (payment.voidedAt) throw PaymentIsVoid();
  if (payment.source !== 'credit') await beforeDebtChanged(ctx, document.id);
  const [voided, after] = await Promise.all([
    pendingPayments.update(ctx, paymentId, { voidedAt: ctx.now, voidedBy: ctx.userId }),
    pendingRecords.update(ctx, document.id, {
      paid: document.paid - payment.amount,
      basePaid: document.basePaid - payment.baseAmount,
      paidAt: null,
      updatedAt: ctx.now,
    }),
  ]);
  wakeWhenDue(ctx, after);
  return { document: after, payment: voided };
}

/** Emits what has changed of the paid amount, the balance, the state and the due date of an invoice. */
export function announceStanding(ctx: TenantContext, before: PendingRecord, after: PendingRecord): void {
  if (after.kind !== 'invoice') return;
  const payable = ({ paid, balance, state, dueOn, currency }: PendingRecord) => ({
    paid: fromMinor(paid, currency),
    balance: fromMinor(balance, currency),
    state,
    dueOn,
  });
  const [old, changed] = [payable(before), payable(after)];
  const fields = (Object.keys(changed) as (keyof typeof changed)[]).filter((field) => old[field] !== changed[field]);
  if (fields.length === 0) return;
  const pick = (view: typeof changed) => Object.fromEntries(fields.map((field) => [field, view[field]]));
  const editor = ctx.userId && { editorId: ctx.userId };
  ctx.emit(invoiceUpdated, { invoiceId: after.id, ...editor, old: pick(old), new: pick(changed) });
}

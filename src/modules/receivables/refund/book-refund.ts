import {
  divisionInUse,
  findAccount,
  selectPostingRules,
  selectRecord,
  writeRecord,
} from '#modules/accounting/index.ts';
import type { PendingPayment, PendingRecord } from '#modules/invoicing/index.ts';
import { announceStanding, lockPendingRecord, selectPayment, settle, unsettle } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { payOut, type Side } from '../bridge.ts';
import { noteUndone } from '../receipt/receipt.ts';
import { type PaymentRefund, paymentRefunds } from '../tables.ts';
import { reserveRefund } from './charge-refunds.ts';
import { reportRefund } from './refund-news.ts';

/** Books a refund that the provider has made: voids the payment and reopens the document. */
export async function bookRefund(ctx: TenantContext, id: string): Promise<void> {
  const { document, payment, refund } = await holdRefund(ctx, paymentRefunds, id);
  const isBack = await isBackOtherwise(ctx, payment, refund);
  if (isBack || !(await countAgain(ctx, payment, refund))) return keepAside(ctx, refund);
  const recordId = await writeRefund(ctx, document, payment, refund.amount ?? payment.amount);
  await paymentRefunds.update(ctx, id, { status: 'settled', recordId, reason: null });
}

/** A refund that failed was released from its charge. False: other refunds have used that part of the charge. */
export const countAgain = async (
  ctx: TenantContext,
  { sourceId }: PendingPayment,
  { status, amount }: PaymentRefund,
): Promise<boolean> => status !== 'failed' || reserveRefund(ctx, sourceId!, amount ?? 0n);

/** Locks the document before the refund, as every transaction does. */
export async function holdRefund<R extends { paymentId: string }>(ctx: TenantContext, refunds: Refunds<R>, id: string) {
  const { paymentId } = await refunds.get(ctx, id);
  const { pendingRecordId } = (await selectPayment(ctx, paymentId))!;
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const refund = await refunds.lock(ctx, id);
  return { document, refund, payment: (await selectPayment(ctx, paymentId))! };
}

/** The table of the refunds of payments or of returns. */
interface Refunds<R> {
  get(ctx: TenantContext, id: string): Promise<R>;
  lock(ctx: TenantContext, id: string): Promise<R>;
}

/** Whether the payment is void, or has another refund that did not fail. */
export async function isBackOtherwise(ctx: TenantContext, { voidedAt }: PendingPayment, refund: PaymentRefund) {
  if (voidedAt !== null) return true;
  const others = await paymentRefunds.all(ctx, { paymentId: refund.paymentId, status: ['requested', 'settled'] });
  return others.some(({ id }) => id !== refund.id);
}

/** A payment is voided once. If its money may have been refunded twice, the owner must check it. */
async function keepAside(ctx: TenantContext, refund: PaymentRefund): Promise<void> {
  ctx.log.error({ refundId: refund.id }, 'a refund succeeded but is not booked: its payment has another refund');
  await reportRefund(ctx, refund, 'twice');
}

/**
 * The money leaves the provider today, so the refund is its own record and the record of the payment stays, even in a closed
 * period. An overpayment stays balance of the contact. The part of the payment that returns have refunded to the card stays
 * a payment: the customer has it back without owing it again.
 */
export async function writeRefund(
  ctx: TenantContext,
  document: PendingRecord,
  payment: PendingPayment,
  amount: bigint,
): Promise<string> {
  const after = await withdrawPayment(ctx, document, payment, amount);
  const rules = await selectPostingRules(ctx);
  const owed = { chartAccountId: rules.get('receivable')!, value: document.basePaid - after.basePaid };
  const written = await writePayOut(ctx, { document, payment, amount, owed, rules });
  announceStanding(ctx, document, after);
  return written;
}

/** Voids a payment, or an amount of it: the rest becomes a payment of its own. Answers the document. */
export async function withdrawPayment(
  ctx: TenantContext,
  document: PendingRecord,
  payment: PendingPayment,
  amount: bigint,
): Promise<PendingRecord> {
  const { document: open } = await unsettle(ctx, document, payment.id);
  const kept = payment.amount - amount;
  const { source, sourceId, date, accountId, method, reference, recordId } = payment;
  const money = { source, sourceId, date, accountId, method, reference, recordId };
  const after = kept > 0n ? (await settle(ctx, open, { ...money, amount: kept })).document : open;
  if (recordId) await noteUndone(ctx, recordId);
  return after;
}

/** Writes the record of money that a provider has refunded: it leaves the account of the payment and settles a debt. */
export async function writePayOut(
  ctx: TenantContext,
  { document, payment, amount, owed, rules }: PaidOut,
): Promise<string> {
  const { accountId, method, id: sourceId } = payment;
  const [account, record] = await Promise.all([findAccount(ctx, accountId!), selectRecord(ctx, payment.recordId!)]);
  const { currency } = account;
  const date = ctx.today.toString();
  const { cost, transfers } = await payOut(ctx, { account, amount, date, owed, rules });
  const { contactId, projectId } = record!;
  const divisionId = await divisionInUse(ctx, record!.divisionId);
  const { id } = await writeRecord(ctx, {
    kind: 'payment-refund',
    date,
    description: `Devolución del cobro de la factura ${document.number}`,
    amount,
    currency,
    baseAmount: cost,
    accountId,
    chartAccountId: owed.chartAccountId,
    contactId,
    divisionId,
    projectId,
    paymentMethod: method,
    sourceKind: 'payment-refund',
    sourceId,
    transfers,
  });
  return id;
}

interface PaidOut {
  document: PendingRecord;
  payment: PendingPayment;
  amount: bigint;
  owed: Side;
  rules: Map<string, string>;
}

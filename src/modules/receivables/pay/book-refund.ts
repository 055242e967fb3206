import {
  divisionInUse,
  findAccount,
  selectPostingRules,
  selectRecord,
  writeRecord,
} from '#modules/accounting/index.ts';
import type { PendingPayment, PendingRecord } from '#modules/invoicing/index.ts';
import { announceStanding, lockPendingRecord, selectPayment, unsettle } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { payOut } from '../bridge.ts';
import { type PaymentRefund, paymentRefunds } from '../tables.ts';
import { notifyOwner } from './refund-news.ts';

/** Books a refund that the provider has made: voids the payment and reopens the document. */
export async function bookRefund(ctx: TenantContext, id: string): Promise<void> {
  const { document, payment, refund } = await holdAll(ctx, id);
  if (await isBackOtherwise(ctx, payment, refund)) return keepAside(ctx, refund);
  const recordId = await writeRefund(ctx, document, payment);
  await paymentRefunds.update(ctx, id, { status: 'settled', recordId, reason: null });
}

/** Locks the document before the refund, as every transaction does. */
export async function holdAll(ctx: TenantContext, id: string) {
  const { paymentId } = await paymentRefunds.get(ctx, id);
  const { pendingRecordId } = (await selectPayment(ctx, paymentId))!;
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const refund = await paymentRefunds.lock(ctx, id);
  return { document, refund, payment: (await selectPayment(ctx, paymentId))! };
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
  await notifyOwner(ctx, refund, 'twice');
}

/**
 * The money leaves the provider today, so the refund is its own record and the record of the payment stays, even in a closed
 * period. An overpayment stays balance of the contact.
 */
export async function writeRefund(
  ctx: TenantContext,
  document: PendingRecord,
  payment: PendingPayment,
): Promise<string> {
  const { document: after } = await unsettle(ctx, document, payment.id);
  const { amount, baseAmount, accountId, method, id: sourceId } = payment;
  const [rules, account, record] = await Promise.all([
    selectPostingRules(ctx),
    findAccount(ctx, accountId!),
    selectRecord(ctx, payment.recordId!),
  ]);
  const { currency } = account;
  const date = ctx.today.toString();
  const owed = { chartAccountId: rules.get('receivable')!, value: baseAmount };
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
  announceStanding(ctx, document, after);
  return id;
}

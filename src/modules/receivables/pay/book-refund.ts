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
import { hasOtherRefund, lockRefund, type PaymentRefund, selectRefund, updateRefund } from './refund.sql.ts';
import { tellOwner } from './refund-news.ts';

/** Books a refund that the provider has made: the payment is void and the document open again. */
export async function bookRefund(ctx: TenantContext, id: string): Promise<void> {
  const { document, payment, refund } = await holdAll(ctx, id);
  if (await isBackOtherwise(ctx, payment, refund)) return keepAside(ctx, refund);
  const recordId = await writeRefund(ctx, document, payment);
  await updateRefund(ctx.tx, ctx.organizationId, id, { status: 'settled', recordId, reason: null });
}

/** The document, its payment and the refund, held in the order in which everybody takes them. */
export async function holdAll(ctx: TenantContext, id: string) {
  const { tx, organizationId } = ctx;
  const { paymentId } = (await selectRefund(tx, organizationId, id))!;
  const { pendingRecordId } = (await selectPayment(ctx, paymentId))!;
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const refund = await lockRefund(tx, organizationId, id);
  return { document, refund, payment: (await selectPayment(ctx, paymentId))! };
}

export const isBackOtherwise = async (ctx: TenantContext, { voidedAt }: PendingPayment, refund: PaymentRefund) =>
  voidedAt !== null || (await hasOtherRefund(ctx.tx, ctx.organizationId, refund));

/** The books take a payment back once. If its money went back twice, somebody must look at it. */
async function keepAside(ctx: TenantContext, refund: PaymentRefund): Promise<void> {
  ctx.log.error({ refundId: refund.id }, 'a refund succeeded that is not booked: its payment goes back by another');
  await tellOwner(ctx, refund, 'twice');
}

/**
 * The money leaves the provider today, so it is a record of its own: that of the payment stays, also where its time is closed.
 * What the customer paid beyond the document stays their balance.
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
    ...{ contactId, divisionId, projectId },
    paymentMethod: method,
    sourceKind: 'payment-refund',
    sourceId,
    transfers,
  });
  announceStanding(ctx, document, after);
  return id;
}

import {
  costOf,
  divisionInUse,
  findAccount,
  findBaseCurrency,
  selectPostingRules,
  selectRecord,
  writeRecord,
} from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { bridge } from '../bridge.ts';
import type { PendingPayment } from '../pending/payment.sql.ts';
import type { PendingRecord } from '../pending/pending.sql.ts';
import { lockPendingRecord } from '../pending/pending.ts';
import { unsettle } from '../pending/settle.ts';
import { announceStanding } from './pay.ts';
import { selectPayment } from './payment.sql.ts';
import { lockRefund, type PaymentRefund, selectRefund, updateRefund } from './refund.sql.ts';

/** Books a refund that the provider has made, once: the payment is void and the document open again. */
export async function bookRefund(ctx: TenantContext, id: string): Promise<PaymentRefund> {
  const { tx, organizationId } = ctx;
  const { paymentId } = (await selectRefund(tx, organizationId, id))!;
  const payment = (await selectPayment(tx, organizationId, paymentId))!;
  const document = await lockPendingRecord(ctx, payment.pendingRecordId);
  const refund = await lockRefund(tx, organizationId, id);
  if (refund.status !== 'requested') return refund;
  const recordId = await writeRefund(ctx, document, payment);
  return updateRefund(tx, organizationId, id, { status: 'settled', recordId });
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
  const [base, rules, account, record] = await Promise.all([
    findBaseCurrency(ctx.tx, ctx.organizationId),
    selectPostingRules(ctx.tx, ctx.organizationId),
    findAccount(ctx, accountId!),
    selectRecord(ctx.tx, ctx.organizationId, payment.recordId!),
  ]);
  const { currency } = account;
  const date = ctx.today.toString();
  const moved = { from: account, to: account, base, date, sent: amount, received: amount };
  const { sent: cost } = await costOf(ctx, moved, 0n);
  const owed = { chartAccountId: rules.get('receivable')!, value: baseAmount };
  const paid = { chartAccountId: account.chartAccountId, value: cost, ...(currency !== base && { own: amount }) };
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
    transfers: bridge(owed, paid, 'refund', rules),
  });
  announceStanding(ctx, document, after);
  return id;
}

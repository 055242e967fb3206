import {
  divisionInUse,
  findAccount,
  selectPostingRules,
  selectRecord,
  writeRecord,
} from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { shortened } from '#platform/text.ts';
import { bridge, sideOf } from '../bridge.ts';
import { lockBalances, takeFromBalance } from '../contact-balance/contact-balance.sql.ts';
import { creditBalance, keepMovement } from '../contact-balance/contact-balance.ts';
import { REASON_LENGTH_MAX } from '../refund/ask-refund.ts';
import { holdRefund, writePayOut } from '../refund/book-refund.ts';
import { releaseRefund, reserveRefund } from '../refund/charge-refunds.ts';
import { reportRefundOf } from '../refund/refund-news.ts';
import { documentCharges, type ReturnRefund, returnRefunds } from '../tables.ts';

/** The provider has refunded the card: the money leaves its account, and the debt to the customer is settled. */
export async function bookReturnRefund(ctx: TenantContext, id: string): Promise<void> {
  const { document, payment, refund } = await holdRefund(ctx, returnRefunds, id);
  if (refund.status === 'settled') return;
  const baseAmount = refund.status === 'requested' ? refund.baseAmount : await takeAgain(ctx, refund);
  if (baseAmount === null) {
    ctx.log.error({ refundId: id }, 'a refund of a return succeeded but is not booked: its money was used otherwise');
    return reportRefundOf(ctx, document.id, 'twice');
  }
  const rules = await selectPostingRules(ctx);
  const owed = { chartAccountId: rules.get('customerBalances')!, value: baseAmount };
  const recordId = await writePayOut(ctx, { document, payment, amount: refund.amount, owed, rules });
  await returnRefunds.update(ctx, id, { status: 'settled', recordId, baseAmount, reason: null });
}

/** The provider refused: the contact keeps the amount as balance; without a contact it stays a debt in the books. */
export async function bookFailure(ctx: TenantContext, id: string, problem: string | null): Promise<void> {
  const { document, refund } = await holdRefund(ctx, returnRefunds, id);
  if (refund.status !== 'requested') return;
  await fail(ctx, refund, problem ?? 'The bank did not take the money back.');
  await reportRefundOf(ctx, document.id, 'returnFailed');
}

/** The bank has returned the money to the provider: the books reverse the refund to the cent. */
export async function bookReturnBounce(ctx: TenantContext, id: string): Promise<void> {
  const { document, payment, refund } = await holdRefund(ctx, returnRefunds, id);
  if (refund.status !== 'settled') return;
  const [rules, account, record] = await Promise.all([
    selectPostingRules(ctx),
    findAccount(ctx, payment.accountId!),
    selectRecord(ctx, refund.recordId!),
  ]);
  const { kind, amount, currency, baseAmount, accountId, chartAccountId, contactId, projectId } = record!;
  const money = sideOf(ctx, account, { value: baseAmount, own: amount });
  const owed = { chartAccountId: chartAccountId!, value: refund.baseAmount };
  await writeRecord(ctx, {
    ...{ kind, amount, currency, baseAmount, accountId, chartAccountId, contactId, projectId },
    date: ctx.today.toString(),
    description: `El banco no aceptó la devolución del cobro de la factura ${document.number}`,
    divisionId: await divisionInUse(ctx, record!.divisionId),
    paymentMethod: record!.paymentMethod,
    sourceKind: record!.sourceKind,
    sourceId: record!.sourceId,
    transfers: bridge(money, owed, 'refund', rules),
  });
  await fail(ctx, refund, 'The bank returned the money.');
  await reportRefundOf(ctx, document.id, 'returnBounced');
}

/** The provider refused the refund earlier, but now has it in progress. */
export async function reopenReturnRefund(ctx: TenantContext, id: string): Promise<void> {
  const { refund } = await holdRefund(ctx, returnRefunds, id);
  if (refund.status !== 'failed') return;
  const baseAmount = await takeAgain(ctx, refund);
  if (baseAmount !== null) await returnRefunds.update(ctx, id, { status: 'requested', baseAmount, reason: null });
}

async function fail(ctx: TenantContext, refund: ReturnRefund, problem: string): Promise<void> {
  const { id, chargeId, contactId, amount, baseAmount, returnRecordId } = refund;
  await releaseRefund(ctx, chargeId, amount);
  await returnRefunds.update(ctx, id, { status: 'failed', reason: shortened(problem, REASON_LENGTH_MAX) });
  if (!contactId) return;
  const { currency } = await documentCharges.get(ctx, chargeId);
  const credited = await creditBalance(ctx, 'return', { direction: 'sale', contactId, currency, amount, baseAmount });
  await keepMovement(ctx, credited, returnRecordId);
}

/**
 * Takes the amount of a failed refund from where it was left, and answers its book value. Null: the contact has spent it, it
 * was tried again, or other refunds have used that part of the charge.
 */
async function takeAgain(ctx: TenantContext, refund: ReturnRefund): Promise<bigint | null> {
  const { chargeId, contactId, amount, returnRecordId } = refund;
  if (refund.closedAt || !(await reserveRefund(ctx, chargeId, amount))) return null;
  if (!contactId) return refund.baseAmount;
  const { currency } = await documentCharges.get(ctx, chargeId);
  await lockBalances(ctx, contactId);
  const whose = { direction: 'sale', contactId, currency } as const;
  const baseAmount = await takeFromBalance(ctx, { ...whose, amount });
  if (baseAmount === undefined) {
    await releaseRefund(ctx, chargeId, amount);
    return null;
  }
  const movement = { id: newId(), kind: 'refund' as const, ...whose, amount: -amount };
  await keepMovement(ctx, { ...movement, baseAmount: -baseAmount }, returnRecordId);
  return baseAmount;
}

import {
  divisionInUse,
  findAccount,
  processorAccount,
  selectPostingRules,
  valueOn,
  writeRecord,
} from '#modules/accounting/index.ts';
import { announceStanding, lockPendingRecord, type PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { least } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { topUp } from '../contact-balance/contact-balance.ts';
import { takeInstalments } from '../credit/pay-credit.ts';
import { afterDocumentCharge } from '../hooks.ts';
import { openTill, take } from '../pay/pay.ts';
import { fromAccount } from '../pay/sources.ts';
import { reportRefundOf } from '../refund/refund-news.ts';
import { credits, type DocumentCharge, documentCharges } from '../tables.ts';
import { DISPUTES_CHECKED_EVERY, disputeCheck } from '../ticks.ts';

/**
 * Books a charge that the provider has taken, once. Never throw a refusal here: the provider has already moved the money.
 * An excess over the amount due becomes balance of the contact; without a contact it is refunded.
 */
export async function bookCharge(ctx: TenantContext, id: string, holder: 'payout' | 'card'): Promise<DocumentCharge> {
  const { pendingRecordId, amount, currency } = await documentCharges.get(ctx, id);
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const charge = await documentCharges.lock(ctx, id);
  // A charge that was given up is booked too, because the provider reports that the money arrived.
  if (charge.status === 'settled') return charge;
  const account = await processorAccount(ctx, currency, holder);
  const settles = await bookMoney(ctx, document, { chargeId: id, accountId: account.id, amount, currency });
  const booked = await documentCharges.update(ctx, id, { status: 'settled', refund: amount - settles });
  if (holder === 'payout') ctx.wakeAt(disputeCheck, ctx.now.add(DISPUTES_CHECKED_EVERY));
  await afterDocumentCharge(ctx, { ...booked, status: 'settled' });
  return booked;
}

/** Money that is at the provider. */
interface TakenMoney {
  chargeId: string;
  accountId: string;
  amount: bigint;
  currency: string;
}

/** Pays the document with money at the provider. Answers how much of it could be booked. */
async function bookMoney(
  ctx: TenantContext,
  document: PendingRecord,
  { chargeId, accountId, amount, currency }: TakenMoney,
): Promise<bigint> {
  const till = await openTill(ctx, document, { overpayment: 'balance' });
  if (till.contactId) await lockBalances(ctx, till.contactId);
  const credit = await credits.find(ctx, { pendingRecordId: document.id, status: 'active' });
  if (credit) {
    const taken = await takeInstalments(ctx, credit.id, { chargeId, accountId, amount, currency });
    if (taken < amount && till.contactId) await keepAsBalance(ctx, document, till.contactId, accountId, amount - taken);
    return till.contactId ? amount : taken;
  }
  const due = document.status === 'issued' ? document.balance : 0n;
  const settles = till.contactId ? amount : least(amount, due);
  if (due > 0n) {
    const line = { accountId, amount: fromMinor(settles, currency), paymentMethod: 'card' };
    const tender = await fromAccount(ctx, till, document, line, 'charge');
    const { document: after } = await take(ctx, till, document, { ...tender, source: 'card', sourceId: chargeId });
    announceStanding(ctx, document, after);
  } else if (till.contactId) await keepAsBalance(ctx, document, till.contactId, accountId, amount);
  return settles;
}

/** Money that a document does not need becomes balance of the contact. */
async function keepAsBalance(
  ctx: TenantContext,
  document: PendingRecord,
  beneficiaryId: string,
  accountId: string,
  amount: bigint,
): Promise<void> {
  await topUp(ctx, {
    beneficiaryId,
    direction: 'sale',
    accountId,
    amount: fromMinor(amount, document.currency),
    paymentMethod: 'card',
    description: `Pago de la factura ${document.number}, que no tenía nada pendiente`,
  });
}

/**
 * Money that comes back to the provider pays the document again. Without a contact, what is no longer due is a debt to the payer,
 * and the owner is notified to return it. Answers whether the document or its contact took all.
 */
export async function bookReturned(ctx: TenantContext, document: PendingRecord, money: TakenMoney): Promise<boolean> {
  const rest = money.amount - (await bookMoney(ctx, document, money));
  if (rest <= 0n) return true;
  await bookDebt(ctx, document, { ...money, amount: rest }, 'owed');
  await reportRefundOf(ctx, document.id, 'excess');
  return false;
}

/** Books money at the provider that belongs to an unknown payer, or that went back to the card after all. */
export async function bookDebt(
  ctx: TenantContext,
  document: PendingRecord,
  { chargeId, accountId, amount, currency }: TakenMoney,
  direction: 'owed' | 'returned',
): Promise<void> {
  const [rules, account] = await Promise.all([selectPostingRules(ctx), findAccount(ctx, accountId)]);
  const date = ctx.today.toString();
  const value = await valueOn(ctx, amount, currency, date);
  const [money, owed] = [account.chartAccountId, rules.get('customerBalances')!];
  const sides =
    direction === 'owed'
      ? { debit: money, credit: owed, debitAmount: amount }
      : { debit: owed, credit: money, creditAmount: amount };
  await writeRecord(ctx, {
    kind: 'payment-refund',
    date,
    description: `Dinero de la factura ${document.number} que ${direction === 'owed' ? 'hay que devolver' : 'se devolvió'}`,
    amount,
    currency,
    baseAmount: value,
    accountId,
    chartAccountId: owed,
    divisionId: await divisionInUse(ctx, document.divisionId),
    paymentMethod: 'card',
    sourceKind: 'payment-refund',
    sourceId: chargeId,
    transfers: [{ ...sides, amount: value, purpose: 'refund' }],
  });
}

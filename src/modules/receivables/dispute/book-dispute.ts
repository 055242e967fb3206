import {
  divisionInUse,
  processorAccount,
  type RecordDraft,
  selectPostingRules,
  type Transfer,
  valueOn,
  writeRecord,
} from '#modules/accounting/index.ts';
import { announceStanding, type PendingRecord, selectPayments } from '#modules/invoicing/index.ts';
import type { DisputeMovement } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute, least, shareOut, sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { Refusal } from '#platform/refusal.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { bridge, costOfMoney, type Side, sideOf } from '../bridge.ts';
import { bookReturned } from '../charge/book-charge.ts';
import { heldIn } from '../contact-balance/contact-balance.sql.ts';
import { keepMovement, spendBalance, topUp } from '../contact-balance/contact-balance.ts';
import { withdrawPayment } from '../refund/book-refund.ts';
import { byCard, lastRefunds } from '../refund/refund-guard.ts';
import { contactBalances, documentCharges, type PaymentDispute, paymentDisputes, returnRefunds } from '../tables.ts';
import { type Disputed, holdDisputed } from './disputed.ts';

/** Books a movement of the provider, and the fee for it. Answers the dispute with where the money is now. */
export async function bookMovement(
  ctx: TenantContext,
  disputed: Disputed,
  dispute: PaymentDispute,
  { amount: moved, currency: movedIn, fee }: DisputeMovement,
): Promise<PaymentDispute> {
  const currency = disputed.charge?.currency ?? dispute.currency;
  // In another currency the provider has converted it: the account of the charge holds the charge as it was paid.
  const amount = movedIn !== currency ? dispute.amount : absolute(moved);
  const money = { ...disputed, dispute, amount, currency };
  const change = await (moved < 0n ? bookWithdrawal(ctx, money) : bookReinstatement(ctx, money));
  if (fee !== 0n) await bookFee(ctx, money, fee, movedIn);
  return { ...dispute, ...change };
}

interface Moved extends Disputed {
  dispute: PaymentDispute;
  /** In the currency of the charge. */
  amount: bigint;
  currency: string;
}

type Whereabouts = Partial<Pick<PaymentDispute, 'reopened' | 'fromBalance' | 'lost'>>;

/** The document owes the money again; what paid none comes out of the balance of the contact; the rest is a loss until the dispute is won. */
async function bookWithdrawal(ctx: TenantContext, moved: Moved): Promise<Whereabouts> {
  const { dispute, amount, currency, contactId } = moved;
  const rules = await selectPostingRules(ctx);
  const account = await processorAccount(ctx, currency);
  const debt = await reopen(ctx, moved, amount);
  const held = contactId ? await contactBalances.find(ctx, { contactId, currency }) : undefined;
  const fromBalance = least(amount - debt.amount, held ? heldIn('sale', held).balance : 0n);
  const spent =
    fromBalance > 0n
      ? await spendBalance(ctx, 'refund', { direction: 'sale', contactId: contactId!, currency, amount: fromBalance })
      : null;
  const lost = amount - debt.amount - fromBalance;
  const parts = [debt.amount, fromBalance, lost];
  const baseAmount = await costOfMoney(ctx, account, amount, ctx.today.toString());
  const costs = shareOut(baseAmount, parts);
  const owed = (rule: string, value: bigint): Side => ({ chartAccountId: rules.get(rule)!, value });
  const sides = [
    owed('receivable', debt.value),
    owed('customerBalances', spent ? -spent.baseAmount : 0n),
    owed('expenses', costs[2]!),
  ];
  const transfers = sides.flatMap((side, place) => {
    const paid = sideOf(ctx, account, { value: costs[place]!, own: parts[place]! });
    return parts[place]! > 0n ? bridge(side, paid, 'dispute', rules) : [];
  });
  const record = await write(ctx, moved, { baseAmount, accountId: account.id, transfers });
  if (spent) await keepMovement(ctx, spent, record.id);
  return {
    reopened: dispute.reopened + debt.amount,
    fromBalance: dispute.fromBalance + fromBalance,
    lost: dispute.lost + lost,
  };
}

/** The money pays the document again, becomes balance of the contact again, and the loss is reversed. */
async function bookReinstatement(ctx: TenantContext, moved: Moved): Promise<Whereabouts> {
  const { dispute, document, charge, contactId, amount, currency } = moved;
  const account = await processorAccount(ctx, currency);
  const again = least(amount, dispute.reopened);
  const fromBalance = least(amount - again, dispute.fromBalance);
  const paying = { chargeId: charge?.id ?? '', accountId: account.id, currency };
  if (document && again > 0n) await bookReturned(ctx, document, { ...paying, amount: again });
  if (fromBalance > 0n && contactId) {
    const description = 'Disputa ganada';
    const money = { accountId: account.id, amount: fromMinor(fromBalance, currency), paymentMethod: 'card' };
    await topUp(ctx, { beneficiaryId: contactId, direction: 'sale', ...money, description });
  }
  const rest = amount - again - fromBalance;
  if (rest > 0n) {
    const loss = (await selectPostingRules(ctx)).get('expenses')!;
    const value = await valueOn(ctx, rest, currency, ctx.today.toString());
    const own = { debitAmount: rest };
    const back = { debit: account.chartAccountId, credit: loss, amount: value, ...own, purpose: 'dispute' };
    await write(ctx, { ...moved, amount: rest }, { baseAmount: value, accountId: account.id, transfers: [back] });
  }
  return {
    reopened: dispute.reopened - again,
    fromBalance: dispute.fromBalance - fromBalance,
    lost: dispute.lost - least(dispute.lost, rest),
  };
}

async function bookFee(ctx: TenantContext, moved: Moved, fee: bigint, currency: string): Promise<void> {
  const account = await processorAccount(ctx, currency);
  const [debit, credit] = [(await selectPostingRules(ctx)).get('bankFees')!, account.chartAccountId];
  const date = ctx.today.toString();
  const isTaken = fee > 0n;
  const amount = isTaken ? fee : -fee;
  const value = isTaken ? await costOfMoney(ctx, account, fee, date) : await valueOn(ctx, amount, currency, date);
  const transfer: Transfer = isTaken
    ? { debit, credit, amount: value, creditAmount: amount, purpose: 'fee' }
    : { debit: credit, credit: debit, amount: value, debitAmount: amount, purpose: 'fee' };
  const written = { baseAmount: value, accountId: account.id, transfers: [transfer] };
  await write(ctx, { ...moved, amount, currency }, written, 'Cargo del procesador por la disputa');
}

async function write(
  ctx: TenantContext,
  { document, dispute, contactId, amount, currency }: Moved,
  draft: Pick<RecordDraft, 'baseAmount' | 'accountId' | 'transfers'>,
  what = 'Disputa del cobro',
) {
  return writeRecord(ctx, {
    ...draft,
    kind: 'payment-dispute',
    date: ctx.today.toString(),
    description: document ? `${what} de la factura ${document.number}` : what,
    amount,
    currency,
    contactId,
    divisionId: document ? await divisionInUse(ctx, document.divisionId) : null,
    projectId: document?.projectId ?? null,
    paymentMethod: 'card',
    sourceKind: 'payment-dispute',
    sourceId: dispute.id,
  });
}

/**
 * Takes an amount out of the payments of the charge, so that the document owes it again. A part that is refunded, or may be,
 * stays: it is booked with its refund.
 */
async function reopen(
  ctx: TenantContext,
  { document, charge }: Pick<Disputed, 'document' | 'charge'>,
  wanted: bigint,
): Promise<{ amount: bigint; value: bigint }> {
  const nothing = { amount: 0n, value: 0n };
  if (!document || !charge || charge.currency !== document.currency) return nothing;
  const own = (await selectPayments(ctx, document.id)).filter(
    ({ source, sourceId, voidedAt }) => source === 'card' && sourceId === charge.id && voidedAt === null,
  );
  const [refunds, returned] = await Promise.all([
    lastRefunds(ctx, byCard(own)),
    returnRefunds.all(ctx, { chargeId: charge.id, status: ['requested', 'settled'] }),
  ]);
  const payments = own.filter(({ id }) => refunds.get(id)?.status !== 'requested');
  const open = sumOf(payments, ({ amount }) => amount) - sumOf(returned, ({ amount }) => amount);
  let left = least(wanted, open);
  if (left <= 0n) return nothing;
  // A document in instalments, for example, does not allow it.
  const reopened = await unlessRefused(ctx, async (inside) => {
    let after: PendingRecord = document;
    for (const payment of payments) {
      const amount = least(left, payment.amount);
      if (amount > 0n) after = await withdrawPayment(inside, after, payment, amount);
      left -= amount;
    }
    announceStanding(inside, document, after);
    return { amount: document.paid - after.paid, value: document.basePaid - after.basePaid };
  });
  return reopened instanceof Refusal ? nothing : reopened;
}

/** A refund that failed leaves its payment, which a dispute has withdrawn meanwhile: the document owes it again. */
export async function reopenAfterRefund(ctx: TenantContext, chargeId: string): Promise<void> {
  const [dispute] = (await paymentDisputes.all(ctx, { chargeId })).filter(({ lost }) => lost > 0n);
  if (!dispute) return;
  const disputed = await holdDisputed(ctx, await documentCharges.get(ctx, chargeId));
  const { amount, value } = await reopen(ctx, disputed, dispute.lost);
  if (amount === 0n) return;
  const rules = await selectPostingRules(ctx);
  const transfer = {
    debit: rules.get('receivable')!,
    credit: rules.get('expenses')!,
    amount: value,
    purpose: 'dispute',
  };
  const moved = { ...disputed, dispute, amount, currency: disputed.charge!.currency };
  await write(ctx, moved, { baseAmount: value, accountId: null, transfers: [transfer] });
  await paymentDisputes.update(ctx, dispute.id, { reopened: dispute.reopened + amount, lost: dispute.lost - amount });
}

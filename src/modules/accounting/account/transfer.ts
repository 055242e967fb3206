import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { converted, postable } from '../currency/convert.ts';
import { RateUnknown, rateBetween, rateOn, requireRate } from '../currency/currency.ts';
import { refuseIfArchived, refuseIfClosed } from '../division/closed-balances.ts';
import { lockDivisions } from '../division/division.sql.ts';
import { selectPostingRules, selectTotals } from '../ledger/ledger.sql.ts';
import type { Transfer } from '../ledger/ledger.ts';
import { writeRecord } from '../record/write-record.ts';
import { selectRevalued } from '../revaluation/revaluation.sql.ts';
import type { Account } from '../tables.ts';
import type { NewAccountTransfer } from './account.schema.ts';
import { lockAccount } from './account.sql.ts';
import { requireAccount } from './account.ts';
import { divisionOfMoney } from './account-division.ts';
import { baseBalance, ownBalance } from './balance.ts';

export const TransferToItself = refusal(
  'transfer_to_itself',
  'The two accounts are the same: choose another one to transfer to.',
);
export const ReceivedAmountWrong = refusal(
  'received_amount_wrong',
  'Within one currency the received amount equals the amount: give a fee instead of another amount or a rate.',
);

type GivenTransfer = z.output<typeof NewAccountTransfer>;

/** Moves money from one account to another, as one record. */
export async function transferMoney(ctx: TenantContext, given: GivenTransfer) {
  if (given.fromAccountId === given.toAccountId) throw TransferToItself();
  const from = await requireAccount(ctx, given.fromAccountId, 'body.fromAccountId');
  const to = await requireAccount(ctx, given.toAccountId, 'body.toAccountId');
  const base = ctx.currency;
  const date = given.date ?? ctx.today.toString();
  const sent = postable(toMinor(given.amount, from.currency));
  const fee = given.fee ? toMinor(given.fee, from.currency) : 0n;
  const received = await receivedOf(ctx, given, { from, to, date, sent });
  const moved = { from, to, date, sent, received };
  const cost = await costOf(ctx, moved, fee);
  const value = await worthOf(ctx, moved, cost.sent);
  const rules = await selectPostingRules(ctx);
  const divisionId = await divisionOfTransfer(ctx, given.divisionId, moved);
  const transfers = exchange(moved, { cost: cost.sent, value, base }, rules);
  const [debit, credit] = [rules.get('bankFees')!, from.chartAccountId];
  if (fee > 0n) transfers.push({ debit, credit, amount: cost.fee, creditAmount: fee, purpose: 'fee' });
  const record = await writeRecord(ctx, {
    kind: 'transfer',
    date,
    description: given.description ?? `De ${from.name} a ${to.name}`.slice(0, 1000),
    reference: given.reference ?? null,
    amount: sent,
    currency: from.currency,
    baseAmount: value,
    accountId: from.id,
    chartAccountId: to.chartAccountId,
    divisionId,
    transfers: areApart(moved) ? transfers.flatMap((transfer) => throughClearing(transfer, moved, rules)) : transfers,
  });
  return {
    recordId: record.id,
    fromAccountId: from.id,
    toAccountId: to.id,
    date,
    amount: fromMinor(sent, from.currency),
    currency: from.currency,
    receivedAmount: fromMinor(received, to.currency),
    receivedCurrency: to.currency,
    fee: fromMinor(fee, from.currency),
    baseAmount: fromMinor(value, base),
    exchangeDifference: fromMinor(value - cost.sent, base),
  };
}

/** Whether the money goes from the drawer of one division to that of another. */
const areApart = ({ from, to }: Pick<Exchange, 'from' | 'to'>): boolean =>
  from.divisionId !== null && to.divisionId !== null && from.divisionId !== to.divisionId;

/** The division of the account that has one. Between two divisions, that of the first; the other must be open too. */
async function divisionOfTransfer(ctx: TenantContext, given: string | null | undefined, { from, to, date }: Exchange) {
  if (areApart({ from, to })) {
    const [other] = await lockDivisions(ctx, [to.divisionId!], 'FOR KEY SHARE');
    refuseIfArchived(other!);
    refuseIfClosed(ctx, other!, date);
  }
  const owner = [from, to].find(({ divisionId }) => divisionId !== null) ?? (from.kind === 'cash' ? from : to);
  return divisionOfMoney(ctx, owner, given, 'body.divisionId');
}

/** A transfer of the ledger is in one division: money between two goes through the clearing account of both. */
function throughClearing(transfer: Transfer, { from, to }: Exchange, rules: Map<string, string>): Transfer[] {
  const [leaves, arrives] = [transfer.credit === from.chartAccountId, transfer.debit === to.chartAccountId];
  if (!leaves || !arrives) return [{ ...transfer, divisionId: arrives ? to.divisionId : from.divisionId }];
  const clearing = rules.get('betweenDivisions')!;
  const { debitAmount, creditAmount, ...moved } = transfer;
  return [
    { ...moved, debit: clearing, ...(creditAmount !== undefined && { creditAmount }), divisionId: from.divisionId },
    { ...moved, credit: clearing, ...(debitAmount !== undefined && { debitAmount }), divisionId: to.divisionId },
  ];
}

interface Exchange {
  from: Account;
  to: Account;
  date: string;
  sent: bigint;
  received: bigint;
}

/** Money leaves at its cost and arrives at its value; the difference is an exchange gain or loss. */
function exchange(
  { from, to, sent, received }: Exchange,
  { cost, value, base }: { cost: bigint; value: bigint; base: string },
  rules: Map<string, string>,
): Transfer[] {
  const [debit, credit] = [to.chartAccountId, from.chartAccountId];
  const amount = cost < value ? cost : value;
  // In an account of the organization's own currency the gain is a part of what arrived; in another it only changes its value.
  const arrives = to.currency === base ? amount : received;
  const main = { debit, credit, amount, debitAmount: arrives, creditAmount: sent, purpose: 'transfer' };
  const purpose = 'exchange';
  if (cost < value) {
    const debitAmount = received - arrives;
    return [main, { debit, credit: rules.get('exchangeGain')!, amount: value - cost, debitAmount, purpose }];
  }
  if (cost > value)
    return [main, { debit: rules.get('exchangeLoss')!, credit, amount: cost - value, creditAmount: 0n, purpose }];
  return [main];
}

/** The amount that arrives: as given, at the given rate, or at the rates of the day. */
async function receivedOf(
  ctx: TenantContext,
  given: GivenTransfer,
  { from, to, sent, date }: Omit<Exchange, 'received'>,
): Promise<bigint> {
  if (from.currency === to.currency) {
    const same = !given.receivedAmount || toMinor(given.receivedAmount, to.currency) === sent;
    if (!same || given.rate) throw ReceivedAmountWrong();
    return sent;
  }
  if (given.receivedAmount) return postable(toMinor(given.receivedAmount, to.currency));
  if (given.rate) return converted(sent, given.rate, from.currency, to.currency);
  return converted(sent, await rateBetween(ctx, from.currency, to.currency, date), from.currency, to.currency);
}

type MoneyPlace = Pick<Account, 'id' | 'chartAccountId' | 'currency'>;

/**
 * The cost of the money that leaves: its share of the account's average; beyond the balance, the given rate or that of the
 * day. The account is locked, so that concurrent transfers do not use the same part of the average.
 */
export async function costOf(
  ctx: TenantContext,
  { from, to, date, sent, received }: Pick<Exchange, 'date' | 'sent' | 'received'> & Record<'from' | 'to', MoneyPlace>,
  fee: bigint,
  givenRate: string | null = null,
) {
  const base = ctx.currency;
  if (from.currency === base) return { sent, fee };
  await lockAccount(ctx, from.id);
  const filter = { accountIds: [from.chartAccountId], divisionId: null, until: date };
  const [[total], revalued] = await Promise.all([
    selectTotals(ctx, filter),
    selectRevalued(ctx, from.chartAccountId, date),
  ]);
  const held = ownBalance(total);
  // A revaluation of that day is reversed on the next one, so it is no part of the cost.
  const heldCost = baseBalance(total) - revalued;
  const market = async (amount: bigint): Promise<bigint> => {
    const rate = givenRate ?? (await rateOn(ctx, from.currency, date))?.rate;
    if (rate) return converted(amount, rate, from.currency, base);
    if (to.currency !== base) throw RateUnknown();
    return divideRounded(received * amount, sent);
  };
  const whole = sent + fee;
  const known = held > 0n && heldCost > 0n;
  const cost = !known
    ? await market(whole)
    : whole > held
      ? heldCost + (await market(whole - held))
      : divideRounded(heldCost * whole, held);
  const feeCost = fee > 0n ? atLeastOne(divideRounded(cost * fee, whole)) : 0n;
  return { sent: atLeastOne(cost - feeCost), fee: feeCost };
}

/** The value of what arrives in the organization's currency: the amount itself, its cost, or by the rate of the day. */
async function worthOf(ctx: TenantContext, { from, to, date, sent, received }: Exchange, cost: bigint) {
  const base = ctx.currency;
  if (to.currency === base) return received;
  if (from.currency === base || from.currency === to.currency) return cost;
  const rateTo = await rateOn(ctx, to.currency, date);
  if (rateTo) return converted(received, rateTo.rate, to.currency, base);
  return converted(sent, await requireRate(ctx, from.currency, date), from.currency, base);
}

/** A transfer of zero cannot be posted: a cost that rounds to zero becomes the smallest unit. */
const atLeastOne = (amount: bigint): bigint => (amount > 0n ? amount : 1n);

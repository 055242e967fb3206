import type { TenantContext } from '#platform/context.ts';
import { divideRounded } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { converted, crossRate, postable } from '../currency/convert.ts';
import { RateUnknown, rateOn } from '../currency/currency.ts';
import { selectTotals } from '../ledger/ledger.sql.ts';
import type { Transfer } from '../ledger/ledger.ts';
import { selectPostingRules } from '../ledger/seed.sql.ts';
import { writeRecord } from '../record/write-record.ts';
import { type Account, lockAccount } from './account.sql.ts';
import { requireAccount } from './account.ts';
import { baseBalance, ownBalance } from './balance.ts';

export const TransferToItself = refusal(422, 'transfer_to_itself', 'Money moves between two different accounts.');
export const ReceivedAmountWrong = refusal(
  422,
  'received_amount_wrong',
  'In one currency what leaves arrives: give a fee instead of another amount or a rate.',
);

export interface GivenTransfer {
  fromAccountId: string;
  toAccountId: string;
  amount: string;
  receivedAmount?: string | undefined;
  rate?: string | undefined;
  fee?: string | undefined;
  date?: string | undefined;
  description?: string | undefined;
  reference?: string | undefined;
  divisionId?: string | null | undefined;
}

/** Moves money from one account to another, as one record. */
export async function transferMoney(ctx: TenantContext, given: GivenTransfer) {
  if (given.fromAccountId === given.toAccountId) throw TransferToItself();
  const from = await requireAccount(ctx, given.fromAccountId, 'body.fromAccountId');
  const to = await requireAccount(ctx, given.toAccountId, 'body.toAccountId');
  const base = ctx.currency;
  const date = given.date ?? ctx.today.toString();
  const sent = postable(toMinor(given.amount, from.currency));
  const fee = given.fee ? toMinor(given.fee, from.currency) : 0n;
  const received = await receivedOf(ctx, given, { from, to, base, date, sent });
  const moved = { from, to, base, date, sent, received };
  const cost = await costOf(ctx, moved, fee);
  const value = await worthOf(ctx, moved, cost.sent);
  const rules = await selectPostingRules(ctx);
  const transfers = exchange(moved, { cost: cost.sent, value }, rules);
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
    divisionId: given.divisionId === undefined ? from.divisionId : given.divisionId,
    transfers,
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

interface Exchange {
  from: Account;
  to: Account;
  base: string;
  date: string;
  sent: bigint;
  received: bigint;
}

/** What leaves at its cost arrives at its value; the difference was won or lost. */
function exchange(
  { from, to, base, sent, received }: Exchange,
  { cost, value }: { cost: bigint; value: bigint },
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

/** What arrives: as given, at the rate given, or at the rates of the day. */
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
  const [rateFrom, rateTo] = await Promise.all([rateOn(ctx, from.currency, date), rateOn(ctx, to.currency, date)]);
  const rate = rateFrom && rateTo && crossRate(rateFrom.rate, rateTo.rate);
  if (!rate) throw RateUnknown();
  return converted(sent, rate, from.currency, to.currency);
}

/**
 * What the money that leaves had cost: its share of the account's average. What the account does not have costs what the day
 * says. The account is locked, because two who take from one average must not both take the same part of it.
 */
export async function costOf(ctx: TenantContext, { from, to, base, date, sent, received }: Exchange, fee: bigint) {
  if (from.currency === base) return { sent, fee };
  await lockAccount(ctx, from.id);
  const filter = { accountIds: [from.chartAccountId], divisionId: null, until: date };
  const [total] = await selectTotals(ctx, filter);
  const held = ownBalance(total);
  const heldCost = baseBalance(total);
  const market = async (amount: bigint): Promise<bigint> => {
    const rate = await rateOn(ctx, from.currency, date);
    if (rate) return converted(amount, rate.rate, from.currency, base);
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

/** What arrives is worth, in the organization's currency: itself, what was paid for it, or what the day says. */
async function worthOf(ctx: TenantContext, { from, to, base, date, sent, received }: Exchange, cost: bigint) {
  if (to.currency === base) return received;
  if (from.currency === base || from.currency === to.currency) return cost;
  const rateTo = await rateOn(ctx, to.currency, date);
  if (rateTo) return converted(received, rateTo.rate, to.currency, base);
  const rateFrom = await rateOn(ctx, from.currency, date);
  if (!rateFrom) throw RateUnknown();
  return converted(sent, rateFrom.rate, from.currency, base);
}

/** The books take no transfer of nothing: what rounds to zero costs the smallest coin. */
const atLeastOne = (amount: bigint): bigint => (amount > 0n ? amount : 1n);

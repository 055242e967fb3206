import { type Account, AmountOutOfRange, costOf, type Transfer } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';

/** One side of an exchange in the books. */
export interface Side {
  chartAccountId: string;
  /** In the organization's currency. */
  value: bigint;
  /** In the account's own currency, where it has another one. */
  own?: bigint;
}

/** The side of a money account. */
export const sideOf = (
  ctx: TenantContext,
  { chartAccountId, currency }: Pick<Account, 'chartAccountId' | 'currency'>,
  { value, own }: { value: bigint; own: bigint },
): Side => (currency === ctx.currency ? { chartAccountId, value } : { chartAccountId, value, own });

/** Moves an amount whose book value differs between the two sides; the difference is an exchange gain or loss. */
export function bridge(debit: Side, credit: Side, purpose: string, rules: Map<string, string>): Transfer[] {
  const difference = debit.value - credit.value;
  const amount = difference > 0n ? credit.value : debit.value;
  const main = { debit: debit.chartAccountId, credit: credit.chartAccountId, amount, purpose };
  const exchange: Transfer =
    difference > 0n
      ? { debit: debit.chartAccountId, credit: rules.get('exchangeGain')!, amount: difference, purpose: 'exchange' }
      : { debit: rules.get('exchangeLoss')!, credit: credit.chartAccountId, amount: -difference, purpose: 'exchange' };
  const transfers = [main, exchange].filter((transfer) => transfer.amount > 0n);
  if (transfers.length === 0) throw AmountOutOfRange();
  return transfers.map((transfer, place) => ({ ...transfer, ...ownAmounts(transfer, debit, credit, place === 0) }));
}

/** The first transfer moves the whole amount of an account in another currency; the second changes only its book value. */
const ownAmounts = (transfer: Transfer, debit: Side, credit: Side, first: boolean) => ({
  ...(transfer.debit === debit.chartAccountId && debit.own !== undefined && { debitAmount: first ? debit.own : 0n }),
  ...(transfer.credit === credit.chartAccountId &&
    credit.own !== undefined && { creditAmount: first ? credit.own : 0n }),
});

/** Money that leaves an account in another currency is valued at its cost. */
export const costOfMoney = async (
  ctx: TenantContext,
  account: Account,
  amount: bigint,
  date: string,
): Promise<bigint> =>
  (await costOf(ctx, { from: account, to: account, date, sent: amount, received: amount }, 0n)).sent;

/** Pays what is owed out of an account, at what the money in it has cost. */
export async function payOut(
  ctx: TenantContext,
  { account, amount, date, owed, rules }: PayOut,
): Promise<{ cost: bigint; transfers: Transfer[] }> {
  const cost = await costOfMoney(ctx, account, amount, date);
  const paid = sideOf(ctx, account, { value: cost, own: amount });
  return { cost, transfers: bridge(owed, paid, 'refund', rules) };
}

interface PayOut {
  account: Account;
  amount: bigint;
  date: string;
  owed: Side;
  rules: Map<string, string>;
}

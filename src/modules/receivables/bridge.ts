import { AmountOutOfRange, type Transfer } from '#modules/accounting/index.ts';

/** One side of an exchange in the books. */
export interface Side {
  chartAccountId: string;
  /** What it is worth there, in the organization's currency. */
  value: bigint;
  /** What moves there, where the account has a currency of its own. */
  own?: bigint;
}

/** Moves what stands at one value on one side and at another on the other; the difference was won or lost in the exchange. */
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

/** In an account of another currency all moves with the first transfer; the second only changes what it is worth. */
const ownAmounts = (transfer: Transfer, debit: Side, credit: Side, first: boolean) => ({
  ...(transfer.debit === debit.chartAccountId && debit.own !== undefined && { debitAmount: first ? debit.own : 0n }),
  ...(transfer.credit === credit.chartAccountId &&
    credit.own !== undefined && { creditAmount: first ? credit.own : 0n }),
});

import type { Transfer } from '#modules/accounting/index.ts';

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
  const main: Transfer = {
    debit: debit.chartAccountId,
    credit: credit.chartAccountId,
    amount,
    debitAmount: debit.own ?? amount,
    creditAmount: credit.own ?? amount,
    purpose,
  };
  if (difference > 0n) return [main, gain(debit, difference, rules)];
  if (difference < 0n) return [main, loss(credit, -difference, rules)];
  return [main];
}

/** In an account of another currency the difference only changes the value of what moved there. */
const gain = ({ chartAccountId, own }: Side, amount: bigint, rules: Map<string, string>): Transfer => ({
  debit: chartAccountId,
  credit: rules.get('exchangeGain')!,
  amount,
  ...(own !== undefined && { debitAmount: 0n }),
  purpose: 'exchange',
});

const loss = ({ chartAccountId, own }: Side, amount: bigint, rules: Map<string, string>): Transfer => ({
  debit: rules.get('exchangeLoss')!,
  credit: chartAccountId,
  amount,
  ...(own !== undefined && { creditAmount: 0n }),
  purpose: 'exchange',
});

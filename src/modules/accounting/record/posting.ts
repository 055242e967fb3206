import { divideRounded, least } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import type { Transfer } from '../ledger/ledger.ts';

export const CurrencyMismatch = refusal('currency_mismatch', 'Use the currency of the account or of the organization.');
export const SameAccount = refusal('same_account', 'The two accounts are the same: choose another one.');
export const AmountOutOfRange = refusal(
  'amount_out_of_range',
  'In the organization’s currency an amount is zero or too large: correct the amount or the rate.',
);

/** The fields of an account of the chart that posting needs. */
export interface PostingAccount {
  id: string;
  currency: string;
}

/** A part of a record's amount, in minor units of the record's currency and of the organization's. */
interface Part {
  account: PostingAccount;
  amount: bigint;
  baseAmount: bigint;
  purpose: string;
}

/** Money that comes in or goes out, and what it was for: one transfer per part. */
export function moneyTransfers(money: {
  direction: 'in' | 'out';
  account: PostingAccount;
  currency: string;
  baseCurrency: string;
  parts: Part[];
}): Transfer[] {
  const ownAmount = (account: PostingAccount, part: Part): bigint => {
    if (account.currency === money.baseCurrency) return part.baseAmount;
    if (account.currency === money.currency) return part.amount;
    throw CurrencyMismatch();
  };
  return money.parts
    .filter(({ amount }) => amount > 0n)
    .map((part) => {
      if (part.account.id === money.account.id) throw SameAccount();
      if (part.baseAmount <= 0n) throw AmountOutOfRange();
      const [debit, credit] = money.direction === 'in' ? [money.account, part.account] : [part.account, money.account];
      return {
        debit: debit.id,
        credit: credit.id,
        amount: part.baseAmount,
        debitAmount: ownAmount(debit, part),
        creditAmount: ownAmount(credit, part),
        purpose: part.purpose,
      };
    });
}

/** One side of a journal entry, in minor units. */
export interface Line {
  accountId: string;
  amount: bigint;
  /** In the account's own currency. */
  ownAmount: bigint;
}

/**
 * The transfers of an entry whose debits and credits make the same sum: what each debit still needs comes from the next
 * credit that has something left. A line that is split shares its own-currency amount so that the shares make the whole.
 */
export function pairLines(debits: Line[], credits: Line[]): Transfer[] {
  const transfers: Transfer[] = [];
  const open = { debits: debits.map((line) => ({ ...line })), credits: credits.map((line) => ({ ...line })) };
  let [debit, credit] = [open.debits.shift(), open.credits.shift()];
  while (debit && credit) {
    const amount = least(debit.amount, credit.amount);
    transfers.push({
      debit: debit.accountId,
      credit: credit.accountId,
      amount,
      debitAmount: take(debit, amount),
      creditAmount: take(credit, amount),
      purpose: 'journal',
    });
    if (debit.amount === 0n) debit = open.debits.shift();
    if (credit.amount === 0n) credit = open.credits.shift();
  }
  return transfers;
}

function take(line: Line, amount: bigint): bigint {
  const share = divideRounded(line.ownAmount * amount, line.amount);
  line.amount -= amount;
  line.ownAmount -= share;
  return share;
}

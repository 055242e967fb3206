import { type PostingRule, SameAccount, type Transfer } from '#modules/accounting/index.ts';
import { least, sumOf } from '#platform/decimal.ts';
import { ruleOf } from './entry-kinds.ts';
import type { Pay } from './pay.ts';
import type { Payslip } from './payslip.ts';

interface Line {
  account: string;
  amount: bigint;
}

export const employerPart = (slip: Payslip): bigint =>
  slip.employerSfs + slip.employerAfp + slip.employerSrl + slip.infotep;

/** Kept back from employees for the social security, INFOTEP included. */
export const employeePart = (slip: Payslip): bigint => slip.sfs + slip.afp + slip.dependants + slip.infotepBonus;

/** The transfers of a month's salaries, paid from an account of the chart. */
export function salaryTransfers(
  pays: Pay[],
  totals: Payslip,
  { rules, account }: { rules: ReadonlyMap<string, string>; account: string },
): Transfer[] {
  const rule = (name: PostingRule): string => rules.get(name)!;
  const [salaries, owed] = [rule('salaries'), rule('payrollPayable')];
  const earned: Line[] = [{ account: salaries, amount: sumOf(pays, ({ slip }) => slip.salary) }];
  const kept: Line[] = [];
  for (const { kind, amount, chartAccountId, creditId } of pays.flatMap(({ entries }) => entries)) {
    const { group, posting } = ruleOf(kind);
    if (chartAccountId === account) throw SameAccount();
    // The payment of the credit takes it from there.
    const usual = creditId ? owed : rule(posting);
    add(group === 'deduction' ? kept : earned, { account: chartAccountId ?? usual, amount });
  }
  const credits = [
    { account, amount: totals.net, purpose: 'salary' },
    { account: owed, amount: employeePart(totals), purpose: 'social-security' },
    { account: rule('withholdings'), amount: totals.incomeTax, purpose: 'withheld' },
    ...kept.map((line) => ({ ...line, purpose: 'deduction' })),
  ];
  return [
    ...pair(earned, credits),
    { debit: salaries, credit: owed, amount: employerPart(totals), purpose: 'employer' },
  ];
}

function add(lines: Line[], { account, amount }: Line): void {
  const known = lines.find((line) => line.account === account);
  if (known) known.amount += amount;
  else lines.push({ account, amount });
}

/** Both sides make the same sum. An account on both sides is not posted to itself. */
function pair(debits: Line[], credits: (Line & { purpose: string })[]): Transfer[] {
  const transfers: Transfer[] = [];
  const open = debits.map((line) => ({ ...line }));
  for (const { account: credit, purpose, ...line } of credits) {
    for (let left = line.amount; left > 0n; ) {
      const debit = open.find(({ amount }) => amount > 0n)!;
      const amount = least(left, debit.amount);
      [left, debit.amount] = [left - amount, debit.amount - amount];
      if (debit.account !== credit) transfers.push({ debit: debit.account, credit, amount, purpose });
    }
  }
  return transfers;
}

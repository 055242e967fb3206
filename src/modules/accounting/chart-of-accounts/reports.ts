import { greatest, sumOf } from '#platform/decimal.ts';
import type { Total } from '../ledger/ledger.sql.ts';
import type { ChartAccount } from '../tables.ts';
import type { AccountKind } from './chart.schema.ts';
import { balanceOf, inTreeOrder, noSums, rolledUp, type Sums, withHeadings } from './tree.ts';

/**
 * The reports of the books, computed from totals alone, so their cost depends on the length of the chart and not on the number of postings.
 * Amounts are minor units of the organization's currency.
 */

interface ReportLine {
  accountId: string;
  code: string;
  name: string;
  depth: number;
  postable: boolean;
  /** Positive on the side where the kind grows; of a heading, with everything under it. */
  balance: bigint;
}

interface ReportSection {
  lines: ReportLine[];
  total: bigint;
}

interface TrialBalanceLine {
  accountId: string;
  code: string;
  name: string;
  openingDebit: bigint;
  openingCredit: bigint;
  debit: bigint;
  credit: bigint;
  closingDebit: bigint;
  closingCredit: bigint;
}

type Columns = Omit<TrialBalanceLine, 'accountId' | 'code' | 'name'>;

/**
 * Every account that holds or moved something: before the period, in it, and after it. Debits equal credits in each. Income
 * and expense begin every fiscal year at zero: the result of the years before the period is in the retained earnings.
 */
export function trialBalance(
  chart: ChartAccount[],
  { beforeYear, before, until }: { beforeYear: Total[]; before: Total[]; until: Total[] },
  retainedEarningsId: string,
): { lines: TrialBalanceLine[]; totals: Columns } {
  const [carried, opening, closing] = [byAccount(beforeYear), byAccount(before), byAccount(until)];
  const result = profitAndLoss(chart, [], beforeYear).result;
  const carriedOf = ({ id, kind }: ChartAccount): Sums => {
    if (kind === 'income' || kind === 'expense') return carried.get(id) ?? noSums;
    return id === retainedEarningsId ? { debit: result, credit: 0n } : noSums;
  };
  const lines = inTreeOrder(chart)
    .filter(({ id }) => closing.has(id) || id === retainedEarningsId)
    .map((account) => {
      const { id, code, name } = account;
      const start = less(opening.get(id) ?? noSums, carriedOf(account));
      const end = less(closing.get(id) ?? noSums, carriedOf(account));
      const movement = less(end, start);
      return { accountId: id, code, name, ...sided('opening', start), ...movement, ...sided('closing', end) };
    })
    .filter((line) => columnNames.some((column) => line[column] !== 0n));
  return {
    lines,
    totals: Object.fromEntries(
      columnNames.map((column) => [column, sumOf(lines, (line) => line[column])]),
    ) as unknown as Columns,
  };
}

const columnNames = ['openingDebit', 'openingCredit', 'debit', 'credit', 'closingDebit', 'closingCredit'] as const;

/** Income and expense of a period. */
export function profitAndLoss(
  chart: ChartAccount[],
  before: Total[],
  until: Total[],
): { income: ReportSection; expense: ReportSection; result: bigint } {
  const period = difference(until, before);
  const income = sectionOf(chart, period, 'income');
  const expense = sectionOf(chart, period, 'expense');
  return { income, expense, result: income.total - expense.total };
}

/**
 * Assets, liabilities and equity on a day. Earnings that no record has carried to equity yet are
 * equity too: those of the current fiscal year and of earlier years.
 */
export function balanceSheet(
  chart: ChartAccount[],
  beforeYear: Total[],
  until: Total[],
): {
  assets: ReportSection;
  liabilities: ReportSection;
  equity: ReportSection;
  resultOfYear: bigint;
  resultOfEarlierYears: bigint;
  totalEquity: bigint;
  totalLiabilitiesAndEquity: bigint;
} {
  const liabilities = sectionOf(chart, until, 'liability');
  const equity = sectionOf(chart, until, 'equity');
  const resultOfEarlierYears = profitAndLoss(chart, [], beforeYear).result;
  const resultOfYear = profitAndLoss(chart, beforeYear, until).result;
  const totalEquity = equity.total + resultOfYear + resultOfEarlierYears;
  return {
    assets: sectionOf(chart, until, 'asset'),
    liabilities,
    equity,
    resultOfYear,
    resultOfEarlierYears,
    totalEquity,
    totalLiabilitiesAndEquity: liabilities.total + totalEquity,
  };
}

function sectionOf(chart: ChartAccount[], totals: Total[], kind: AccountKind): ReportSection {
  const accounts = chart.filter((account) => account.kind === kind);
  const sums = rolledUp(accounts, totals);
  const balance = ({ id }: ChartAccount) => balanceOf(kind, sums.get(id)!);
  const held = new Set(totals.filter(({ debit, credit }) => debit !== credit).map(({ accountId }) => accountId));
  const shown = withHeadings(
    accounts,
    accounts.filter(({ id }) => held.has(id)),
  );
  return {
    lines: inTreeOrder(accounts)
      .filter(({ id }) => shown.has(id))
      .map((account) => ({
        accountId: account.id,
        code: account.code,
        name: account.name,
        depth: account.depth,
        postable: account.postable,
        balance: balance(account),
      })),
    total: sumOf(accounts, (account) => (account.parentId ? 0n : balance(account))),
  };
}

const byAccount = (totals: Total[]): Map<string, Total> => new Map(totals.map((total) => [total.accountId, total]));

const less = (a: Sums, b: Sums): Sums => ({ debit: a.debit - b.debit, credit: a.credit - b.credit });

/** The movements of each account in a period. */
function difference(until: Total[], before: Total[]): Total[] {
  const earlier = byAccount(before);
  return until.map((total) => ({ ...total, ...less(total, earlier.get(total.accountId) ?? noSums) }));
}

/** A balance in the column of its side. */
function sided<P extends 'opening' | 'closing'>(prefix: P, { debit, credit }: Sums) {
  const balance = debit - credit;
  return {
    [`${prefix}Debit`]: greatest(balance, 0n),
    [`${prefix}Credit`]: greatest(-balance, 0n),
  } as Record<`${P}${'Debit' | 'Credit'}`, bigint>;
}

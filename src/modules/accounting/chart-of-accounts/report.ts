import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { selectPostingRules, type Total } from '../ledger/ledger.sql.ts';
import type { ChartAccount } from '../tables.ts';
import { selectCashMovements } from './cash-flow.sql.ts';
import { cashFlow, flowAccounts } from './cash-flow.ts';
import { selectChart } from './chart.sql.ts';
import { momentOf, totalsUntil } from './chart-list.ts';
import { type ComparisonQuery, comparedPeriod, dayBefore, figuresOf, type Period } from './comparison.ts';
import { balanceSheet, profitAndLoss, trialBalance } from './reports.ts';
import { inTreeOrder } from './tree.ts';

export interface ReportQuery extends ComparisonQuery {
  type: 'trial-balance' | 'profit-and-loss' | 'balance-sheet' | 'cash-flow';
  from?: string | undefined;
  to?: string | undefined;
  knownAt?: string | undefined;
  divisionId?: string | undefined;
}

/** A report of a period, or of a day, as the books are now or were known at a past moment; compared with another if asked. */
export async function readReport(ctx: TenantContext, query: ReportQuery) {
  const { date: to, knownAt } = momentOf(ctx, { date: query.to, knownAt: query.knownAt });
  const [{ fiscalYearStartMonth }, chart, rules] = await Promise.all([
    readSettings(ctx, accountingSettings),
    selectChart(ctx),
    selectPostingRules(ctx),
  ]);
  const yearStartOf = (date: string) => fiscalYearStart(date, fiscalYearStartMonth);
  const period = { from: query.from ?? yearStartOf(to), to };
  const other = comparedPeriod(period, query, yearStartOf);
  const amountsIn = (wanted: Period) => readAmounts(ctx, query, { ...wanted, chart, rules, yearStartOf });
  const [now, then] = await Promise.all([amountsIn(period), other && amountsIn(other)]);
  return {
    ...figuresOf(
      now,
      then,
      inTreeOrder(chart).map(({ id }) => id),
      ctx.currency,
    ),
    to,
    knownAt,
    currency: ctx.currency,
    ...(other && { ...(query.type !== 'balance-sheet' && { compareFrom: other.from }), compareTo: other.to }),
  };
}

interface Facts extends Period {
  yearStartOf: (date: string) => string;
  chart: ChartAccount[];
  rules: Map<string, string>;
}

async function readAmounts(ctx: TenantContext, query: ReportQuery, facts: Facts) {
  const { to, chart, rules, yearStartOf } = facts;
  // A balance sheet divides the result by the fiscal year that its day is in.
  const from = query.type === 'balance-sheet' ? yearStartOf(to) : facts.from;
  const totals = (until: string) => totalsUntil(ctx, { ...query, until });
  const [before, until, beforeYear] = await Promise.all([
    totals(dayBefore(from)),
    totals(to),
    query.type === 'trial-balance' ? totals(dayBefore(yearStartOf(from))) : [],
  ]);
  switch (query.type) {
    case 'trial-balance': {
      const read = trialBalance(chart, { beforeYear, before, until }, rules.get('retainedEarnings')!);
      return { type: query.type, from, ...read };
    }
    case 'profit-and-loss':
      return { type: query.type, from, ...profitAndLoss(chart, before, until) };
    case 'balance-sheet':
      return { type: query.type, ...balanceSheet(chart, before, until) };
    case 'cash-flow':
      return { type: query.type, from, ...(await readCashFlow(ctx, query, facts, before)) };
  }
}

async function readCashFlow(
  ctx: TenantContext,
  { knownAt, divisionId }: ReportQuery,
  { from, to, chart, rules }: Facts,
  before: Total[],
) {
  const among = await flowAccounts(ctx, chart, rules);
  const filter = { from, to, knownAt: knownAt ?? null, divisionId: divisionId ?? null };
  const movements = await selectCashMovements(ctx, among, filter);
  const opening = before.filter(({ accountId }) => among.cash.includes(accountId));
  return cashFlow(
    chart,
    rules,
    movements,
    sumOf(opening, ({ debit, credit }) => debit - credit),
  );
}

/** The first day of the fiscal year that a day is in. */
export function fiscalYearStart(date: string, startMonth: number): string {
  const day = Temporal.PlainDate.from(date);
  const start = day.with({ month: startMonth, day: 1 });
  return (Temporal.PlainDate.compare(start, day) > 0 ? start.subtract({ years: 1 }) : start).toString();
}

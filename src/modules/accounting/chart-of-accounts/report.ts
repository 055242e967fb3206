import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { selectPostingRules, type Total } from '../ledger/ledger.sql.ts';
import type { ChartAccount } from '../tables.ts';
import { selectCashMovements } from './cash-flow.sql.ts';
import { cashFlow, flowAccounts } from './cash-flow.ts';
import { selectChart } from './chart.sql.ts';
import { momentOf, totalsUntil } from './chart-list.ts';
import { balanceSheet, profitAndLoss, trialBalance } from './reports.ts';

export interface ReportQuery {
  type: 'trial-balance' | 'profit-and-loss' | 'balance-sheet' | 'cash-flow';
  from?: string | undefined;
  to?: string | undefined;
  knownAt?: string | undefined;
  divisionId?: string | undefined;
}

/** A report of a period, or of a day, as the books are now or were known at a past moment. */
export async function readReport(ctx: TenantContext, query: ReportQuery) {
  const { date: to, knownAt } = momentOf(ctx, { date: query.to, knownAt: query.knownAt });
  const { fiscalYearStartMonth } = await readSettings(ctx, accountingSettings);
  const from = query.from ?? fiscalYearStart(to, fiscalYearStartMonth);
  const { currency } = ctx;
  const [chart, before, until, beforeYear, rules] = await Promise.all([
    selectChart(ctx),
    totalsUntil(ctx, { ...query, until: dayBefore(from) }),
    totalsUntil(ctx, { ...query, until: to }),
    query.type === 'trial-balance'
      ? totalsUntil(ctx, { ...query, until: dayBefore(fiscalYearStart(from, fiscalYearStartMonth)) })
      : [],
    selectPostingRules(ctx),
  ]);
  const head = { to, knownAt, currency };
  if (query.type === 'cash-flow') {
    const read = await readCashFlow(ctx, query, { from, to, chart, rules, before });
    return { type: query.type, from, ...head, ...formatted(read, currency) };
  }
  switch (query.type) {
    case 'trial-balance':
      return {
        type: query.type,
        from,
        ...head,
        ...formatted(trialBalance(chart, { beforeYear, before, until }, rules.get('retainedEarnings')!), currency),
      };
    case 'profit-and-loss':
      return { type: query.type, from, ...head, ...formatted(profitAndLoss(chart, before, until), currency) };
    case 'balance-sheet':
      return { type: query.type, ...head, ...formatted(balanceSheet(chart, before, until), currency) };
  }
}

interface Facts {
  from: string;
  to: string;
  chart: ChartAccount[];
  rules: Map<string, string>;
  /** The totals before the period. */
  before: Total[];
}

async function readCashFlow(
  ctx: TenantContext,
  { knownAt, divisionId }: ReportQuery,
  { from, to, chart, rules, before }: Facts,
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

export const dayBefore = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();

type Formatted<T> = T extends bigint
  ? string
  : T extends (infer U)[]
    ? Formatted<U>[]
    : T extends object
      ? { [K in keyof T]: Formatted<T[K]> }
      : T;

/** The same with every amount as decimal text. */
function formatted<T>(value: T, currency: string): Formatted<T> {
  if (typeof value === 'bigint') return fromMinor(value, currency) as Formatted<T>;
  if (Array.isArray(value)) return value.map((item) => formatted(item, currency)) as Formatted<T>;
  if (typeof value !== 'object' || value === null) return value as Formatted<T>;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, formatted(member, currency)]),
  ) as Formatted<T>;
}

import { firstWeekday } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute, sum, sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import type { Step } from '#platform/step.ts';
import { type Period, periodBefore, periodOf, stepsOf } from './period.ts';
import type { RecordFilter } from './record-list.sql.ts';
import {
  type Dimension,
  type FiguresGroup,
  type Result,
  selectKindResults,
  selectResults,
  selectTaxes,
  type TaxFigures,
} from './report.sql.ts';
import { describeResult, namesOf, sumGroups } from './report.ts';

/** The kinds of records whose taxes the organization pays. */
const buyingKinds = ['expense', 'purchase', 'purchase-return'];

const SERIES_MAX = 50;

interface SummaryQuery {
  from?: string | undefined;
  to?: string | undefined;
  by: Step;
  divisionId?: string | undefined;
}

/** Income, expense and result: in total, against the period before, and by period, kind of record and division. */
export async function readResume(ctx: TenantContext, { by: step, divisionId: only, ...span }: SummaryQuery) {
  const divisionId = only ?? null;
  const period = periodOf(ctx.today, span);
  const before = periodBefore(period);
  const weekStart = await firstWeekday(ctx);
  const starts = stepsOf(period, step, weekStart);
  const { currency } = ctx;
  const [now, past, kinds] = await Promise.all([
    selectResults(ctx, period, { step, weekStart, divisionId }),
    selectResults(ctx, before, { step: 'year', weekStart, divisionId }),
    selectKindResults(ctx, period, divisionId),
  ]);
  const [total, previous] = [wholeOf(now), wholeOf(past)];
  const change = { income: total.income - previous.income, expense: total.expense - previous.expense };
  const byPeriod = Map.groupBy(now, (row) => row.period);
  const byDivision = Map.groupBy(now, (row) => row.divisionId);
  const names = await namesOf(ctx, [...byDivision.keys()]);
  return {
    ...described(period),
    currency,
    ...describeResult(total, currency),
    previous: { ...described(before), ...describeResult(previous, currency) },
    change: describeResult(change, currency),
    periods: starts.map((start) => ({
      period: start,
      ...describeResult(wholeOf(byPeriod.get(start) ?? []), currency),
    })),
    kinds: kinds
      .filter(({ income, expense }) => income !== 0n || expense !== 0n)
      .map(({ kind, ...result }) => ({ kind, ...describeResult(result, currency) })),
    divisions: [...byDivision]
      .map(([id, rows]) => ({
        division: id === null ? null : names.get(id)!,
        ...describeResult(wholeOf(rows), currency),
      }))
      .toSorted((a, b) => (a.division?.name ?? '').localeCompare(b.division?.name ?? '')),
  };
}

/** The taxes on what was bought, by period and tax. */
export async function readTaxesPaid(ctx: TenantContext, { by: step, divisionId, ...span }: SummaryQuery) {
  const period = periodOf(ctx.today, span);
  const weekStart = await firstWeekday(ctx);
  const starts = stepsOf(period, step, weekStart);
  const filter = { step, weekStart, kinds: buyingKinds, divisionId: divisionId ?? null };
  const { currency } = ctx;
  const taxes = await selectTaxes(ctx, period, filter);
  const byPeriod = Map.groupBy(taxes, (tax) => tax.period);
  return {
    ...described(period),
    currency,
    total: totalOf(taxes, currency),
    taxes: [...Map.groupBy(taxes, ({ name, rate }) => JSON.stringify([name, rate])).values()].map((same) =>
      describeTax(same, currency),
    ),
    periods: starts.map((start) => {
      const paid = byPeriod.get(start) ?? [];
      return { period: start, total: totalOf(paid, currency), taxes: paid.map((tax) => describeTax([tax], currency)) };
    }),
  };
}

type Measure = 'income' | 'expense' | 'result' | 'debit' | 'credit';

/** One value for each step: of income, expense and result, or of one of them for each group. */
export async function readChart(
  ctx: TenantContext,
  query: RecordFilter & { by: Step; group?: Dimension | undefined; measure: Measure },
) {
  const { by: step, group, measure, from, to, ...filters } = query;
  const period = periodOf(ctx.today, { from, to });
  const weekStart = await firstWeekday(ctx);
  const starts = stepsOf(period, step, weekStart);
  const { currency } = ctx;
  const filter = { ...filters, ...described(period) };
  const { groups } = await sumGroups(ctx, filter, group ? [step, group] : [step]);
  const series = group ? await seriesOfGroups(ctx, groups, measure) : seriesOfResult(groups);
  return {
    ...described(period),
    currency,
    periods: starts,
    series: series.map(({ key, name, values }) => ({
      key,
      name,
      total: fromMinor(sum(values.values()), currency),
      values: starts.map((start) => fromMinor(values.get(start) ?? 0n, currency)),
    })),
  };
}

interface Series {
  key: string | null;
  name: string;
  /** By the first day of each step. */
  values: Map<string, bigint>;
}

const seriesOfResult = (groups: FiguresGroup[]): Series[] =>
  (['income', 'expense', 'result'] as const).map((measure) => ({
    key: measure,
    name: measure,
    values: valuesOf(groups, measure),
  }));

/** The largest groups have a series each; the others share one. */
async function seriesOfGroups(ctx: TenantContext, groups: FiguresGroup[], measure: Measure): Promise<Series[]> {
  const all = [...Map.groupBy(groups, ({ keys }) => keys[1]!)]
    .map(([key, members]) => ({ key, values: valuesOf(members, measure) }))
    .toSorted((a, b) => compare(sizeOf(b.values), sizeOf(a.values)));
  const [largest, others] = [all.slice(0, SERIES_MAX), all.slice(SERIES_MAX)];
  const names = await namesOf(
    ctx,
    largest.flatMap(({ key }) => (key !== null && UUID.test(key) ? key : [])),
  );
  const series = largest.map(({ key, values }) => ({ key, values, name: names.get(key ?? '')?.name ?? key ?? '' }));
  if (others.length === 0) return series;
  const rest = groups.filter(({ keys }) => others.some(({ key }) => key === keys[1]));
  return [...series, { key: 'others', name: 'others', values: valuesOf(rest, measure) }];
}

const UUID = /^[0-9a-f]{8}-/;

function valuesOf(groups: FiguresGroup[], measure: Measure): Map<string, bigint> {
  const values = new Map<string, bigint>();
  for (const group of groups) {
    const start = group.keys[0]!;
    const value = measure === 'result' ? group.income - group.expense : group[measure];
    values.set(start, (values.get(start) ?? 0n) + value);
  }
  return values;
}

const sizeOf = (values: Map<string, bigint>): bigint => absolute(sum(values.values()));

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const described = ({ from, to }: Period) => ({ from: from.toString(), to: to.toString() });

const wholeOf = (results: Result[]): Result => ({
  income: sumOf(results, ({ income }) => income),
  expense: sumOf(results, ({ expense }) => expense),
});

const totalOf = (taxes: TaxFigures[], currency: string): string =>
  fromMinor(
    sumOf(taxes, ({ amount }) => amount),
    currency,
  );

/** The same tax of one or more periods. */
const describeTax = (same: TaxFigures[], currency: string) => ({
  name: same[0]!.name,
  rate: same[0]!.rate,
  records: same.reduce((sum, tax) => sum + tax.records, 0),
  net: fromMinor(
    sumOf(same, ({ net }) => net),
    currency,
  ),
  amount: totalOf(same, currency),
});

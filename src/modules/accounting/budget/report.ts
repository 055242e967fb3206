import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { percentage, sum } from '#platform/decimal.ts';
import { tableDownload } from '#platform/export/download.ts';
import { columnsOf } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { fromMinor } from '#platform/money.ts';
import type { Language } from '#platform/pages/language.ts';
import { selectChart } from '../chart-of-accounts/chart.sql.ts';
import { inTreeOrder, withHeadings } from '../chart-of-accounts/tree.ts';
import { budgets, type ChartAccount } from '../tables.ts';
import { selectMonthlyNet } from './budget.sql.ts';
import { BudgetSpanWrong, readAmounts } from './budget.ts';
import { firstOf, lastOf, monthsOf } from './months.ts';

interface BudgetReportQuery {
  from?: string | undefined;
  to?: string | undefined;
}

/** Budget and actual amounts of each month, in minor units. */
interface Compared {
  budget: bigint[];
  actual: bigint[];
}

/** A budget next to the movements of the ledger, by account and month. */
export async function reportBudget(ctx: TenantContext, id: string, query: BudgetReportQuery) {
  const budget = await budgets.get(ctx, id);
  const startsOn = query.from ? firstOf(query.from).toString() : budget.startsOn;
  const endsOn = query.to ? lastOf(query.to).toString() : budget.endsOn;
  if (startsOn < budget.startsOn || endsOn > budget.endsOn || startsOn > endsOn)
    throw BudgetSpanWrong(`This budget is from ${budget.startsOn} to ${budget.endsOn}.`);
  const months = monthsOf({ startsOn, endsOn });
  const { divisionId, projectId } = budget;
  const [chart, amounts, moved] = await Promise.all([
    selectChart(ctx),
    readAmounts(ctx, budget),
    selectMonthlyNet(ctx, { from: startsOn, to: endsOn, divisionId, projectId }),
  ]);
  const skipped = monthsOf(budget).indexOf(months[0]!);
  const byAccount = Map.groupBy(moved, ({ accountId }) => accountId);
  const ownOf = ({ id: accountId, kind }: ChartAccount): Compared => {
    const rows = byAccount.get(accountId) ?? [];
    const sign = kind === 'income' ? -1n : 1n;
    return {
      budget: months.map((_, place) => amounts.get(accountId)?.[skipped + place] ?? 0n),
      actual: months.map((month) => sign * (rows.find((row) => row.month === month)?.net ?? 0n)),
    };
  };
  const [income, expense] = (['income', 'expense'] as const).map((kind) =>
    sectionOf(
      chart.filter((account) => account.kind === kind),
      ownOf,
      months.length,
    ),
  );
  const { currency } = ctx;
  const describe = (section: NonNullable<typeof income>) => ({
    lines: section.lines.map(({ compared, ...line }) => ({ ...line, ...described(compared, currency) })),
    ...described(section.sums, currency),
  });
  return {
    budgetId: id,
    name: budget.name,
    ...{ from: startsOn, to: endsOn, currency, months },
    income: describe(income!),
    expense: describe(expense!),
    result: described(combined(income!.sums, expense!.sums, -1n), currency),
  };
}

/** The accounts of a kind that have a budget or moved, under their headings, which include everything under them. */
function sectionOf(accounts: ChartAccount[], ownOf: (account: ChartAccount) => Compared, months: number) {
  const nothing: Compared = { budget: Array(months).fill(0n), actual: Array(months).fill(0n) };
  const own = new Map(accounts.map((account) => [account.id, ownOf(account)]));
  const moved = accounts.filter(({ id }) =>
    Object.values(own.get(id)!)
      .flat()
      .some((amount) => amount !== 0n),
  );
  const shown = withHeadings(accounts, moved);
  let sums = nothing;
  for (const { id, parentId } of accounts.toSorted((a, b) => b.depth - a.depth)) {
    if (parentId) own.set(parentId, combined(own.get(parentId)!, own.get(id)!));
    else sums = combined(sums, own.get(id)!);
  }
  const lines = inTreeOrder(accounts)
    .filter(({ id }) => shown.has(id))
    .map(({ id, code, name, depth, postable }) => ({
      ...{ accountId: id, code, name, depth, postable },
      compared: own.get(id)!,
    }));
  return { lines, sums };
}

const combined = (a: Compared, b: Compared, sign = 1n): Compared => ({
  budget: a.budget.map((amount, place) => amount + sign * b.budget[place]!),
  actual: a.actual.map((amount, place) => amount + sign * b.actual[place]!),
});

function described({ budget, actual }: Compared, currency: string) {
  const figures = (planned: bigint, real: bigint) => ({
    budget: fromMinor(planned, currency),
    actual: fromMinor(real, currency),
    difference: fromMinor(real - planned, currency),
    percent: percentage(real, planned),
  });
  return {
    months: budget.map((planned, place) => figures(planned, actual[place]!)),
    total: figures(sum(budget), sum(actual)),
  };
}

/** The report as a table, with the totals of both sections. */
export async function downloadBudget(
  ctx: TenantSteps,
  id: string,
  { format, ...query }: BudgetReportQuery & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const { income, expense, result, months, name } = await ctx.transaction((unit) => reportBudget(unit, id, query));
  const summed = (title: Record<Language, string>, { months: own, total }: typeof result) => ({
    code: '',
    name: title,
    months: own,
    total,
  });
  const rows = [
    ...income.lines,
    summed({ es: 'Total de ingresos', en: 'Total income' }, income),
    ...expense.lines,
    summed({ es: 'Total de gastos', en: 'Total expenses' }, expense),
    summed({ es: 'Resultado', en: 'Result' }, result),
  ];
  const { text, number } = columnsOf<(typeof rows)[number]>();
  const columns = [
    text({ es: 'Código', en: 'Code' }, ({ code }) => code),
    text({ es: 'Cuenta', en: 'Account' }, ({ name: said }, language) =>
      typeof said === 'string' ? said : said[language],
    ),
    ...months.flatMap((month, place) => [
      number(
        { es: `Presupuesto ${month.slice(0, 7)}`, en: `Budget ${month.slice(0, 7)}` },
        (row) => row.months[place]!.budget,
      ),
      number(
        { es: `Real ${month.slice(0, 7)}`, en: `Actual ${month.slice(0, 7)}` },
        (row) => row.months[place]!.actual,
      ),
    ]),
    number({ es: 'Presupuesto', en: 'Budget' }, ({ total }) => total.budget),
    number({ es: 'Real', en: 'Actual' }, ({ total }) => total.actual),
    number({ es: 'Diferencia', en: 'Difference' }, ({ total }) => total.difference),
    number({ es: '% del presupuesto', en: '% of budget' }, ({ total }) => total.percent),
  ];
  return tableDownload(ctx, { format, fileName: `presupuesto-${fileNameOf(name)}`, columns, batches: [rows] });
}

const fileNameOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase()
    .slice(0, 60);

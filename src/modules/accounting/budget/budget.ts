import type { z } from 'zod';
import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { LAST_YEAR } from '#platform/date.ts';
import { absolute, proportion, shareOut, sum } from '#platform/decimal.ts';
import { fromMinor, inDecimals, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { selectChart } from '../chart-of-accounts/chart.sql.ts';
import { fiscalYearStart } from '../chart-of-accounts/report.ts';
import { inTreeOrder } from '../chart-of-accounts/tree.ts';
import { postable } from '../currency/convert.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import { requireDivisionAndProject } from '../record/references.ts';
import { type Budget, budgetAmounts, budgets, type ChartAccount } from '../tables.ts';
import { type BudgetChange, MONTHS_MAX, type NewBudget } from './budget.schema.ts';
import { selectBudgetSums, selectMonthlyNet } from './budget.sql.ts';
import { firstOf, lastOf, monthsOf } from './months.ts';

export const BudgetSpanWrong = refusal(
  'budget_span_wrong',
  `A budget has 1 to ${MONTHS_MAX} months: correct \`startsOn\` or \`endsOn\`.`,
);
export const BudgetMonthsDiffer = refusal(
  'budget_months_differ',
  '`amounts` needs an amount for each month of the budget: correct it, or give a `total`.',
);
export const BudgetAccountUnsuitable = refusal(
  'budget_account_unsuitable',
  'A budget is about income and expense: choose an account of one of these kinds.',
);
export const TooManyBudgets = refusal('too_many_budgets', 'There are 1,000 budgets: delete some first.');

const BUDGETS_MAX = 1_000;

type Lines = z.output<typeof NewBudget>['lines'];
type Span = Pick<Budget, 'startsOn' | 'endsOn'>;
type Amounts = Map<string, bigint[]>;

export async function createBudget(ctx: TenantContext, given: z.output<typeof NewBudget>) {
  if ((await budgets.countForLimit(ctx)) >= BUDGETS_MAX) throw TooManyBudgets();
  await requireDivisionAndProject(ctx, given);
  const span = await spanOf(ctx, given);
  const { name, notes = '', divisionId = null, projectId = null } = given;
  const fields = { name, notes, divisionId, projectId, ...span };
  const copied = given.fromActuals ? await copyActuals(ctx, fields, given.fromActuals) : new Map();
  const amounts = new Map([...copied, ...(await amountsOf(ctx, span, given.lines))]);
  const budget = await budgets.insert(ctx, fields);
  await writeAmounts(ctx, budget, amounts);
  return describeChanged(ctx, budget);
}

export async function changeBudget(ctx: TenantContext, change: z.output<typeof BudgetChange>) {
  const { id, version, lines, ...fields } = change;
  const before = await budgets.lock(ctx, id, version);
  await requireDivisionAndProject(ctx, fields);
  const amounts = await amountsOf(ctx, before, lines);
  await budgetAmounts.delete(ctx, { budgetId: id, chartAccountId: [...amounts.keys()] });
  await writeAmounts(ctx, before, amounts);
  return describeChanged(ctx, await budgets.change(ctx, id, { ...fields, updatedAt: ctx.now }, amounts.size > 0));
}

export async function removeBudget(ctx: TenantContext, id: string): Promise<void> {
  await budgets.lock(ctx, id);
  await budgetAmounts.delete(ctx, { budgetId: id });
  await budgets.remove(ctx, id);
  await indexText(ctx, 'budget', id, []);
}

async function describeChanged(ctx: TenantContext, budget: Budget) {
  await indexText(ctx, 'budget', budget.id, [budget.name, budget.notes]);
  return readBudget(ctx, budget.id);
}

export async function readBudget(ctx: TenantContext, id: string) {
  const budget = await budgets.get(ctx, id);
  const months = monthsOf(budget);
  const [chart, amounts, described] = await Promise.all([
    selectChart(ctx),
    readAmounts(ctx, budget),
    describeBudgets(ctx, [budget]),
  ]);
  const lines = inTreeOrder(chart).flatMap(({ id: chartAccountId, code, name, kind }) => {
    const own = amounts.get(chartAccountId);
    if (!own) return [];
    const format = (minor: bigint) => fromMinor(minor, ctx.currency);
    return [{ chartAccountId, code, name, kind, amounts: own.map(format), total: format(sum(own)) }];
  });
  return { ...described[0]!, months, lines };
}

/** Adds what each budget has of income and expense. */
export async function describeBudgets(ctx: TenantContext, rows: Budget[]) {
  const { currency } = ctx;
  const sums = await selectBudgetSums(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((budget) => {
    const { income, expense } = sums.get(budget.id) ?? { income: 0n, expense: 0n };
    return { ...budget, currency, totals: inDecimals({ income, expense, result: income - expense }, currency) };
  });
}

/** The amounts of a budget by account, one for each month. */
export async function readAmounts(ctx: TenantContext, budget: Budget): Promise<Amounts> {
  const months = monthsOf(budget);
  const rows = await budgetAmounts.all(ctx, { budgetId: budget.id }, { orderBy: ['chartAccountId', 'month'] });
  return new Map(
    [...Map.groupBy(rows, ({ chartAccountId }) => chartAccountId)].map(([id, own]) => [
      id,
      months.map((month) => own.find((row) => row.month === month)?.amount ?? 0n),
    ]),
  );
}

async function writeAmounts(ctx: TenantContext, budget: Budget, amounts: Amounts): Promise<void> {
  const months = monthsOf(budget);
  const rows = [...amounts].flatMap(([chartAccountId, own]) =>
    own.flatMap((amount, place) =>
      amount === 0n ? [] : { budgetId: budget.id, chartAccountId, month: months[place]!, amount },
    ),
  );
  await budgetAmounts.insertMany(ctx, rows);
}

/** Whole months, by default the fiscal year. */
async function spanOf(ctx: TenantContext, given: { startsOn?: string; endsOn?: string }): Promise<Span> {
  const { fiscalYearStartMonth } = await readSettings(ctx, accountingSettings);
  const first = firstOf(given.startsOn ?? fiscalYearStart(given.endsOn ?? ctx.today.toString(), fiscalYearStartMonth));
  const last = lastOf(given.endsOn ?? first.add({ months: 11 }).toString());
  const { months } = first.until(last.add({ days: 1 }), { largestUnit: 'month' });
  if (months < 1 || months > MONTHS_MAX || last.year > LAST_YEAR) throw BudgetSpanWrong();
  return { startsOn: first.toString(), endsOn: last.toString() };
}

/** The given amounts by account, one for each month. */
async function amountsOf(ctx: TenantContext, span: Span, lines: Lines = []): Promise<Amounts> {
  if (lines.length === 0) return new Map();
  const chart = new Map((await selectChart(ctx)).map((account) => [account.id, account]));
  const months = monthsOf(span);
  return new Map(
    lines.map((line, place) => {
      const path = `body.lines[${place}]`;
      const account = chart.get(line.chartAccountId);
      if (!account) throw unknownReference(`${path}.chartAccountId`, 'The account');
      if (!isOfResult(account)) throw BudgetAccountUnsuitable.at(`${path}.chartAccountId`, 'unsuitable');
      const minor = (amount: string) => toMinor(amount, ctx.currency);
      if ('total' in line)
        return [
          account.id,
          shareOut(
            minor(line.total),
            months.map(() => 1n),
          ),
        ];
      if (line.amounts.length !== months.length) throw BudgetMonthsDiffer.at(`${path}.amounts`, 'wrong_length');
      return [account.id, line.amounts.map(minor)];
    }),
  );
}

const isOfResult = ({ kind }: ChartAccount): boolean => kind === 'income' || kind === 'expense';

/** The accounts of revaluations alone: each month takes back what the one before has posted, so nobody plans them. */
async function unrealizedAccounts(ctx: TenantContext): Promise<Set<string>> {
  const rules = [...(await selectPostingRules(ctx))];
  const isUnrealized = ([name]: [string, string]) => name.startsWith('unrealized');
  const others = new Set(rules.filter((rule) => !isUnrealized(rule)).map(([, id]) => id));
  return new Set(rules.flatMap((rule) => (isUnrealized(rule) && !others.has(rule[1]) ? rule[1] : [])));
}

/** The movements of as many earlier months, times a factor. */
async function copyActuals(
  ctx: TenantContext,
  budget: Span & Pick<Budget, 'divisionId' | 'projectId'>,
  { startsOn, factor }: { startsOn?: string | undefined; factor: string },
): Promise<Amounts> {
  const months = monthsOf(budget);
  const first = startsOn ? firstOf(startsOn) : firstOf(budget.startsOn).subtract({ months: 12 });
  const last = lastOf(first.add({ months: months.length - 1 }).toString());
  const past = { startsOn: first.toString(), endsOn: last.toString() };
  const { divisionId, projectId } = budget;
  const moved = await selectMonthlyNet(ctx, { from: past.startsOn, to: past.endsOn, divisionId, projectId });
  const kinds = new Map((await selectChart(ctx)).map(({ id, kind }) => [id, kind]));
  const pastMonths = monthsOf(past);
  const unrealized = await unrealizedAccounts(ctx);
  const planned = moved.filter(({ accountId }) => !unrealized.has(accountId));
  return new Map(
    [...Map.groupBy(planned, ({ accountId }) => accountId)].map(([id, rows]) => {
      const sign = kinds.get(id) === 'income' ? -1n : 1n;
      const netOf = (month: string) => rows.find((row) => row.month === month)?.net ?? 0n;
      return [id, pastMonths.map((month) => inRange(proportion(sign * netOf(month), factor, '1')))];
    }),
  );
}

function inRange(amount: bigint): bigint {
  if (amount !== 0n) postable(absolute(amount));
  return amount;
}

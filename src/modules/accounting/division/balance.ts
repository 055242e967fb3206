import { firstWeekday } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum, sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { startOfStep } from '#platform/step.ts';
import { divisions, accounts as moneyAccounts } from '../tables.ts';
import { selectDivisionNames } from './division.sql.ts';
import { type Holding, selectHoldings, selectSpending } from './holdings.sql.ts';

export const RangeTooLong = refusal(
  'range_too_long',
  'A series has at most 400 periods: choose longer periods or fewer days.',
);

const PERIODS_MAX = 400;

/** The balance of each account in each division, and in all together. */
export async function readBalances(
  ctx: TenantContext,
  query: { divisionId?: string | undefined; date?: string | undefined },
) {
  const { currency } = ctx;
  const [accounts, names] = await Promise.all([
    moneyAccounts.all(ctx, {}, { orderBy: ['name', 'id'] }),
    selectDivisionNames(ctx),
  ]);
  if (query.divisionId !== undefined && !names.has(query.divisionId)) throw NotFound();
  const chartAccountIds = accounts.map(({ chartAccountId }) => chartAccountId);
  const [divisionId, until] = [query.divisionId ?? null, query.date ?? null];
  const holdings = await selectHoldings(ctx, { chartAccountIds, divisionId, until });
  const held = holdings.filter(({ own, base }) => own !== 0n || base !== 0n);
  const describe = (own: Holding[]) => ({
    total: fromMinor(totalOf(own, 'base'), currency),
    accounts: accounts.flatMap((account) => {
      const parts = own.filter(({ chartAccountId }) => chartAccountId === account.chartAccountId);
      if (parts.length === 0) return [];
      const { id: accountId, name, kind } = account;
      const balance = fromMinor(totalOf(parts, 'own'), account.currency);
      const baseBalance = fromMinor(totalOf(parts, 'base'), currency);
      return [{ accountId, name, kind, currency: account.currency, balance, baseBalance }];
    }),
  });
  const byDivision = Map.groupBy(held, (holding) => holding.divisionId);
  return {
    currency,
    date: query.date ?? ctx.today.toString(),
    ...describe(held),
    divisions: [...byDivision]
      .map(([id, parts]) => ({ divisionId: id, name: (id && names.get(id)) ?? null, ...describe(parts) }))
      .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '')),
  };
}

const totalOf = (holdings: Holding[], which: 'own' | 'base'): bigint => sumOf(holdings, (holding) => holding[which]);

type Period = 'day' | 'week' | 'month';

/** The spending of a division by expense account and period. */
export async function readSpending(
  ctx: TenantContext,
  divisionId: string,
  query: { from?: string | undefined; to?: string | undefined; period: Period },
) {
  const to = query.to ? Temporal.PlainDate.from(query.to) : ctx.today;
  const from = query.from ? Temporal.PlainDate.from(query.from) : to.subtract({ months: 11 }).with({ day: 1 });
  const weekStart = await firstWeekday(ctx);
  const periods = periodsBetween(from, to, query.period, weekStart);
  const { currency } = ctx;
  const [, spending] = await Promise.all([
    divisions.get(ctx, divisionId),
    selectSpending(ctx, {
      divisionId,
      from: from.toString(),
      to: to.toString(),
      period: query.period,
      weekStart,
    }),
  ]);
  const series = (rows: { period: string; amount: bigint }[]) => {
    const amounts = periods.map((period) => sumOf(rows, (row) => (row.period === period ? row.amount : 0n)));
    return { total: fromMinor(sum(amounts), currency), amounts: amounts.map((amount) => fromMinor(amount, currency)) };
  };
  const byCategory = Map.groupBy(spending, ({ chartAccountId }) => chartAccountId);
  return {
    divisionId,
    currency,
    period: query.period,
    from: from.toString(),
    to: to.toString(),
    periods,
    ...series(spending),
    categories: [...byCategory.values()].map((rows) => {
      const { chartAccountId, code, name } = rows[0]!;
      return { chartAccountId, code, name, ...series(rows) };
    }),
  };
}

/** The first days of the periods that a range touches. */
function periodsBetween(from: Temporal.PlainDate, to: Temporal.PlainDate, period: Period, weekStart: number): string[] {
  const first = startOfStep(from, period, weekStart);
  const periods: string[] = [];
  for (let place = 0; ; place++) {
    const day = first.add({ [`${period}s`]: place });
    if (Temporal.PlainDate.compare(day, to) > 0) return periods;
    if (place === PERIODS_MAX) throw RangeTooLong();
    periods.push(day.toString());
  }
}

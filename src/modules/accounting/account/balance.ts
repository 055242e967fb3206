import { firstWeekday } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { startOfStep } from '#platform/step.ts';
import { selectTotals, type Total } from '../ledger/ledger.sql.ts';
import { type Account, accounts as moneyAccounts } from '../tables.ts';
import {
  type AccountFilter,
  type AccountQuery,
  accountList,
  type Interval,
  type Movements,
  selectMatching,
  selectMovements,
} from './account.sql.ts';
import { describeAccount } from './account.ts';

const POINTS_MAX = 400;

export const HistoryTooLong = refusal(
  'history_too_long',
  `A history has at most ${POINTS_MAX} points: ask for fewer days, or for weeks or months.`,
);

interface BalanceQuery extends AccountQuery {
  date?: string | undefined;
  /** The books as they were known at that moment. */
  knownAt?: string | undefined;
}

/** The accounts with their balances, and the sum of all of them in the organization's currency. */
export async function listBalances(ctx: TenantContext, query: BalanceQuery) {
  const base = ctx.currency;
  const { date, knownAt } = query;
  const every = await selectMatching(ctx, query);
  const totals = await selectTotals(ctx, { ...ledgerOf(every), until: date ?? null, knownAt: knownAt ?? null });
  const byAccount = new Map(totals.map((total) => [total.accountId, total]));
  const page = await accountList.page(ctx, query, (rows) =>
    rows.map((account) => {
      const total = byAccount.get(account.chartAccountId);
      return {
        ...describeAccount(account),
        balance: fromMinor(ownBalance(total), account.currency),
        baseBalance: fromMinor(baseBalance(total), base),
      };
    }),
  );
  const sum = sumOf(totals, baseBalance);
  return {
    ...page,
    date: date ?? null,
    sum: { balance: fromMinor(sum, base), currency: base },
  };
}

interface HistoryQuery {
  from?: string | undefined;
  to?: string | undefined;
  interval: Interval;
}

/** The history of the balance of an account, in its own currency. */
export async function accountHistory(ctx: TenantContext, accountId: string, query: HistoryQuery) {
  const account = await moneyAccounts.get(ctx, accountId);
  const span = await spanOf(ctx, query);
  const { openings, movements } = await readHistory(ctx, [account], span);
  const own = seriesOf(span, ownBalance(openings.get(account.chartAccountId)), movements, ownSides);
  return { accountId, currency: account.currency, ...span.described, ...format(own, account.currency) };
}

/** The history of the sum of all accounts, at the rates of the postings; on request also of each account. */
export async function wholeHistory(ctx: TenantContext, query: HistoryQuery & AccountFilter & { byAccount: boolean }) {
  const base = ctx.currency;
  const span = await spanOf(ctx, query);
  const accounts = await selectMatching(ctx, query);
  const { openings, movements } = await readHistory(ctx, accounts, span);
  const opening = sumOf(openings.values(), baseBalance);
  const whole = seriesOf(span, opening, movements, baseSides);
  const each = (query.byAccount ? accounts : []).map(({ id, name, currency, chartAccountId }) => {
    const own = movements.filter(({ accountId }) => accountId === chartAccountId);
    const series = seriesOf(span, ownBalance(openings.get(chartAccountId)), own, ownSides);
    return { accountId: id, name, currency, ...format(series, currency) };
  });
  return { currency: base, ...span.described, ...format(whole, base), accounts: each };
}

const ledgerOf = (accounts: Account[]) => ({
  accountIds: accounts.map(({ chartAccountId }) => chartAccountId),
  divisionId: null,
});

async function readHistory(ctx: TenantContext, accounts: Account[], { from, to, interval, weekStart }: Span) {
  const filter = ledgerOf(accounts);
  const before = from.subtract({ days: 1 }).toString();
  const [totals, movements] = await Promise.all([
    selectTotals(ctx, { ...filter, until: before }),
    selectMovements(ctx, { ...filter, from: from.toString(), to: to.toString(), interval, weekStart }),
  ]);
  return { openings: new Map(totals.map((total) => [total.accountId, total])), movements };
}

interface Span {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  interval: Interval;
  weekStart: number;
  /** The first day of each interval. */
  starts: Temporal.PlainDate[];
  described: { from: string; to: string; interval: Interval };
}

const DEFAULT_DAYS: Record<Interval, number> = { day: 29, week: 83, month: 364 };

/** The intervals between two days; by default the latest ones until today. */
async function spanOf(ctx: TenantContext, query: HistoryQuery): Promise<Span> {
  const { interval } = query;
  const weekStart = await firstWeekday(ctx);
  const to = query.to ? Temporal.PlainDate.from(query.to) : ctx.today;
  const from = query.from ? Temporal.PlainDate.from(query.from) : to.subtract({ days: DEFAULT_DAYS[interval] });
  const starts: Temporal.PlainDate[] = [];
  for (
    let start = startOfStep(from, interval, weekStart);
    Temporal.PlainDate.compare(start, to) <= 0;
    start = start.add(step[interval])
  ) {
    if (starts.length === POINTS_MAX) throw HistoryTooLong();
    starts.push(start);
  }
  return { from, to, interval, weekStart, starts, described: { from: from.toString(), to: to.toString(), interval } };
}

const step = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } };

interface Point {
  date: string;
  in: bigint;
  out: bigint;
  balance: bigint;
}

function seriesOf(
  span: Span,
  opening: bigint,
  movements: Movements[],
  sides: (movement: Movements) => [bigint, bigint],
): { opening: bigint; points: Point[] } {
  const sums = new Map<string, [bigint, bigint]>();
  for (const movement of movements) {
    const [moreIn, moreOut] = sides(movement);
    const [sumIn, sumOut] = sums.get(movement.date) ?? [0n, 0n];
    sums.set(movement.date, [sumIn + moreIn, sumOut + moreOut]);
  }
  let balance = opening;
  const points = span.starts.map((start) => {
    const [sumIn, sumOut] = sums.get(start.toString()) ?? [0n, 0n];
    balance += sumIn - sumOut;
    return { date: start.toString(), in: sumIn, out: sumOut, balance };
  });
  return { opening, points };
}

const format = ({ opening, points }: ReturnType<typeof seriesOf>, currency: string) => ({
  openingBalance: fromMinor(opening, currency),
  data: points.map((point) => ({
    date: point.date,
    in: fromMinor(point.in, currency),
    out: fromMinor(point.out, currency),
    balance: fromMinor(point.balance, currency),
  })),
});

const ownSides = ({ ownDebit, ownCredit }: Movements): [bigint, bigint] => [ownDebit, ownCredit];
const baseSides = ({ debit, credit }: Movements): [bigint, bigint] => [debit, credit];

export const ownBalance = (total: Total | undefined): bigint => (total ? total.ownDebit - total.ownCredit : 0n);
export const baseBalance = (total: Total | undefined): bigint => (total ? total.debit - total.credit : 0n);

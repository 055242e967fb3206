import type { TenantContext } from '#platform/context.ts';
import { divideRounded, percentage } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type MonthOfSubscriptions, selectSubscriptionMonths } from './analytics.sql.ts';

export const MonthsOutOfRange = refusal(
  'months_out_of_range',
  'Ask for 1 to 60 months, with the first one not after the last.',
);

const MONTHS_MAX = 60;
const MONTHS_BY_DEFAULT = 12;

/** Recurring revenue by month, with its growth and churn. */
export async function subscriptionAnalytics(
  ctx: TenantContext,
  query: { from?: string | undefined; to?: string | undefined },
) {
  const last = Temporal.PlainYearMonth.from(query.to ?? ctx.today.toPlainYearMonth().toString());
  const first = query.from
    ? Temporal.PlainYearMonth.from(query.from)
    : last.subtract({ months: MONTHS_BY_DEFAULT - 1 });
  const count = first.until(last, { largestUnit: 'months' }).months + 1;
  if (count < 1 || count > MONTHS_MAX) throw MonthsOutOfRange();
  const months = Array.from({ length: count + 1 }, (_, index) => first.add({ months: index - 1 }));
  const { currency } = ctx;
  const rows = await selectSubscriptionMonths(
    ctx,
    months.map((month) => endOf(ctx, month)),
  );
  return { currency, data: rows.map((row) => describe(row, months[row.place - 1]!, currency)) };
}

/** The last day of a month, or today in the current month: later revenue is not earned yet. */
function endOf(ctx: TenantContext, month: Temporal.PlainYearMonth): string {
  const end = month.toPlainDate({ day: month.daysInMonth });
  const runs = month.equals(ctx.today.toPlainYearMonth());
  return (runs ? ctx.today : end).toString();
}

function describe(row: MonthOfSubscriptions, month: Temporal.PlainYearMonth, currency: string) {
  const format = (minor: bigint) => fromMinor(minor, currency);
  return {
    month: month.toString(),
    mrr: format(row.mrr),
    customers: row.customers,
    arpu: format(row.customers === 0 ? 0n : divideRounded(row.mrr, BigInt(row.customers))),
    new: format(row.new),
    expansion: format(row.expansion),
    contraction: format(row.contraction),
    churned: format(row.churned),
    churnedCustomers: row.churnedCustomers,
    growth: percentage(row.mrr - row.before, row.before),
    revenueChurn: percentage(row.churned + row.contraction, row.before),
    customerChurn: percentage(BigInt(row.churnedCustomers), BigInt(row.customersBefore)),
  };
}

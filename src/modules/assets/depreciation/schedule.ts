import { fiscalYearStart } from '#modules/accounting/index.ts';
import { DECIMALS_MAX, divideRounded, least, powerOfTen, toScaled } from '#platform/decimal.ts';
import type { Asset } from '../tables.ts';

type Terms = Pick<
  Asset,
  'cost' | 'salvageValue' | 'lifeMonths' | 'yearlyRate' | 'inServiceOn' | 'accumulated' | 'nextMonth'
>;

/** The state of an asset before a month is depreciated. Amounts are minor units. */
export interface Plan extends Terms {
  /** The depreciation when the fiscal year of the next month began. */
  yearAccumulated: bigint;
  /** The month in which fiscal years begin. */
  yearStartMonth: number;
}

interface PlannedMonth {
  /** Its first day. */
  month: string;
  amount: bigint;
  /** After it. */
  accumulated: bigint;
}

export const monthAfter = (month: string): string => Temporal.PlainDate.from(month).add({ months: 1 }).toString();

export const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;

export function endOf(month: string): string {
  const day = Temporal.PlainDate.from(month);
  return day.with({ day: day.daysInMonth }).toString();
}

/**
 * The depreciation of the next month. The rest of the value is spread over the rest of the life, so rounding never adds up, a changed
 * life or salvage value counts from here on, and the last month takes what is left. The first month counts by its days in service.
 * The declining method takes its rate of the book value at the start of the year, and the even share once that is more.
 */
export function nextAmount(plan: Plan): bigint {
  const left = plan.cost - plan.salvageValue - plan.accumulated;
  const start = Temporal.PlainDate.from(plan.inServiceOn);
  const passed = start.with({ day: 1 }).until(plan.nextMonth, { largestUnit: 'month' }).months;
  // In days of the first month: every other month is as long as that one.
  const month = start.daysInMonth;
  const elapsed = passed === 0 ? 0 : passed * month - (start.day - 1);
  const days = passed === 0 ? month - (start.day - 1) : month;
  const remaining = plan.lifeMonths * month - elapsed;
  if (remaining <= days) return left;
  const even = divideRounded(left * BigInt(days), BigInt(remaining));
  if (plan.yearlyRate === null) return even;
  // A difference of rounded sums, so that the months of a year add up to the rate.
  const year = fiscalYearStart(plan.nextMonth, plan.yearStartMonth);
  const end = (Temporal.PlainDate.from(year).until(plan.nextMonth, { largestUnit: 'month' }).months + 1) * month;
  const yearly = (plan.cost - plan.yearAccumulated) * toScaled(plan.yearlyRate, DECIMALS_MAX);
  const until = (day: number) =>
    divideRounded(yearly * BigInt(day), powerOfTen(DECIMALS_MAX) * 100n * 12n * BigInt(month));
  const declining = until(end) - until(end - days);
  return declining < even ? even : least(left, declining);
}

/** The months that are still to be depreciated, up to the last day of the life. Those in which less than a cent falls are left out. */
export function* plannedMonths(plan: Plan): Generator<PlannedMonth> {
  const ahead = { ...plan };
  while (ahead.accumulated < plan.cost - plan.salvageValue) {
    const month = ahead.nextMonth;
    if (month === fiscalYearStart(month, plan.yearStartMonth)) ahead.yearAccumulated = ahead.accumulated;
    const amount = nextAmount(ahead);
    ahead.accumulated += amount;
    ahead.nextMonth = monthAfter(month);
    if (amount > 0n) yield { month, amount, accumulated: ahead.accumulated };
  }
}

/** The part of the amount of a month that falls on its days until a date. */
export function amountUntil(amount: bigint, month: string, inServiceOn: string, date: string): bigint {
  const last = Temporal.PlainDate.from(endOf(month));
  const first = monthOf(inServiceOn) === month ? Temporal.PlainDate.from(inServiceOn) : last.with({ day: 1 });
  const used = first.until(date).days + 1;
  return used <= 0 ? 0n : divideRounded(amount * BigInt(used), BigInt(first.until(last).days + 1));
}

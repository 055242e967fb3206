import { z } from 'zod';
import { refusal } from '#platform/refusal.ts';
import { isWorkingDay } from './working-day.ts';

export const PeriodNotBegun = refusal('period_not_begun', 'This month has not begun: there is nothing to declare.');

/** A month as it travels: `2026-10`. */
export const Period = z
  .string()
  .regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')
  .meta({ description: 'A month: YYYY-MM.', example: '2026-10' });

export const periodQuery = {
  period: Period.optional().describe('YYYY-MM. Default: the month before the present one.'),
};

/** The query of routes whose only parameter is a month. */
export const PeriodQuery = z.strictObject(periodQuery);

export interface Month {
  /** `2026-10` */
  period: string;
  /** Its first and last day. */
  from: string;
  to: string;
  firstDay: Temporal.PlainDate;
  lastDay: Temporal.PlainDate;
}

/** The month that a request means. */
export function monthOf(ctx: { today: Temporal.PlainDate }, period: string | undefined): Month {
  const month = period
    ? Temporal.PlainYearMonth.from(period)
    : Temporal.PlainYearMonth.from(ctx.today).subtract({ months: 1 });
  if (Temporal.PlainDate.compare(month.toPlainDate({ day: 1 }), ctx.today) > 0) throw PeriodNotBegun();
  return toMonth(month);
}

export function toMonth(month: Temporal.PlainYearMonth): Month {
  const firstDay = month.toPlainDate({ day: 1 });
  const lastDay = month.toPlainDate({ day: month.daysInMonth });
  return { period: month.toString(), from: firstDay.toString(), to: lastDay.toString(), firstDay, lastDay };
}

/** `202610`, as files write it. */
export const compactPeriod = ({ period }: Month): string => period.replace('-', '');

/** `102026`, as the files of the social security write it. */
export const monthAndYear = ({ period }: Month): string => period.split('-').toReversed().join('');

/** The day of the next month on which something is due; moved on from a weekend or a holiday. */
export function dueOn({ firstDay }: Month, day: number): Temporal.PlainDate {
  let due = firstDay.add({ months: 1 }).with({ day });
  while (!isWorkingDay(due)) due = due.add({ days: 1 });
  return due;
}

/** The n-th working day of the next month. */
export function workingDayAfter({ firstDay }: Month, n: number): Temporal.PlainDate {
  let day = firstDay.add({ months: 1 });
  for (let passed = 0; ; day = day.add({ days: 1 })) {
    if (isWorkingDay(day) && ++passed === n) return day;
  }
}

/** Months, and fractions of them, by which a payment is late. */
export function monthsLate(due: Temporal.PlainDate, paidOn: Temporal.PlainDate): number {
  if (Temporal.PlainDate.compare(paidOn, due) <= 0) return 0;
  const late = due.until(paidOn, { largestUnit: 'months' });
  return late.months + (late.days > 0 ? 1 : 0);
}

import { toScaled } from '#platform/decimal.ts';

/** How often an instalment is due, with the number of instalments in a year. */
export const frequencies = {
  daily: 365,
  weekly: 52,
  biweekly: 26,
  semimonthly: 24,
  monthly: 12,
  bimonthly: 6,
  quarterly: 4,
  semiannual: 2,
  annual: 1,
} as const;
export type Frequency = keyof typeof frequencies;

/** How interest is calculated: equal periods, or by days. */
export const dayCounts = ['periods', 'actual/365', 'actual/360', '30/360'] as const;
type DayCount = (typeof dayCounts)[number];

/**
 * The method of repayment: equal instalments, equal parts of the capital plus interest, or interest only with the capital at
 * the end.
 */
export const methods = ['level', 'constant-capital', 'interest-only'] as const;
type Method = (typeof methods)[number];

/** The terms of a credit. Amounts are minor units. */
export interface Terms {
  method: Method;
  principal: bigint;
  /** Percent a year, nominal, as decimal text. */
  annualRate: string;
  frequency: Frequency;
  instalments: number;
  /** The first day of interest. */
  startsOn: string;
  firstDueOn: string;
  /** Whether instalments are due on the last day of their month. */
  endOfMonth: boolean;
  /** How many instalments at the beginning pay interest only. */
  graceInstalments: number;
  dayCount: DayCount;
  /** Percent of the unpaid part of an instalment, charged once after the days of grace. */
  lateFeeRate: string;
  lateFeeGraceDays: number;
}

/** The time of one instalment: interest runs from the first day to the due date. */
export interface Period {
  from: string;
  dueOn: string;
  days: number;
}

/** An exact fraction. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

export function periodsOf(terms: Terms): Period[] {
  const due = Array.from({ length: terms.instalments }, (_, index) => dueDate(terms, index));
  const start = Temporal.PlainDate.from(terms.startsOn);
  return due.map((dueOn, index) => {
    const from = due[index - 1] ?? start;
    return { from: from.toString(), dueOn: dueOn.toString(), days: from.until(dueOn).days };
  });
}

export const lastDueOn = (terms: Terms): Temporal.PlainDate => dueDate(terms, terms.instalments - 1);

const dayFrequencies = { daily: 1, weekly: 7, biweekly: 14 } as const;
const monthFrequencies = { monthly: 1, bimonthly: 2, quarterly: 3, semiannual: 6, annual: 12 } as const;

/**
 * Always counted from the same day, so that a short month does not move the 31st for good: from the first due date, or
 * from the start where the first due date is one period after it.
 */
function dueDate({ frequency, startsOn, firstDueOn, endOfMonth }: Terms, index: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from(firstDueOn);
  if (frequency in dayFrequencies)
    return first.add({ days: index * dayFrequencies[frequency as keyof typeof dayFrequencies] });
  if (frequency === 'semimonthly') return halfMonth(first, endOfMonth, index);
  const months = monthFrequencies[frequency as keyof typeof monthFrequencies];
  const due =
    nextDueAfter(frequency, startsOn) === firstDueOn
      ? Temporal.PlainDate.from(startsOn).add({ months: (index + 1) * months })
      : first.add({ months: index * months });
  return endOfMonth ? lastOfMonth(due) : due;
}

/** The day one period after another. */
export function nextDueAfter(frequency: Frequency, day: string): string {
  const from = Temporal.PlainDate.from(day);
  if (frequency in dayFrequencies)
    return from.add({ days: dayFrequencies[frequency as keyof typeof dayFrequencies] }).toString();
  if (frequency === 'semimonthly') return from.add({ days: HALF_MONTH }).toString();
  return from.add({ months: monthFrequencies[frequency as keyof typeof monthFrequencies] }).toString();
}

const HALF_MONTH = 15;

/** Two days a month, fifteen days apart: the 15th and the 30th, or the last day. */
function halfMonth(first: Temporal.PlainDate, endOfMonth: boolean, index: number): Temporal.PlainDate {
  const isSecond = first.day > HALF_MONTH;
  const half = index + (isSecond ? 1 : 0);
  const month = first.with({ day: 1 }).add({ months: Math.floor(half / 2) });
  const early = isSecond ? first.day - HALF_MONTH : first.day;
  if (half % 2 === 0) return month.with({ day: endOfMonth ? HALF_MONTH : early });
  return endOfMonth ? lastOfMonth(month) : month.with({ day: early + HALF_MONTH });
}

const lastOfMonth = (date: Temporal.PlainDate): Temporal.PlainDate => date.with({ day: date.daysInMonth });

/** The share of a year between two days of one period, for the interest. */
export function yearShare(terms: Terms, period: Period, from: string, to: string): Fraction {
  if (terms.dayCount === '30/360') return { numerator: BigInt(daysOf360(from, to)), denominator: 360n };
  const isWhole = from === period.from && to === period.dueOn;
  const days = BigInt(isWhole ? period.days : Temporal.PlainDate.from(from).until(to).days);
  if (terms.dayCount === 'actual/365') return { numerator: days, denominator: 365n };
  if (terms.dayCount === 'actual/360') return { numerator: days, denominator: 360n };
  const periodsOfYear = BigInt(frequencies[terms.frequency]);
  return isWhole
    ? { numerator: 1n, denominator: periodsOfYear }
    : { numerator: days, denominator: BigInt(period.days) * periodsOfYear };
}

const MONTH_OF_360 = 30;

/** Days between two dates if every month has thirty (the bond basis). */
function daysOf360(from: string, to: string): number {
  const [start, end] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const first = Math.min(start.day, MONTH_OF_360);
  const last = first === MONTH_OF_360 ? Math.min(end.day, MONTH_OF_360) : end.day;
  return 360 * (end.year - start.year) + MONTH_OF_360 * (end.month - start.month) + last - first;
}

/** `"18.5"` percent as a fraction of one. Rates have at most four decimals. */
export function percent(text: string): Fraction {
  return { numerator: toScaled(text, 4), denominator: 1_000_000n };
}

export const product = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

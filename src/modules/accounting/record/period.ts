import { refusal } from '#platform/refusal.ts';
import { type Step, startOfStep } from '#platform/step.ts';

export const TooManyPeriods = refusal(
  'too_many_periods',
  'There are too many periods: choose longer ones or fewer days.',
);

const PERIODS_MAX = 400;

/** From the first day to the last, both included. */
export interface Period {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

/** The requested period; a missing end is that of the month of the other, or of the current month. */
export function periodOf(
  today: Temporal.PlainDate,
  given: { from?: string | undefined; to?: string | undefined },
): Period {
  const to = given.to === undefined ? undefined : Temporal.PlainDate.from(given.to);
  const from = given.from === undefined ? (to ?? today).with({ day: 1 }) : Temporal.PlainDate.from(given.from);
  return { from, to: to ?? lastOfMonth(Temporal.PlainDate.compare(from, today) > 0 ? from : today) };
}

const lastOfMonth = (day: Temporal.PlainDate): Temporal.PlainDate => day.with({ day: day.daysInMonth });

/** The time just before, of the same length: as many months before whole months, else as many days. */
export function periodBefore({ from, to }: Period): Period {
  const end = from.subtract({ days: 1 });
  const wholeMonths = from.day === 1 && to.day === to.daysInMonth;
  const length = wholeMonths
    ? { months: from.until(to.add({ days: 1 }), { largestUnit: 'month' }).months }
    : { days: from.until(to, { largestUnit: 'day' }).days + 1 };
  return { from: from.subtract(length), to: end };
}

/** The first day of every step that touches the period. */
export function stepsOf({ from, to }: Period, step: Step, weekStart: number): string[] {
  const starts: string[] = [];
  const last = to.toString();
  for (
    let start = startOfStep(from, step, weekStart);
    start.toString() <= last;
    start = start.add({ [`${step}s`]: 1 })
  ) {
    if (starts.length === PERIODS_MAX) throw TooManyPeriods();
    starts.push(start.toString());
  }
  return starts;
}

/** The lengths of periods into which reports divide time. */
export const steps = ['day', 'week', 'month', 'year'] as const;
export type Step = (typeof steps)[number];

/** The first day of the period of a date. Weeks begin on the day `weekStart`, from 1 (Monday) to 7. */
export function startOfStep(date: Temporal.PlainDate, step: Step, weekStart: number): Temporal.PlainDate {
  if (step === 'week') return date.subtract({ days: (date.dayOfWeek + 7 - weekStart) % 7 });
  if (step === 'month') return date.with({ day: 1 });
  return step === 'year' ? date.with({ month: 1, day: 1 }) : date;
}

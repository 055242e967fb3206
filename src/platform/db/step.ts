import { type RawBuilder, sql } from 'kysely';
import type { Step } from '../step.ts';

/** The same as `startOfStep`, of a date in SQL. Literals, because the text of a grouped expression must be the same everywhere. */
export const startOf = (date: RawBuilder<unknown>, step: Step, weekStart: number): RawBuilder<string> =>
  step === 'week'
    ? sql`(${date} - (extract(isodow FROM ${date})::int + 7 - ${sql.lit(weekStart)}) % 7)`
    : sql`date_trunc(${sql.lit(step)}, ${date})::date`;

/** The groups of a report by a date. */
export const dateDimensions = (date: RawBuilder<unknown>, weekStart: number) => ({
  day: date,
  week: startOf(date, 'week', weekStart),
  month: startOf(date, 'month', weekStart),
  year: startOf(date, 'year', weekStart),
});

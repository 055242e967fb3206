/** The days of the week as rules name them, Monday first. */
export const weekdayCodes: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A rule of recurrence: every so many days, weeks, months or years, on these days of each. */
export interface CycleRule {
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly';
  interval: number;
  /** `MO` of each week; of each month `1MO` is the first Monday and `-1FR` the last Friday. */
  weekdays: string[] | null;
  /** Days of each month; -1 is the last one. */
  monthDays: number[] | null;
  /** For a 31st or 29 February that does not exist: use the last day of the month, or skip the cycle. */
  missingDays: 'last-day' | 'skip';
  startsOn: string;
  /** The last day on which there can be a cycle. */
  endsOn: string | null;
}

const LAST_DAY = '2999-12-31';

/** The cycles of a rule behind a day, in order; without a day all of them. */
export function* cyclesAfter(rule: CycleRule, after: Temporal.PlainDate | null): Generator<Temporal.PlainDate> {
  const start = Temporal.PlainDate.from(rule.startsOn);
  for (const day of daysFrom(rule, start, after ? periodBefore(rule, start, after) : 0))
    if ((!after || isBehind(day, after)) && !isBehind(start, day)) yield day;
}

/** The days of a rule from one of its periods on, up to its end. */
function* daysFrom(rule: CycleRule, start: Temporal.PlainDate, from: number): Generator<Temporal.PlainDate> {
  const end = Temporal.PlainDate.from(rule.endsOn ?? LAST_DAY);
  for (let period = from; ; period++) {
    const first = firstDay(rule, start, period);
    if (isBehind(first, end)) return;
    for (const day of daysOf(rule, start, first)) {
      if (isBehind(day, end)) return;
      yield day;
    }
  }
}

const isBehind = (day: Temporal.PlainDate, other: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(day, other) > 0;

/** The first cycle behind a day; null: the rule has ended, or never comes. */
export const nextCycle = (rule: CycleRule, after: Temporal.PlainDate | null): Temporal.PlainDate | null =>
  cyclesAfter(rule, after).next().value ?? null;

/** The day of the nth cycle, which is where a rule of n cycles ends. Null: it has fewer. */
export function nthCycle(rule: CycleRule, n: number): Temporal.PlainDate | null {
  let nth = 0;
  for (const cycle of cyclesAfter(rule, null)) if (++nth === n) return cycle;
  return null;
}

/** Whether the rule has a cycle on this day. */
export const isCycle = (rule: CycleRule, day: Temporal.PlainDate): boolean =>
  nextCycle(rule, day.subtract({ days: 1 }))?.equals(day) ?? false;

/** A cycle falls due when its day begins, where the recurrence lives. */
export const dueAt = (cycle: Temporal.PlainDate, timeZone: string): Temporal.Instant =>
  cycle.toZonedDateTime(timeZone).toInstant();

const units = { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years' } as const;

/** A period that cannot lie behind the day, close to it: a rule of many years is not replayed from its start. */
function periodBefore(rule: CycleRule, start: Temporal.PlainDate, day: Temporal.PlainDate): number {
  const unit = units[rule.frequency];
  const passed = start.until(day, { largestUnit: unit })[unit];
  return Math.max(0, Math.floor(passed / rule.interval) - 1);
}

/** The first day of a period. Always counted from the start, so that a short month does not move those after it. */
function firstDay({ frequency, interval }: CycleRule, start: Temporal.PlainDate, period: number): Temporal.PlainDate {
  const passed = period * interval;
  if (frequency === 'daily') return start.add({ days: passed });
  if (frequency === 'weekly') return start.subtract({ days: start.dayOfWeek - 1 }).add({ weeks: passed });
  if (frequency === 'monthly') return start.with({ day: 1 }).add({ months: passed });
  return start.with({ day: 1 }).add({ years: passed });
}

/** The days of one period, in order, each once. */
function daysOf(rule: CycleRule, start: Temporal.PlainDate, first: Temporal.PlainDate): Temporal.PlainDate[] {
  if (rule.frequency === 'daily') return [first];
  if (rule.frequency === 'weekly') {
    const days = rule.weekdays?.map((code) => weekdayCodes.indexOf(code));
    return (days ?? [start.dayOfWeek - 1]).toSorted((a, b) => a - b).map((day) => first.add({ days: day }));
  }
  const ordinals = rule.weekdays?.map((code) => nthWeekday(first, code));
  const monthDays = (rule.monthDays ?? [start.day]).map((day) => monthDay(rule, first, day));
  const days = [...new Set(ordinals ?? monthDays)].filter((day) => day !== null);
  return days.toSorted((a, b) => a - b).map((day) => first.with({ day }));
}

/** `3` is the third day of its month and `-1` the last. */
function monthDay({ missingDays }: CycleRule, { daysInMonth }: Temporal.PlainDate, day: number): number | null {
  const counted = day > 0 ? day : daysInMonth + 1 + day;
  if (counted >= 1 && counted <= daysInMonth) return counted;
  if (missingDays === 'skip') return null;
  return counted < 1 ? 1 : daysInMonth;
}

/** The day of `2TU` in a month, if it has one. */
function nthWeekday(first: Temporal.PlainDate, code: string): number | null {
  const [nth, weekday] = [Number(code.slice(0, -2)), weekdayCodes.indexOf(code.slice(-2)) + 1];
  const earliest = 1 + ((weekday - first.dayOfWeek + 7) % 7);
  const latest = earliest + 7 * Math.floor((first.daysInMonth - earliest) / 7);
  const day = nth > 0 ? earliest + 7 * (nth - 1) : latest + 7 * (nth + 1);
  return day >= 1 && day <= first.daysInMonth ? day : null;
}

import type { Exception, WeeklyWindow } from './schedule.schema.ts';
import { weekdays } from './schedule.schema.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Windows of time in which a schedule takes bookings. */
export interface Hours {
  timeZone: string;
  weekly: readonly WeeklyWindow[];
  exceptions: readonly Exception[];
  /** The holidays on which it is closed: `2026-04-03`, or `12-25` for every year. */
  closedOn: ReadonlySet<string>;
}

export interface Pattern extends Hours {
  durationMinutes: number;
  stepMinutes: number;
}

interface Minutes {
  from: number;
  to: number;
}

/**
 * The windows that begin on a day, in minutes of its wall clock. An exception replaces the weekday and opens a holiday. A window that
 * crosses midnight ends after 1440, and belongs to the day on which it begins.
 */
function windowsOn({ weekly, exceptions, closedOn }: Hours, date: Temporal.PlainDate): Minutes[] {
  const day = date.toString();
  const exception = exceptions.find((each) => each.date === day);
  if (exception) return exception.hours.map(toMinutes);
  if (closedOn.has(day) || closedOn.has(day.slice(5))) return [];
  const weekday = weekdays[date.dayOfWeek - 1];
  return weekly.filter((each) => each.weekday === weekday).map(toMinutes);
}

function toMinutes({ from, to }: { from: string; to: string }): Minutes {
  const [begins, ends] = [minuteOf(from), minuteOf(to)];
  return { from: begins, to: ends > begins ? ends : ends + DAY_MINUTES };
}
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Whether hours overlap: of a week that repeats, or around one of the exceptions. */
export function haveOverlaps(weekly: readonly WeeklyWindow[], exceptions: readonly Exception[]): boolean {
  const hours: Hours = { timeZone: 'UTC', weekly, exceptions, closedOn: new Set() };
  const overlapIn = (first: Temporal.PlainDate, days: number, given: Hours): boolean => {
    const windows = Array.from({ length: days }, (_, day) =>
      windowsOn(given, first.add({ days: day })).map(({ from, to }) => ({
        from: day * DAY_MINUTES + from,
        to: day * DAY_MINUTES + to,
      })),
    ).flat();
    const inOrder = windows.toSorted((a, b) => a.from - b.from);
    return inOrder.some(({ from }, index) => index > 0 && from < inOrder[index - 1]!.to);
  };
  const anyMonday = Temporal.PlainDate.from('2026-11-16');
  return (
    overlapIn(anyMonday, 8, { ...hours, exceptions: [] }) ||
    exceptions.some(({ date }) => overlapIn(Temporal.PlainDate.from(date).subtract({ days: 1 }), 3, hours))
  );
}

/**
 * When bookings can start on a day, as epoch milliseconds. Starts are times of the wall clock, so 09:00 stays 09:00 all year.
 * A time that the clock skips is left out, and of one that comes twice only the first is used.
 */
export function startsOn(pattern: Pattern, date: Temporal.PlainDate): number[] {
  const clock = dayClock(date, pattern.timeZone);
  const lastingMs = pattern.durationMinutes * MINUTE_MS;
  const starts = windowsOn(pattern, date).flatMap(({ from, to }) => {
    const closes = clock.until(to);
    const found: number[] = [];
    for (let minute = from; minute < to; minute += pattern.stepMinutes) {
      const start = clock.at(minute);
      if (start !== null && start + lastingMs <= closes) found.push(start);
    }
    return found;
  });
  return [...new Set(starts)].toSorted((a, b) => a - b);
}

/** Turns minutes of the wall clock into instants, also those of the next day. Only where the offset changes each is looked up. */
function dayClock(date: Temporal.PlainDate, timeZone: string) {
  const today = clockOf(date, timeZone);
  let tomorrow: ReturnType<typeof clockOf> | undefined;
  const of = (minute: number) => {
    if (minute <= DAY_MINUTES) return { clock: today, minute };
    tomorrow ??= clockOf(date.add({ days: 1 }), timeZone);
    return { clock: tomorrow, minute: minute - DAY_MINUTES };
  };
  return {
    at: (given: number): number | null => {
      const { clock, minute } = of(given);
      return clock.at(minute);
    },
    /** The instant at which hours end. One that the clock skips ends when it does. */
    until: (given: number): number => {
      const { clock, minute } = of(given);
      return clock.at(minute) ?? clock.skips(minute);
    },
  };
}

function clockOf(date: Temporal.PlainDate, timeZone: string) {
  const midnight = date.toZonedDateTime(timeZone);
  const next = date.add({ days: 1 }).toZonedDateTime(timeZone);
  const [begins, ends] = [midnight.epochMilliseconds, next.epochMilliseconds];
  const isPlain = ends - begins === DAY_MINUTES * MINUTE_MS && midnight.offsetNanoseconds === next.offsetNanoseconds;
  const at = (minute: number): number | null => {
    if (isPlain || minute === 0) return begins + minute * MINUTE_MS;
    if (minute === DAY_MINUTES) return ends;
    const found = date.toZonedDateTime({ timeZone, plainTime: timeOf(minute) });
    return found.toPlainTime().equals(timeOf(minute)) ? found.epochMilliseconds : null;
  };
  // A time in a gap is read with the offset before it, and so falls after the change.
  const skips = (minute: number): number =>
    date.toZonedDateTime({ timeZone, plainTime: timeOf(minute) }).getTimeZoneTransition('previous')!.epochMilliseconds;
  return { at, skips };
}

const timeOf = (minute: number) => new Temporal.PlainTime(Math.floor(minute / 60), minute % 60);

/** A day of a calendar, as text and as a place in the week from Monday. */
export interface Day {
  text: string;
  weekday: number;
}

/** How many bookings fit into the hours of any day, one after the other. The weekdays are counted once. */
export function dailyPlaces(
  hours: Hours,
  { duration, buffers }: { duration: number; buffers: number },
): (day: Day) => number {
  const fitting = (windows: readonly { from: string; to: string }[]): number =>
    windows
      .map(toMinutes)
      .reduce((sum, { from, to }) => sum + Math.floor((to - from + buffers) / (duration + buffers)), 0);
  const weekly = weekdays.map((weekday) => fitting(hours.weekly.filter((each) => each.weekday === weekday)));
  const exceptions = new Map(hours.exceptions.map(({ date, hours: windows }) => [date, fitting(windows)]));
  return ({ text, weekday }) =>
    exceptions.get(text) ?? (hours.closedOn.has(text) || hours.closedOn.has(text.slice(5)) ? 0 : weekly[weekday]!);
}

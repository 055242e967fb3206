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

/** The windows of a day in minutes of its wall clock. An exception replaces the weekday and opens a holiday. */
export function windowsOn({ weekly, exceptions, closedOn }: Hours, date: Temporal.PlainDate): Minutes[] {
  const day = date.toString();
  const exception = exceptions.find((each) => each.date === day);
  if (exception) return exception.hours.map(toMinutes);
  if (closedOn.has(day) || closedOn.has(day.slice(5))) return [];
  const weekday = weekdays[date.dayOfWeek - 1];
  return weekly.filter((each) => each.weekday === weekday).map(toMinutes);
}

const toMinutes = ({ from, to }: { from: string; to: string }): Minutes => ({ from: minuteOf(from), to: minuteOf(to) });
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * When bookings can start on a day, as epoch milliseconds. Starts are times of the wall clock, so 09:00 stays 09:00 all year.
 * A time that the clock skips is left out, and of one that comes twice only the first is used.
 */
export function startsOn(pattern: Pattern, date: Temporal.PlainDate): number[] {
  const clock = dayClock(date, pattern.timeZone);
  const lastingMs = pattern.durationMinutes * MINUTE_MS;
  const starts = windowsOn(pattern, date).flatMap(({ from, to }) => {
    const closes = clock.at(to) ?? clock.ends;
    const found: number[] = [];
    for (let minute = from; minute < to; minute += pattern.stepMinutes) {
      const start = clock.at(minute);
      if (start !== null && start + lastingMs <= closes) found.push(start);
    }
    return found;
  });
  return [...new Set(starts)].toSorted((a, b) => a - b);
}

/** Turns minutes of the wall clock into instants. Only on a day whose offset changes each one is looked up. */
function dayClock(date: Temporal.PlainDate, timeZone: string) {
  const midnight = date.toZonedDateTime(timeZone);
  const next = date.add({ days: 1 }).toZonedDateTime(timeZone);
  const [begins, ends] = [midnight.epochMilliseconds, next.epochMilliseconds];
  const isPlain = ends - begins === DAY_MINUTES * MINUTE_MS && midnight.offsetNanoseconds === next.offsetNanoseconds;
  const at = (minute: number): number | null => {
    if (isPlain || minute === 0) return begins + minute * MINUTE_MS;
    if (minute === DAY_MINUTES) return ends;
    const time = new Temporal.PlainTime(Math.floor(minute / 60), minute % 60);
    const found = date.toZonedDateTime({ timeZone, plainTime: time });
    return found.toPlainTime().equals(time) ? found.epochMilliseconds : null;
  };
  return { at, ends };
}

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

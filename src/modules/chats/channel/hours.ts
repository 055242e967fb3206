import { isAfter } from '#platform/date.ts';
import type { Hours } from './channel.schema.ts';

/** Whether people answer at this time; without hours they always do. */
export function isOpenAt(hours: Hours | null, at: Temporal.Instant, timeZone: string): boolean {
  if (hours === null) return true;
  const local = at.toZonedDateTimeISO(timeZone);
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return hours.some(({ day, from, to }) => day === local.dayOfWeek && from <= clock && clock < to);
}

/** When messages may be sent next: at once, or when the next window opens. */
export function nextOpening(windows: Hours | null, at: Temporal.Instant, timeZone: string): Temporal.Instant {
  if (windows === null || windows.length === 0 || isOpenAt(windows, at, timeZone)) return at;
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate();
  const openings = Array.from({ length: 8 }, (_, days) => today.add({ days })).flatMap((date) =>
    windows
      .filter(({ day }) => day === date.dayOfWeek)
      .map(({ from }) => date.toZonedDateTime({ timeZone, plainTime: from }).toInstant()),
  );
  return openings
    .filter((opening) => isAfter(opening, at))
    .toSorted(Temporal.Instant.compare)
    .at(0)!;
}

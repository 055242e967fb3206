import type { Hours } from './channel.schema.ts';

/** Whether people answer at this time; without hours they always do. */
export function isOpenAt(hours: Hours | null, at: Temporal.Instant, timeZone: string): boolean {
  if (hours === null) return true;
  const local = at.toZonedDateTimeISO(timeZone);
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return hours.some(({ day, from, to }) => day === local.dayOfWeek && from <= clock && clock < to);
}

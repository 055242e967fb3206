import { z } from 'zod';

/** Wire types of time: text in, text out. */
export const Timestamp = z.iso.datetime({ offset: true }).describe('RFC 3339, for example 2026-11-15T13:45:00.000Z');
export const CalendarDate = z.iso.date().describe('YYYY-MM-DD');

export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'is not a time zone of the IANA database', params: { code: 'unknown_time_zone' } })
  .meta({ description: 'IANA name, for example America/Santo_Domingo', example: 'America/Santo_Domingo' });

function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** The form in which an instant travels and is stored: UTC with milliseconds. */
export const toTimestamp = (instant: Temporal.Instant): string => instant.toString({ fractionalSecondDigits: 3 });

export const realNow = (): Temporal.Instant => Temporal.Now.instant();

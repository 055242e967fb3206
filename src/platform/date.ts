import { z } from 'zod';

/** Years that a business can mean and that every part of the service can hold. */
export const LAST_YEAR = 2999;
const YEARS = { first: 1900, last: LAST_YEAR };
let isAnswering = false;

/** Parses an answer: rows that exist are shown whatever their year, so that one row never breaks a list. */
export function answering<T>(parse: () => T): T {
  isAnswering = true;
  try {
    return parse();
  } finally {
    isAnswering = false;
  }
}

const withinYears = (text: string): boolean =>
  isAnswering || (Number(text.slice(0, 4)) >= YEARS.first && Number(text.slice(0, 4)) <= YEARS.last);
const yearsError = {
  error: `must be between the years ${YEARS.first} and ${YEARS.last}`,
  params: { code: 'out_of_range' },
};

/** Time zones lie within 14 hours of UTC; PostgreSQL refuses what is beyond 16. */
const hasRealOffset = (text: string): boolean => Number(/[+-](\d\d):?\d\d$/.exec(text)?.[1] ?? 0) <= 14;

/** Wire types of time: text in, text out. */
export const Timestamp = z.iso
  .datetime({ offset: true, abort: true })
  .refine(withinYears, yearsError)
  .refine(hasRealOffset, 'must have an offset of at most 14 hours');
export const CalendarDate = z.iso.date({ abort: true }).refine(withinYears, yearsError);

/** For `refine`: `to` is not before `from`. */
export const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to;

export const outOfOrder = { error: 'is before `from`', path: ['to'], params: { code: 'invalid_order' } };

export const isBefore = (one: Temporal.Instant | string, other: Temporal.Instant | string): boolean =>
  Temporal.Instant.compare(one, other) < 0;
export const isAfter = (one: Temporal.Instant | string, other: Temporal.Instant | string): boolean =>
  Temporal.Instant.compare(one, other) > 0;
export const earlierInstant = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  isBefore(other, one) ? other : one;
export const laterInstant = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  isAfter(other, one) ? other : one;

/** The earlier of two calendar dates. */
export const earlierDate = (one: string, other: string): string => (one < other ? one : other);

export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30');

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

/** A wall time without a zone: `2026-11-20T09:00:00`. */
export const LocalTime = z
  .string()
  .regex(/^(19|2\d)\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'must be a time without a zone, such as 2026-11-20T09:00:00')
  .refine((text) => isPlainTime(text), 'is not a time')
  .transform((text) => Temporal.PlainDateTime.from(text).toString({ smallestUnit: 'second' }))
  .meta({ description: 'A wall time without a zone.', example: '2026-11-20T09:00:00' });

export function isPlainTime(text: string): boolean {
  try {
    Temporal.PlainDateTime.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

/** When the day after a date begins. */
export const dayAfter = ({ timeZone }: { timeZone: string }, date: string): Temporal.Instant =>
  Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).toInstant();

/** The form in which an instant travels and is stored: UTC with milliseconds. */
export const toTimestamp = (instant: Temporal.Instant): string => instant.toString({ fractionalSecondDigits: 3 });

/** The time at the database when it was last measured, and where the monotonic clock of this process was then. */
let anchor: { epochMs: number; at: number } | undefined;

/** A difference below this, beyond the error of the measurement, is not worth a step of the clock. */
const TOLERATED_MS = 250;

/**
 * Takes the time from the database. Between measurements the monotonic clock counts, so a changed wall clock has no effect.
 * A difference within the error of the measurement is not followed: on a busy machine time would jump back and forth.
 */
export function followClock(epochMs: number, errorMs: number): void {
  const differenceMs = Math.abs(realNow().epochMilliseconds - epochMs);
  if (anchor && differenceMs < errorMs + TOLERATED_MS) return;
  anchor = { epochMs, at: performance.now() };
}

export const realNow = (): Temporal.Instant =>
  anchor
    ? Temporal.Instant.fromEpochMilliseconds(Math.round(anchor.epochMs + performance.now() - anchor.at))
    : Temporal.Now.instant();

/** The time of an organization, whose clock may have been moved. */
export const businessNow = ({ clockOffsetMs }: { clockOffsetMs: bigint }): Temporal.Instant =>
  clockOffsetMs === 0n ? realNow() : realNow().add({ milliseconds: Number(clockOffsetMs) });

import type { TenantContext } from '#platform/context.ts';
import { contactDate } from '../events.ts';
import { contactData } from '../tables.ts';
import { contactDates } from '../ticks.ts';
import { lockDueDates, updateDueDates } from './contact-data.sql.ts';

const BATCH = 500;
/** After an outage, dates up to this age are still announced. */
const LATE_DAYS_MAX = 7;

/** The anniversary of a date in some year: 29 February falls on the 28th in common years. */
const dayIn = (date: Temporal.PlainDate, year: number): Temporal.PlainDate =>
  date.with({ year }, { overflow: 'constrain' });

/** The next day on which a date is announced: today at the earliest, and once a year. */
export function nextDayOf(
  date: Temporal.PlainDate,
  today: Temporal.PlainDate,
  announcedYear: number | null,
): Temporal.PlainDate {
  const day = dayIn(date, Math.max(today.year, (announcedYear ?? 0) + 1));
  return Temporal.PlainDate.compare(day, today) < 0 ? dayIn(date, day.year + 1) : day;
}

/** Schedules the tick for the day of each of these dates. */
export function wakeForDates(ctx: TenantContext, data: { nextOn: string | null }[]): void {
  for (const { nextOn } of data) if (nextOn) ctx.wakeAt(contactDates, startOf(ctx, nextOn));
}

/** The instant at which a day begins for the organization. */
const startOf = ({ timeZone }: TenantContext, day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant();

/** Announces the dates that are due; the result is when the next one is. */
export async function announceDates(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const due = await lockDueDates(ctx, ctx.today, BATCH);
  const moved = due.map(({ id, contactId, label, value, announcedYear, archived }) => {
    const date = Temporal.PlainDate.from(value);
    const last = lastDayOf(date, ctx.today);
    const isNews = (announcedYear ?? 0) < last.year && last.until(ctx.today).days <= LATE_DAYS_MAX;
    if (isNews && !archived) {
      const { day, month } = date;
      const contactType = label || 'date';
      ctx.emit(contactDate, { contactDataId: id, beneficiaryId: contactId, contactType, date: value, day, month });
    }
    return { id, nextOn: dayIn(date, last.year + 1), announcedYear: isNews ? last.year : announcedYear };
  });
  if (moved.length > 0) await updateDueDates(ctx, moved);
  if (moved.length === BATCH) return ctx.now;
  const next = await contactData.min(ctx, 'nextOn');
  return next === null ? null : startOf(ctx, next);
}

/** The latest anniversary, up to today. */
function lastDayOf(date: Temporal.PlainDate, today: Temporal.PlainDate): Temporal.PlainDate {
  const day = dayIn(date, today.year);
  return Temporal.PlainDate.compare(day, today) > 0 ? dayIn(date, today.year - 1) : day;
}

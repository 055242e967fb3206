import type { TenantContext } from '#platform/context.ts';
import { contactDate } from '../events.ts';
import { lockDueDates, selectNextDate, updateDueDates } from './contact-data.sql.ts';

const BATCH = 500;
/** A service that was down on the day tells it afterwards, but not when it is long past. */
const LATE_DAYS_MAX = 7;

/** The day on which a date is kept in some year: 29 February is kept on the 28th where there is none. */
const dayIn = (date: Temporal.PlainDate, year: number): Temporal.PlainDate =>
  date.with({ year }, { overflow: 'constrain' });

/** The next day on which a date is told: today at the earliest, and once a year. */
export function nextDayOf(
  date: Temporal.PlainDate,
  today: Temporal.PlainDate,
  announcedYear: number | null,
): Temporal.PlainDate {
  const day = dayIn(date, Math.max(today.year, (announcedYear ?? 0) + 1));
  return Temporal.PlainDate.compare(day, today) < 0 ? dayIn(date, day.year + 1) : day;
}

/** When the organization's day begins. */
export const startOfDay = ({ timeZone }: TenantContext, day: Temporal.PlainDate): Temporal.Instant =>
  day.toZonedDateTime(timeZone).toInstant();

/** Tells every date whose day has come, and says when the next one does. */
export async function announceDates(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const due = await lockDueDates(ctx.tx, ctx.organizationId, ctx.today, BATCH);
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
  if (moved.length > 0) await updateDueDates(ctx.tx, ctx.organizationId, moved);
  if (moved.length === BATCH) return ctx.now;
  const next = await selectNextDate(ctx.tx, ctx.organizationId);
  return next === null ? null : startOfDay(ctx, Temporal.PlainDate.from(next));
}

/** The latest day, up to today, on which the date was kept. */
function lastDayOf(date: Temporal.PlainDate, today: Temporal.PlainDate): Temporal.PlainDate {
  const day = dayIn(date, today.year);
  return Temporal.PlainDate.compare(day, today) > 0 ? dayIn(date, today.year - 1) : day;
}

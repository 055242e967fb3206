import { createHash } from 'node:crypto';
import { findOrganization } from '#modules/organization/index.ts';
import type { WorkContext } from '#platform/context.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { calendarFile, type Entry } from '../letter/calendar-file.ts';
import { bookingToken, scheduleCalendar } from '../secret-address.ts';
import { bookings, schedules } from '../tables.ts';
import { selectCalendarBookings } from './schedule.sql.ts';

/** A calendar shows this much of the past, and as many bookings at most. */
const PAST_DAYS = 60;
const ENTRIES_MAX = 2000;

/** The calendar that a secret opens: of one booking, or of a schedule. */
export async function readCalendar(ctx: WorkContext, secret: string): Promise<RawAnswer> {
  return secret.startsWith('bkg_') ? bookingCalendar(ctx, secret) : feed(ctx, secret);
}

async function bookingCalendar(work: WorkContext, token: string): Promise<RawAnswer> {
  const { ctx, id } = await bookingToken.open(work, token);
  const booking = await bookings.get(ctx, id);
  const schedule = await schedules.get(ctx, booking.scheduleId);
  return calendarAnswer(ctx, [{ booking, schedule }], schedule.title, 'attachment; filename="booking.ics"');
}

async function feed(work: WorkContext, secret: string): Promise<RawAnswer> {
  const { ctx, id } = await scheduleCalendar.open(work, secret);
  const [schedule, found, { name }] = await Promise.all([
    schedules.get(ctx, id),
    selectCalendarBookings(ctx, id, { since: ctx.now.subtract({ hours: PAST_DAYS * 24 }), limit: ENTRIES_MAX }),
    findOrganization(ctx.tx, ctx.organizationId),
  ]);
  const entries = found.map((booking) => ({ booking, schedule, guest: booking.name }));
  return calendarAnswer(ctx, entries, `${schedule.title} (${name})`, 'inline');
}

function calendarAnswer(ctx: WorkContext, entries: Entry[], name: string, disposition: string): RawAnswer {
  const body = Buffer.from(calendarFile(entries, { name, method: 'PUBLISH', host: new URL(ctx.publicUrl).hostname }));
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', 'content-disposition': disposition };
  if (ctx.request.ifNoneMatch === etag) return new RawAnswer(null, headers, 304);
  return new RawAnswer(body, { ...headers, 'content-type': 'text/calendar; charset=utf-8' });
}

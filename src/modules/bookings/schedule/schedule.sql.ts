import { sql } from 'kysely';
import { z } from 'zod';
import { byDefault, filter, isOneOf, isSet, listOf, oneOf, search, several } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import {
  type Booking,
  bookings,
  type Schedule,
  scheduleHosts,
  scheduleLinks,
  scheduleSessions,
  schedules,
} from '../tables.ts';

export const scheduleList = listOf(schedules, {
  filters: {
    search: search('schedule', 'Beginnings of words of the title, description or place.'),
    kind: oneOf('kind', z.enum(['event', 'availability']), 'Events or availabilities only.'),
    taskId: oneOf('taskId', z.uuid(), 'Schedules of one of these tasks.'),
    hostId: filter(
      several(z.uuid()).optional().describe('Those that this person or resource gives.'),
      (value, ctx) =>
        sql`t.id IN (SELECT schedule_id FROM ${scheduleHosts.of(ctx)} h WHERE ${isOneOf(sql`h.host_id`, value)})`,
    ),
    canceled: byDefault(isSet('canceledAt', 'Canceled schedules instead of current ones.'), false),
  },
  sort: { created: 'createdAt', title: 'title' },
  order: '-created',
});

/** Schedules that visitors may book, without events that have begun, oldest first. */
export const selectBookable = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<Schedule>(tenant.tx)`
    SELECT ${schedules.columns('k')} FROM ${schedules.of(tenant)} k
    JOIN ${scheduleLinks.of(tenant)} l ON l.schedule_id = k.id AND l.is_open
    WHERE k.canceled_at IS NULL AND (k.starts_at IS NULL OR k.starts_at > ${now}::timestamptz)
    ORDER BY k.created_at, k.id LIMIT ${limit}`;

/** Bookings to come, locked to be changed together. */
export const selectOpenBookings = (
  tenant: Tenant,
  scheduleId: string,
  { now, limit }: { now: Temporal.Instant; limit: number },
) =>
  rowsOf<Booking>(tenant.tx)`
    SELECT ${bookings.columns()} FROM bookings
    WHERE organization_id = ${tenant.organizationId} AND schedule_id = ${scheduleId}
      AND state IN ('held', 'booked', 'waiting') AND ends_at > ${now}::timestamptz
    ORDER BY starts_at, id LIMIT ${limit} FOR UPDATE`;

/** The times of schedules that belong to tasks, within a window. */
export const selectTaskTimes = (tenant: Tenant, { from, to, limit }: { from: string; to: string; limit: number }) =>
  rowsOf<{ taskId: string; scheduleId: string; startsAt: string; endsAt: string }>(tenant.tx)`
    SELECT k.task_id, k.id AS schedule_id, s.starts_at, s.ends_at
    FROM ${schedules.of(tenant)} k JOIN ${scheduleSessions.of(tenant)} s ON s.schedule_id = k.id
    WHERE k.task_id IS NOT NULL AND k.canceled_at IS NULL
      AND s.starts_at >= ${from}::timestamptz AND s.starts_at < ${to}::timestamptz
    ORDER BY s.starts_at, s.id LIMIT ${limit}`;

/** The bookings that a calendar shows. Canceled ones stay in it as such, so that other calendars remove them. */
export const selectCalendarBookings = (
  tenant: Tenant,
  scheduleId: string,
  { since, limit }: { since: Temporal.Instant; limit: number },
) =>
  rowsOf<Booking>(tenant.tx)`
    SELECT ${bookings.columns()} FROM ${bookings.of(tenant)} b
    WHERE b.schedule_id = ${scheduleId} AND b.starts_at >= ${since}::timestamptz AND b.state <> 'waiting'
    ORDER BY b.starts_at, b.id LIMIT ${limit}`;

import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Booking, bookings, type Schedule, scheduleSessions, sessionReminders } from '../tables.ts';
import type { Interval } from './plan.ts';

export interface DueReminder {
  sessionId: string;
  interval: Interval;
  dueAt: string;
  scheduleId: string;
  startsAt: string;
}

/** Takes the reminders that are due, oldest first. They are deleted, so each is sent once. */
export const takeDueReminders = (tenant: Tenant, { now, limit }: { now: Temporal.Instant; limit: number }) =>
  rowsOf<DueReminder>(tenant.tx)`
    WITH due AS (
      DELETE FROM session_reminders WHERE organization_id = ${tenant.organizationId} AND (session_id, interval) IN (
        SELECT session_id, interval FROM ${sessionReminders.of(tenant)} r WHERE r.due_at <= ${now}::timestamptz
        ORDER BY r.due_at LIMIT ${limit})
      RETURNING session_id, interval, due_at)
    SELECT d.session_id, d.interval, d.due_at, s.schedule_id, s.starts_at
    FROM due d JOIN ${scheduleSessions.of(tenant)} s ON s.id = d.session_id ORDER BY d.due_at`;

/** Moves the reminders that follow the clock of a schedule to its new zone. */
export const updateZone = ({ tx, organizationId }: Tenant, { id, timeZone }: Pick<Schedule, 'id' | 'timeZone'>) =>
  sql`
    UPDATE session_reminders r SET due_at = (s.starts_at AT TIME ZONE ${timeZone} - interval '1 day') AT TIME ZONE ${timeZone}
    FROM schedule_sessions s
    WHERE r.organization_id = ${organizationId} AND s.organization_id = ${organizationId} AND s.schedule_id = ${id}
      AND r.session_id = s.id AND r.interval = '1_day'`.execute(tx);

/** The people of a session who were booked before a reminder was due. */
export const selectReminded = (tenant: Tenant, sessionId: string, dueAt: string) =>
  rowsOf<Booking>(tenant.tx)`
    SELECT ${bookings.columns()} FROM ${bookings.of(tenant)} b
    WHERE b.session_id = ${sessionId} AND b.state = 'booked' AND b.created_at <= ${dueAt}::timestamptz
      AND b.email IS NOT NULL
    ORDER BY b.id`;

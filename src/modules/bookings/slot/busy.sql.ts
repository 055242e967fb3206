import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { bookings, outsideBusyTimes, scheduleSessions, schedules, sessionHosts } from '../tables.ts';

/** A time at which a host is busy with a session. */
export interface BusyHost {
  hostId: string;
  sessionId: string;
  scheduleId: string;
  startsAt: string;
  endsAt: string;
  busyFrom: string;
  busyUntil: string;
  capacity: number;
  /** Without expired holds. */
  taken: number;
}

/**
 * The sessions of hosts that touch a span of time. A session on which only expired holds have places is left out, so a hold
 * ends on time even before it is swept.
 */
export const selectBusyHosts = (
  tenant: Tenant,
  hostIds: readonly string[],
  { from, until, now }: { from: Temporal.Instant; until: Temporal.Instant; now: Temporal.Instant },
) =>
  rowsOf<BusyHost>(tenant.tx)`
    SELECT h.host_id, h.session_id, s.schedule_id, s.starts_at, s.ends_at, h.busy_from, h.busy_until, s.capacity,
           s.taken - coalesce(x.expired, 0) AS taken
    FROM ${sessionHosts.of(tenant)} h
    JOIN ${scheduleSessions.of(tenant)} s ON s.id = h.session_id
    JOIN ${schedules.of(tenant)} k ON k.id = s.schedule_id
    LEFT JOIN (
      SELECT session_id, count(*)::int AS expired FROM ${bookings.of(tenant)} b
      WHERE b.state = 'held' AND b.hold_expires_at <= ${now}::timestamptz GROUP BY session_id) x ON x.session_id = s.id
    WHERE h.host_id = ANY (${hostIds}::uuid[]) AND h.busy_until > ${from}::timestamptz
      AND h.busy_from < ${until}::timestamptz AND h.busy_from > ${from}::timestamptz - interval '16 days'
      AND (k.kind = 'event' OR s.taken > coalesce(x.expired, 0))
    ORDER BY h.busy_from`;

/** When people are busy by their calendars elsewhere. */
export const selectOutsideBusy = (
  tenant: Tenant,
  userIds: readonly string[],
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
) =>
  rowsOf<{ userId: string; startsAt: string; endsAt: string }>(tenant.tx)`
    SELECT user_id, starts_at, ends_at FROM ${outsideBusyTimes.of(tenant)} t
    WHERE user_id = ANY (${userIds}::uuid[]) AND ends_at > ${from}::timestamptz AND starts_at < ${until}::timestamptz
    ORDER BY starts_at`;

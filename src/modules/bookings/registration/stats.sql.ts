import { sql } from 'kysely';
import { startOf } from '#platform/db/step.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { bookings, sessionHosts } from '../tables.ts';

export interface CountedBookings {
  /** The first day of the period. */
  period: string;
  groupId: string | null;
  booked: number;
  attended: number;
  noShow: number;
  canceled: number;
  waiting: number;
}

export interface Counting {
  from: Temporal.Instant;
  until: Temporal.Instant;
  timeZone: string;
  period: 'day' | 'week' | 'month' | 'all';
  weekStart: number;
  scheduleId?: string | undefined;
  hostId?: string | undefined;
  by?: 'host' | 'schedule' | undefined;
}

/** Counts the bookings that start in a span of time, by period and by host or schedule. A canceled booking has no host. */
export async function countBookings(tenant: Tenant, counting: Counting): Promise<CountedBookings[]> {
  const { from, until, timeZone, period, weekStart, scheduleId, hostId, by } = counting;
  const date = sql`(b.starts_at AT TIME ZONE ${timeZone})::date`;
  const periodOf = period === 'all' ? sql`'all'` : sql`${startOf(date, period, weekStart)}::text`;
  const group = by === 'host' ? sql`h.host_id` : by === 'schedule' ? sql`b.schedule_id` : sql`NULL::uuid`;
  const hosts = sql`LEFT JOIN ${sessionHosts.of(tenant)} h ON h.session_id = b.session_id AND h.host_id <> b.schedule_id`;
  return rowsOf<CountedBookings>(tenant.tx)`
    SELECT ${periodOf} AS period, ${group} AS group_id,
           count(*) FILTER (WHERE b.session_id IS NOT NULL)::int AS booked,
           count(*) FILTER (WHERE b.state = 'attended')::int AS attended,
           count(*) FILTER (WHERE b.state = 'no_show')::int AS no_show,
           count(*) FILTER (WHERE b.state = 'canceled')::int AS canceled,
           count(*) FILTER (WHERE b.state = 'waiting')::int AS waiting
    FROM ${bookings.of(tenant)} b ${by === 'host' || hostId ? hosts : sql``}
    WHERE b.starts_at >= ${from}::timestamptz AND b.starts_at < ${until}::timestamptz
      ${scheduleId ? sql`AND b.schedule_id = ${scheduleId}` : sql``}
      ${hostId ? sql`AND h.host_id = ${hostId}` : sql``}
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

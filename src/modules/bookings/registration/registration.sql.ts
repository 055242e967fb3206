import { sql } from 'kysely';
import { z } from 'zod';
import { ofContacts } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Timestamp } from '#platform/date.ts';
import { filter, isOneOf, listOf, oneOf, oneOfFew, search, several } from '#platform/db/list.ts';
import { startOf } from '#platform/db/step.ts';
import { affectedBy, columnOf, rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Booking, bookings, schedules, sessionHosts } from '../tables.ts';
import { bookingSources, bookingStates } from './registration.schema.ts';

const filters = {
  search: search('booking', 'Beginnings of words of the name, e-mail address or telephone.'),
  state: oneOfFew('state', z.enum(bookingStates)),
  source: oneOf('source', z.enum(bookingSources), 'Bookings that were made in one of these ways.'),
  from: filter(
    Timestamp.optional().describe('Starting at this time or later.'),
    (value) => sql`t.starts_at >= ${value}::timestamptz`,
  ),
  to: filter(
    Timestamp.optional().describe('Starting before this time.'),
    (value) => sql`t.starts_at < ${value}::timestamptz`,
  ),
};

/** The registrations of one schedule. */
export const registrationList = listOf(bookings, {
  filters,
  scope: { scheduleId: oneOf('schedule_id', z.uuid()) },
  sort: { starts: 'startsAt', created: 'createdAt' },
  order: 'starts',
});

/** Every booking of every schedule. */
export const reservationList = listOf(bookings, {
  filters: {
    ...filters,
    scheduleId: oneOf('schedule_id', z.uuid(), 'Bookings of one of these schedules.'),
    contactId: ofContacts(),
    hostId: filter(
      several(z.uuid()).optional().describe('Given by this person or resource.'),
      (value, ctx) =>
        sql`t.session_id IN (SELECT session_id FROM ${sessionHosts.of(ctx)} h WHERE ${isOneOf(sql`h.host_id`, value)})`,
    ),
  },
  sort: { starts: 'startsAt', created: 'createdAt' },
  order: '-starts',
});

/** The bookings to come that a host gives: how many, when the first is, and the zone of its schedule. Undefined: none. */
export const selectToComeOf = (ctx: TenantContext, hostId: string) =>
  rowOf<{ count: number; first: string; timeZone: string }>(ctx.tx)`
    SELECT count(*) OVER ()::int AS count, b.starts_at AS first, s.time_zone
    FROM ${sessionHosts.of(ctx)} h JOIN ${bookings.of(ctx)} b ON b.session_id = h.session_id
    JOIN ${schedules.of(ctx)} s ON s.id = b.schedule_id
    WHERE h.host_id = ${hostId} AND h.busy_until > ${ctx.now}::timestamptz
      AND b.starts_at > ${ctx.now}::timestamptz AND b.state IN ('held', 'booked')
    ORDER BY b.starts_at LIMIT 1`;

/** Takes a place on a session unless all are taken: two writers cannot both get the last one. */
export async function incrementTaken({ tx, organizationId }: Tenant, sessionId: string): Promise<boolean> {
  const affected = await affectedBy(tx)`
    UPDATE schedule_sessions SET taken = taken + 1
    WHERE organization_id = ${organizationId} AND id = ${sessionId} AND taken < capacity`;
  return affected === 1;
}

/** Gives a place back. A session with more places than its schedule has by now keeps only those that are taken. */
export const decrementTaken = ({ tx, organizationId }: Tenant, sessionId: string, capacity: number) =>
  sql`UPDATE schedule_sessions SET taken = taken - 1, capacity = greatest(taken - 1, ${capacity}::int)
      WHERE organization_id = ${organizationId} AND id = ${sessionId}`.execute(tx);

/** Frees the time of a session that nobody is booked for. A place that was taken meanwhile keeps it. */
export const deleteEmptySession = ({ tx, organizationId }: Tenant, sessionId: string) =>
  sql`DELETE FROM schedule_sessions
      WHERE organization_id = ${organizationId} AND id = ${sessionId} AND taken = 0`.execute(tx);

/** Makes hosts busy and answers how many of them were free: the exclusion constraint decides, and waits for other writers. */
export async function insertBusyHosts(
  tenant: Tenant,
  sessionId: string,
  hostIds: readonly string[],
  span: { from: number; until: number },
): Promise<number> {
  if (hostIds.length === 0) return 0;
  const busyFrom = Temporal.Instant.fromEpochMilliseconds(span.from);
  const busyUntil = Temporal.Instant.fromEpochMilliseconds(span.until);
  const rows = hostIds.toSorted().map((hostId) => ({ sessionId, hostId, busyFrom, busyUntil }));
  return affectedBy(tenant.tx)`${sessionHosts.insertion(tenant, rows)} ON CONFLICT DO NOTHING`;
}

/** The schedules with holds that have ended. */
export const selectSchedulesOfExpired = (tenant: Tenant, now: Temporal.Instant) =>
  columnOf<string>(tenant.tx)`
    SELECT DISTINCT schedule_id FROM ${bookings.of(tenant)} b
    WHERE b.state = 'held' AND b.hold_expires_at <= ${now}::timestamptz`;

/** The holds that have ended, to be released by the first transaction that finds them. */
export const lockExpiredHolds = (
  tenant: Tenant,
  scheduleIds: readonly string[],
  { now, limit }: { now: Temporal.Instant; limit: number },
) =>
  rowsOf<Pick<Booking, 'id' | 'scheduleId' | 'startsAt' | 'invoiceId'> & { sessionId: string }>(tenant.tx)`
    SELECT id, session_id, schedule_id, starts_at, invoice_id FROM bookings
    WHERE organization_id = ${tenant.organizationId} AND schedule_id = ANY (${scheduleIds}::uuid[])
      AND state = 'held' AND hold_expires_at <= ${now}::timestamptz
    ORDER BY hold_expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;

/** The times to come that people wait for, the earliest first. */
export const selectWaitingTimes = (
  tenant: Tenant,
  scheduleId: string,
  { after, limit }: { after: Temporal.Instant; limit: number },
) =>
  columnOf<string>(tenant.tx)`
    SELECT DISTINCT b.starts_at FROM ${bookings.of(tenant)} b
    WHERE b.schedule_id = ${scheduleId} AND b.state = 'waiting' AND b.starts_at > ${after}::timestamptz
    ORDER BY b.starts_at LIMIT ${limit}`;

export async function selectHostsOf(tenant: Tenant, sessionIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await sessionHosts.all(tenant, { sessionId: sessionIds }, { columns: ['sessionId', 'hostId'] });
  const grouped = Map.groupBy(rows, ({ sessionId }) => sessionId);
  return new Map([...grouped].map(([id, hosts]) => [id, hosts.map(({ hostId }) => hostId)]));
}

/** New capacity for the sessions to come; one with more bookings keeps room for them. */
export const updateCapacity = ({ tx, organizationId }: Tenant, scheduleId: string, capacity: number) =>
  sql`UPDATE schedule_sessions SET capacity = greatest(taken, ${capacity}::int)
      WHERE organization_id = ${organizationId} AND schedule_id = ${scheduleId}`.execute(tx);

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

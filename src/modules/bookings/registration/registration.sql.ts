import { sql } from 'kysely';
import { z } from 'zod';
import { ofContacts } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Timestamp } from '#platform/date.ts';
import { filter, isOneOf, listOf, oneOf, oneOfFew, search, several } from '#platform/db/list.ts';
import { rowsOf } from '#platform/db/table.ts';
import { bookings, schedules, sessionHosts } from '../tables.ts';
import { bookingSources, bookingStates } from './registration.schema.ts';

const filters = {
  search: search('booking', 'Beginnings of words of the name, e-mail address or telephone.'),
  state: oneOfFew('state', z.enum(bookingStates)),
  source: oneOf('source', z.enum(bookingSources)),
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
    scheduleId: oneOf('schedule_id', z.uuid()),
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

/** The bookings to come that a host gives: how many, when the first is, and the zone of its schedule. */
export async function selectToComeOf(
  ctx: TenantContext,
  hostId: string,
): Promise<{ count: number; first: string | null; timeZone: string | null }> {
  const rows = await rowsOf<{ count: number; first: string; timeZone: string }>(ctx.tx)`
    SELECT count(*) OVER ()::int AS count, b.starts_at AS first, s.time_zone
    FROM ${sessionHosts.of(ctx)} h JOIN ${bookings.of(ctx)} b ON b.session_id = h.session_id
    JOIN ${schedules.of(ctx)} s ON s.id = b.schedule_id
    WHERE h.host_id = ${hostId} AND h.busy_until > ${ctx.now}::timestamptz
      AND b.starts_at > ${ctx.now}::timestamptz AND b.state IN ('held', 'booked')
    ORDER BY b.starts_at LIMIT 1`;
  return rows[0] ?? { count: 0, first: null, timeZone: null };
}

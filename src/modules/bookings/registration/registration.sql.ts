import { sql } from 'kysely';
import { z } from 'zod';
import { ofContacts } from '#modules/contacts/index.ts';
import { Timestamp } from '#platform/date.ts';
import { filter, isOneOf, listOf, oneOf, oneOfFew, search, several } from '#platform/db/list.ts';
import { bookings, sessionHosts } from '../tables.ts';
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

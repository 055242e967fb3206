import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { outsideCalendars } from '../tables.ts';
import { NewOutsideCalendar, OutsideCalendar } from './calendar.schema.ts';
import { addCalendar, CalendarAddressRefused, TooManyCalendars } from './calendar.ts';
import { calendarList } from './read.sql.ts';

export const calendarRoutes = [
  route('POST', '/v1/tasks/schedule/calendar', 'bookings:write', {
    action: 'addCalendar',
    summary: 'Add an outside calendar',
    description:
      'Events of a calendar that is kept elsewhere make a person busy, so that nothing is offered then. It is read at once and every hour, up to 400 days ahead, recurring events included. Events marked as free, and canceled ones, do not count.',
    status: 201,
    body: NewOutsideCalendar,
    returns: OutsideCalendar,
    refusals: [CalendarAddressRefused, TooManyCalendars, ReferenceNotFound],
    examples: { body: { url: 'https://calendar.example.com/private-2f8a/basic.ics', name: 'Personal' } },
    handler: (ctx, { body }) => addCalendar(ctx, body),
  }),
  route('GET', '/v1/tasks/schedule/calendar', 'bookings:read', {
    action: 'listCalendars',
    summary: 'List outside calendars',
    description: 'Newest first, each with its last reading.',
    query: calendarList.query,
    returns: pageOf(OutsideCalendar),
    handler: (ctx, { query }) => calendarList.page(ctx, query),
  }),
  route('DELETE', '/v1/tasks/schedule/calendar', 'bookings:write', {
    action: 'removeCalendar',
    summary: 'Remove an outside calendar',
    description: 'Its busy times are free again at once.',
    body: z.strictObject({ id: z.uuid() }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => outsideCalendars.remove(ctx, body.id),
  }),
];

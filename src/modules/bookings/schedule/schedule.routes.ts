import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { Reason } from '../registration/registration.schema.ts';
import { schedules } from '../tables.ts';
import { readCalendar } from './calendar.ts';
import { cancelSchedule, HostBusy, TooManyBookings } from './event.ts';
import { NewSchedule, Schedule, ScheduleChange } from './schedule.schema.ts';
import { scheduleList } from './schedule.sql.ts';
import {
  changeSchedule,
  createSchedule,
  describeSchedule,
  describeSchedules,
  HoursOverlap,
  ScheduleIncomplete,
} from './schedule.ts';

export const scheduleRoutes = [
  route('POST', '/v1/tasks/schedule', 'bookings:write', {
    summary: 'Create a schedule',
    description:
      'An `event` takes place once and people register for it. An `availability` has weekly hours and exceptions in its time zone and is booked by slots. Its people and resources are never booked twice at one time, over all schedules.',
    status: 201,
    body: NewSchedule,
    returns: Schedule,
    refusals: [ScheduleIncomplete, HoursOverlap, HostBusy, ReferenceNotFound],
    examples: {
      body: {
        kind: 'availability',
        title: 'Corte de pelo',
        timeZone: 'America/Santo_Domingo',
        weekly: [{ weekday: 'monday', from: '09:00', to: '17:00' }],
        durationMinutes: 30,
      },
    },
    handler: (ctx, { body }) => createSchedule(ctx, body),
  }),
  route('GET', '/v1/tasks/schedule', 'bookings:read', {
    summary: 'List schedules',
    description: 'Newest first.',
    query: scheduleList.query,
    returns: pageOf(Schedule),
    examples: { query: { search: 'corte' } },
    handler: (ctx, { query }) => scheduleList.page(ctx, query, (rows) => describeSchedules(ctx, rows)),
  }),
  route('GET', '/v1/tasks/schedule/:scheduleId', 'bookings:read', {
    summary: 'Read a schedule',
    description: 'Its hours or its time, its capacity, and the people and resources who give it.',
    returns: Schedule,
    handler: async (ctx, { params }) => describeSchedule(ctx, await schedules.get(ctx, params.scheduleId)),
  }),
  route('PATCH', '/v1/tasks/schedule/:scheduleId', 'bookings:write', {
    summary: 'Change a schedule',
    description:
      'Fields that are left out stay as they are. Another time of an event moves its bookings, and the people get an e-mail. Other hours of an availability leave its bookings as they are. More places go to those on the waiting list.',
    body: ScheduleChange,
    returns: Schedule,
    refusals: [ScheduleIncomplete, HoursOverlap, HostBusy, TooManyBookings, ReferenceNotFound],
    examples: { body: { version: 1, capacity: 2 } },
    handler: (ctx, { params, body }) => changeSchedule(ctx, params.scheduleId, body),
  }),
  route('DELETE', '/v1/tasks/schedule/:scheduleId', 'bookings:write', {
    summary: 'Cancel a schedule',
    description:
      'Cancels it with its bookings to come, and their people get an e-mail. Deposits that they paid are refunded: to the card, or as balance of the contact. It takes no more bookings and stays in the statistics.',
    query: z.strictObject({ reason: Reason.describe('Why: the people of its bookings read it.') }),
    returns: Schedule,
    refusals: [TooManyBookings],
    examples: { query: { reason: 'El instructor está enfermo.' } },
    handler: async (ctx, { params, query }) =>
      describeSchedule(ctx, await cancelSchedule(ctx, params.scheduleId, query.reason)),
  }),
  route('GET', '/v1/tasks/schedule/:scheduleId/ics', 'public', {
    action: 'readCalendar',
    summary: 'Read a calendar',
    description:
      'The bookings of a schedule by the unguessable id in its `calendarUrl`, for the calendars of those who give it; or one booking by the token of its e-mails. Calendars read it again every hour.',
    params: z.strictObject({
      scheduleId: z.string().min(20).max(100).describe('A calendar id or the token of a booking.'),
    }),
    returns: { contentType: 'text/calendar' },
    handler: (ctx, { params }) => readCalendar(ctx, params.scheduleId),
  }),
];

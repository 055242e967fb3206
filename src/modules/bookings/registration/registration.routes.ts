import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { schedules } from '../tables.ts';
import { SlotTaken } from './place.ts';
import { NewRegistration, Reason, Registration, RegistrationChange } from './registration.schema.ts';
import { registrationList, reservationList } from './registration.sql.ts';
import {
  BookingCanceled,
  BookingWaits,
  cancelRegistration,
  changeRegistration,
  describeBookings,
  NoSuchStart,
  register,
  ScheduleCanceled,
} from './registration.ts';
import { Period, PeriodStatistics, periodQuery, Statistics, statisticsQuery } from './stats.schema.ts';
import { readStatistics, readStatisticsByPeriod } from './stats.ts';

export const registrationRoutes = [
  route('GET', '/v1/tasks/schedule/reservations', 'bookings:read', {
    summary: 'List all bookings',
    description: 'The bookings (reservations) of every schedule, the latest start first.',
    query: reservationList.query,
    returns: pageOf(Registration),
    examples: { query: { state: 'booked', from: '2026-11-16T00:00:00Z' } },
    handler: (ctx, { query }) => reservationList.page(ctx, query, (rows) => describeBookings(ctx, rows)),
  }),
  route('GET', '/v1/tasks/schedule/reservations/stats', 'bookings:read', {
    action: 'readStatistics',
    summary: 'Read statistics of bookings',
    description:
      'How many bookings that start in the period are booked, canceled, attended or missed (no-show), and which share of the places was filled. Places are counted from the present hours and capacity.',
    query: statisticsQuery,
    returns: Statistics,
    examples: { query: { from: '2026-11-01', to: '2026-11-30' } },
    handler: (ctx, { query }) => readStatistics(ctx, query),
  }),
  route('GET', '/v1/tasks/schedule/reservations/stats/by-period', 'bookings:read', {
    action: 'readStatisticsByPeriod',
    summary: 'Read statistics of bookings by period',
    description:
      'The same by day, week (as the setting `weekStart` says) or month, and optionally by person or by schedule.',
    query: periodQuery,
    returns: z.object({ data: z.array(PeriodStatistics), period: Period.describe('The length of each period.') }),
    examples: { query: { from: '2026-11-01', to: '2026-11-30', period: 'week' } },
    handler: (ctx, { query }) => readStatisticsByPeriod(ctx, query),
  }),
  route('POST', '/v1/tasks/schedule/:scheduleId/register', 'bookings:write', {
    summary: 'Register a person',
    description:
      'Books a place for a person, who gets an e-mail with the booking for their calendar. Lead time and horizon of the booking link do not apply. Of several requests for the last place one succeeds.',
    status: 201,
    body: NewRegistration,
    returns: Registration,
    refusals: [SlotTaken, NoSuchStart, ScheduleCanceled, ReferenceNotFound],
    examples: { body: { startsAt: '2026-11-23T13:00:00Z', name: 'Juana Pérez', email: 'juana@example.com' } },
    handler: (ctx, { params, body }) => register(ctx, params.scheduleId, body),
  }),
  route('GET', '/v1/tasks/schedule/:scheduleId/registrations', 'bookings:read', {
    summary: 'List the registrations of a schedule',
    description: 'By their start, canceled ones included.',
    query: registrationList.query,
    returns: pageOf(Registration),
    handler: async (ctx, { params, query }) => {
      const { id: scheduleId } = await schedules.get(ctx, params.scheduleId);
      return registrationList.page(ctx, { ...query, scheduleId }, (rows) => describeBookings(ctx, rows));
    },
  }),
  route('PATCH', '/v1/tasks/schedule/:scheduleId/registrations/:registrationId', 'bookings:write', {
    action: 'changeRegistration',
    summary: 'Change a registration',
    description:
      'Corrects the person, moves it to another start or host, confirms a hold, or records who came. Another time is announced by e-mail, and the freed place goes to the first on the waiting list.',
    body: RegistrationChange,
    returns: Registration,
    refusals: [SlotTaken, NoSuchStart, ScheduleCanceled, BookingCanceled, BookingWaits, ReferenceNotFound],
    examples: { body: { state: 'attended' } },
    handler: (ctx, { params, body }) => changeRegistration(ctx, params, body),
  }),
  route('DELETE', '/v1/tasks/schedule/:scheduleId/registrations/:registrationId', 'bookings:write', {
    action: 'cancelRegistration',
    summary: 'Cancel a registration',
    description:
      'The place is free at once, and goes to the first on the waiting list. The person gets an e-mail. A deposit that was paid is refunded by a return of its invoice: to the card that paid it, or else as balance of the contact.',
    query: z.strictObject({
      reason: Reason.describe('Why: the person reads it in the e-mail and on the page of the booking.'),
      refundDeposit: z
        .boolean()
        .optional()
        .describe(
          'Whether a paid deposit is refunded. Default: yes, unless the booking was attended or missed. The time limit of the schedule is for visitors only.',
        ),
    }),
    returns: Registration,
    refusals: [BookingCanceled],
    examples: { query: { reason: 'La estilista está enferma.', refundDeposit: 'true' } },
    handler: (ctx, { params, query }) => cancelRegistration(ctx, params, query),
  }),
];

import { mergeContacts } from '#modules/contacts/index.ts';
import { beforeFormSaved, submissionMakes } from '#modules/forms/index.ts';
import { afterMemberLeft } from '#modules/organization/index.ts';
import { fillInSchedules } from '#modules/tasks/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { calendarRoutes } from './calendar/calendar.routes.ts';
import { readOutside, tickCalendars } from './calendar/read.ts';
import { confirmPaid } from './deposit/paid.ts';
import { creditUnpaidDeposit, refundDeposit, voidDeposit } from './deposit/release.ts';
import { proximityAlert } from './events.ts';
import { checkFormBooking, makeFormBooking } from './link/form-booking.ts';
import { linkRoutes } from './link/link.routes.ts';
import { reportBookingsOf } from './registration/former-host.ts';
import { registrationRoutes } from './registration/registration.routes.ts';
import { tickHolds } from './registration/waiting.ts';
import { tickReminders } from './reminder/reminder.ts';
import { scheduleRoutes } from './schedule/schedule.routes.ts';
import { selectTaskTimes } from './schedule/schedule.sql.ts';
import { sealedKinds } from './sealed.ts';
import { bookingSettings } from './settings.ts';
import { bookings as bookingRows, schedules } from './tables.ts';
import { calendarReading, holdExpiry, reminders } from './ticks.ts';

/** Schedules that people register for: events, and availability that is booked by slots. */
export const bookings: Module = {
  name: 'bookings',
  uses: [
    'identity',
    'collaboration',
    'organization',
    'contacts',
    'catalog',
    'invoicing',
    'receivables',
    'fulfilment',
    'tasks',
    'forms',
  ],
  areas: ['bookings'],
  groups: [
    {
      name: 'Schedules',
      path: '/tasks/schedule',
      description: 'Events and availability that people book, by staff or by a public booking page.',
      routes: [...registrationRoutes, ...linkRoutes, ...calendarRoutes, ...scheduleRoutes],
    },
  ],
  events: [proximityAlert],
  jobs: [voidDeposit, refundDeposit, creditUnpaidDeposit, readOutside],
  subscribers: [confirmPaid],
  settings: [bookingSettings],
  sealed: sealedKinds,
  entityKinds: [
    { field: 'scheduleId', exists: (ctx, id) => schedules.exists(ctx, id) },
    { field: 'bookingId', exists: (ctx, id) => bookingRows.exists(ctx, id) },
  ],
  ticks: [
    { tick: holdExpiry, run: tickHolds },
    { tick: reminders, run: tickReminders },
    { tick: calendarReading, run: tickCalendars },
  ],
  demo: () => import('./demo.ts'),
  hooks: [
    implement(afterMemberLeft, reportBookingsOf),
    implement(beforeFormSaved, checkFormBooking),
    implement(submissionMakes, makeFormBooking),
    implement(fillInSchedules, async (ctx, window, times) => {
      times.push(...(await selectTaskTimes(ctx, window)));
    }),
    implement(mergeContacts, (ctx, { from, into }) =>
      bookingRows.updateAll(ctx, { contactId: from }, { contactId: into, updatedAt: ctx.now }),
    ),
  ],
};

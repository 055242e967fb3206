import { z } from 'zod';
import { AnswersInvalid, FormClosed, SubmissionRefused } from '#modules/forms/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { DepositNotPayable } from '../deposit/ask.ts';
import { bookingPage, submittedPage } from '../page/booking-page.ts';
import { changeForm, visitorPage } from '../page/visitor-page.ts';
import { SlotTaken } from '../registration/place.ts';
import { BookingCanceled, NoSuchStart, ScheduleCanceled } from '../registration/registration.ts';
import {
  BookingPage,
  BookingSubmitted,
  LinkGiven,
  LinkSubmission,
  linkQuery,
  ScheduleLink,
  VisitorBooking,
  VisitorChange,
} from './link.schema.ts';
import { setLink } from './link.ts';
import { readBookingPage } from './slots.ts';
import { BookingFormInvalid, submitBooking } from './submit.ts';
import { ChangeNotAllowed, changeVisitorBooking, readVisitorBooking } from './visitor.ts';

const shared = z.strictObject({ sharedId: z.string().min(20).max(100) });
const token = z.strictObject({ bookingToken: z.string().min(20).max(100).describe('Of the e-mails of the booking.') });

export const linkRoutes = [
  route('POST', '/v1/tasks/schedule/link', 'bookings:write', {
    action: 'setLink',
    summary: 'Create or change a booking link',
    description:
      'Each schedule has one booking link: which form visitors fill in, how far ahead and how late they can book, and whether they can cancel or move. The first call creates it; fields that are left out stay as they are. `open: false` closes it, `renew: true` replaces its address.',
    body: LinkGiven,
    returns: ScheduleLink,
    refusals: [NotFound, ScheduleCanceled, ReferenceNotFound],
    examples: { body: { scheduleId: exampleId, leadMinutes: 120, horizonDays: 30 } },
    handler: (ctx, { body }) => setLink(ctx, body),
  }),
  route('GET', '/v1/tasks/schedule/link/:sharedId', 'public', {
    action: 'readLink',
    summary: 'Read a booking page',
    description:
      'The content of a booking link: the schedule and the free slots of some days, in the visitor’s time zone. A browser (`Accept: text/html`) gets the booking page, in Spanish or English.',
    params: shared,
    query: linkQuery,
    returns: BookingPage,
    page: bookingPage,
    examples: { query: { from: '2026-11-16', to: '2026-11-22', timeZone: 'America/Santo_Domingo' } },
    handler: (ctx, { params, query }) => readBookingPage(ctx, params.sharedId, query),
  }),
  route('POST', '/v1/tasks/schedule/link/submit', 'public', {
    action: 'submit',
    summary: 'Book a slot',
    description:
      'Books a slot of a booking link for a visitor, who gets an e-mail with the booking for their calendar and a link to cancel or move it. Of several requests for the last place one succeeds; the others get 409 with `success: false` and the reason. With a deposit the place is held until it is paid at `payUrl`.',
    status: 201,
    attemptsPerHour: 120,
    takesForms: true,
    body: LinkSubmission,
    returns: BookingSubmitted,
    page: submittedPage,
    refusals: [
      NotFound,
      SlotTaken,
      BookingFormInvalid,
      AnswersInvalid,
      FormClosed,
      SubmissionRefused,
      DepositNotPayable,
    ],
    examples: {
      body: {
        sharedId: 'sch_2jV0q1nqJm0d4o3mJp2y0T3v8tq5g7Wk',
        date: '2026-11-23',
        startTime: '09:00',
        timeZone: 'America/Santo_Domingo',
        formData: { name: 'Juana Pérez', email: 'juana@example.com' },
      },
    },
    handler: (ctx, { body }) => submitBooking(ctx, body),
  }),
  route('GET', '/v1/tasks/schedule/booking/:bookingToken', 'public', {
    action: 'readBooking',
    summary: 'Read a booking by its token',
    description: 'One booking for its own person, by the token of its e-mails. A browser gets a page.',
    params: token,
    returns: VisitorBooking,
    page: visitorPage,
    handler: (ctx, { params }) => readVisitorBooking(ctx, params.bookingToken),
  }),
  route('POST', '/v1/tasks/schedule/booking/:bookingToken', 'public', {
    action: 'changeBooking',
    summary: 'Cancel or move a booking by its token',
    description: 'As far as the booking link allows it. A move names one of the slots of the link.',
    attemptsPerHour: 120,
    takesForms: true,
    params: token,
    body: VisitorChange,
    returns: VisitorBooking,
    page: visitorPage,
    form: changeForm,
    refusals: [ChangeNotAllowed, SlotTaken, NoSuchStart, ScheduleCanceled, BookingCanceled],
    examples: { body: { action: 'cancel' } },
    handler: (ctx, { params, body }) => changeVisitorBooking(ctx, params.bookingToken, body),
  }),
];

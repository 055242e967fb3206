import { z } from 'zod';
import { PublicForm } from '#modules/forms/index.ts';
import { CalendarDate, Timestamp, TimeZone } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { languages } from '#platform/pages/language.ts';
import { bookingStates, person, Reason } from '../registration/registration.schema.ts';

const days = z.number().int().min(1).max(730);
const minutes = z.number().int().min(0).max(525_600);

const fields = {
  open: z.boolean().describe('Whether it can be used. Default: true.'),
  formId: z.uuid().nullable().describe('A form whose questions visitors answer when they book.'),
  leadMinutes: minutes.describe('How long before a start it can still be booked. Default: 60.'),
  horizonDays: days.describe('How many days ahead can be booked. Default: 60.'),
  visitorsMay: z
    .enum(['nothing', 'cancel', 'cancel_and_move'])
    .describe('The changes that visitors may make to their booking through its own link. Default: `cancel_and_move`.'),
  changeUntilMinutes: minutes.describe('How long before the start they may do so. Default: 120.'),
  savesContacts: z.boolean().describe('Finds or creates a contact by the e-mail address. Default: true.'),
};

export const LinkGiven = z
  .strictObject({
    scheduleId: z.uuid().describe('The schedule that it opens.'),
    version: readVersion,
    ...fields,
    renew: z.boolean().describe('Makes a new address; the former one opens nothing any more.'),
  })
  .partial()
  .required({ scheduleId: true });

export const ScheduleLink = z.object({
  scheduleId: z.uuid().describe('The schedule that it opens.'),
  ...fields,
  sharedId: z.string().describe('The part of the address that opens it.'),
  url: z.string().describe('The booking page in a browser, JSON for a program.'),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const StartTime = z
  .string()
  .max(11)
  .regex(/^([01]\d|2[0-3]):[0-5]\d([+-]\d\d:\d\d)?$/, 'must be a time such as 09:30')
  .describe('As the slot states it: `09:30`. A time that the clock shows twice has its offset: `01:30-05:00`.');

export const linkQuery = z.strictObject({
  from: CalendarDate.optional().describe('The first day, in `timeZone`. Default: today.'),
  to: CalendarDate.optional().describe('The last day, at most 41 days later. Default: 30 days later.'),
  timeZone: TimeZone.optional().describe('The visitor’s zone, in which slots are stated. Default: the schedule’s.'),
  date: CalendarDate.optional().describe('The day that the page shows.'),
  startTime: StartTime.optional().describe('The slot that the page asks the visitor to confirm.'),
});

export const Slot = z.object({
  startsAt: Timestamp.describe('When it begins.'),
  endsAt: Timestamp.describe('When it ends.'),
  date: z.string().describe('In the visitor’s zone.'),
  startTime: z.string().describe('In the visitor’s zone: send it back to book.'),
  places: z.number().int().describe('Places left; 0: only the waiting list.'),
});

export const Brand = z.object({
  name: z.string().describe('The business, as its customers know it.'),
  logoUrl: z.string().nullable(),
  colour: z.string().describe('Of the page, as `#rrggbb`.'),
});

export const BookingPage = z.object({
  sharedId: z.string().describe('The part of the address that opens the page.'),
  kind: z.enum(['event', 'availability']).describe('One event, or hours with slots.'),
  title: z.string().describe('What can be booked.'),
  description: z.string().describe('What visitors should know; may be empty.'),
  location: z.string().describe('Where it takes place; may be empty.'),
  durationMinutes: z.number().int().describe('How long it lasts.'),
  organization: Brand.describe('The business that gives it.'),
  timeZone: z.string(),
  from: z.string().describe('The first day shown, in the visitor’s zone.'),
  to: z.string().describe('The last day shown.'),
  today: z.string().describe('In the visitor’s zone.'),
  lastDay: z.string().describe('The last day that can be booked.'),
  nextFreeDate: z
    .string()
    .nullable()
    .describe('Where none of these days has a free slot: the first later day that has one, within half a year.'),
  date: z.string().nullable().describe('The day that was asked for; null: none.'),
  startTime: z.string().nullable().describe('The slot that was asked for; null: none.'),
  deposit: z
    .object({
      amount: z.string().describe('In units of the currency.'),
      currency: z.string(),
      text: z.string().describe('For people: `RD$ 500.00`.'),
    })
    .nullable()
    .describe('To be paid before a booking is confirmed; null: none.'),
  depositRefundHours: z
    .number()
    .int()
    .nullable()
    .describe('How many hours before the start a cancellation refunds the deposit. Null: it is not refunded.'),
  holdMinutes: z.number().int().describe('How long a place is held for the deposit.'),
  form: PublicForm.nullable().describe('The form of the link, whose answers are `formData.answers`.'),
  slots: z.array(Slot).describe('Every start that can be booked in these days.'),
});

/** `formData` of a booking. */
export const BookingForm = z
  .strictObject({
    ...person,
    answers: z.record(z.string().max(100), z.unknown()).describe('To the form of the link, by field.'),
  })
  .partial({ phone: true, notes: true, answers: true });

export const LinkSubmission = z.strictObject({
  sharedId: z.string().min(20).max(100).describe('Of the booking link.'),
  date: CalendarDate.describe('In `timeZone`.'),
  startTime: StartTime,
  timeZone: TimeZone.describe('The visitor’s zone, in which the date and the time are stated.'),
  formData: z
    .record(z.string(), z.unknown())
    .describe('`name`, `email`, and optionally `phone`, `notes` and `answers`.'),
  visitor: z.string().max(200).optional().describe('Of the form of the link: needed with uploads.'),
  submissionKey: z
    .string()
    .max(100)
    .optional()
    .describe('Chosen by the sender: the same submission with the same key gets the same booking.'),
  proof: z.string().max(40).optional().describe('Of the form of the link.'),
  waitingList: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .optional()
    .describe('Waits where no place is left.'),
});

export const BookingSubmitted = z.object({
  success: z.boolean().describe('True; a refusal has false and the reason.'),
  message: z.string().describe('For the visitor, in their language.'),
  state: z.enum(['booked', 'held', 'waiting']).describe('`held`: until paid or confirmed; `waiting`: for a place.'),
  url: z.string().describe('Where the visitor sees, moves and cancels the booking.'),
  payUrl: z.string().nullable().describe('Where the deposit is paid, which confirms the booking.'),
});

export const VisitorBooking = z.object({
  title: z.string().describe('What is booked.'),
  description: z.string().describe('What visitors should know; may be empty.'),
  location: z.string().describe('Where it takes place; may be empty.'),
  url: z.string().nullable().describe('Where it takes place online; only of a confirmed booking.'),
  startsAt: Timestamp.describe('When it begins.'),
  endsAt: Timestamp.describe('When it ends.'),
  timeZone: z.string(),
  language: z.enum(languages).describe('Of the page and the e-mails.'),
  state: z.enum(bookingStates).describe('`held`: until paid or confirmed; `waiting`: for a place.'),
  name: z.string().describe('Of the visitor.'),
  holdExpiresAt: Timestamp.nullable().describe('Until when the place is held; null: it is not only held.'),
  payUrl: z.string().nullable().describe('Where the deposit is paid; null: none is due.'),
  depositDue: z.string().nullable().describe('For people: `RD$ 500.00`.'),
  mayCancel: z.boolean().describe('Whether the visitor may cancel it now.'),
  mayMove: z.boolean().describe('Whether the visitor may move it now.'),
  cancellationReason: z.string().nullable().describe('Why it was canceled, if somebody said so.'),
  depositIfCanceled: z
    .enum(['refunded', 'kept'])
    .nullable()
    .describe('Whether the deposit is refunded if the booking is canceled now. Null: no deposit was paid.'),
  calendarUrl: z.string().describe('The booking for a calendar (`.ics`).'),
  moveSlots: z
    .array(
      z.object({
        date: z.string().describe('In its time zone.'),
        startTime: z.string().describe('Send it back to move the booking.'),
      }),
    )
    .describe('The next slots that it can be moved to, in its time zone.'),
  bookingUrl: z.string().nullable().describe('Where another time can be booked.'),
  organization: Brand.describe('The business that gives it.'),
  contact: z
    .object({
      phone: z.string().nullable().describe('Of the business; null: none.'),
      email: z.string().nullable().describe('Of the business; null: none.'),
    })
    .describe('Where the business is reached, for what cannot be changed here.'),
});

export const VisitorChange = z
  .strictObject({
    action: z.enum(['cancel', 'move']).describe('What the visitor does with the booking.'),
    slot: z
      .string()
      .max(30)
      .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d([+-]\d\d:\d\d)?$/, 'must be a date and a time such as 2026-11-23 09:30')
      .describe('Of a move from a page: `date` and `startTime` with a space between them.'),
    date: CalendarDate.describe('Of a move, in `timeZone`.'),
    startTime: StartTime,
    timeZone: TimeZone,
    reason: Reason.describe('Of a cancellation: why, for the business.'),
  })
  .partial({ slot: true, date: true, startTime: true, timeZone: true })
  .superRefine(({ action, slot, ...given }, context) => {
    if (action !== 'move' || slot !== undefined) return;
    for (const name of ['date', 'startTime'] as const)
      if (given[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required', params: { code: 'required' } });
  });

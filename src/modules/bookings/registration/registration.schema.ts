import { z } from 'zod';
import { Timestamp, TimeZone } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { languages } from '#platform/pages/language.ts';

export const bookingSources = ['link', 'staff', 'form', 'chat'] as const;
export const bookingStates = ['held', 'booked', 'attended', 'no_show', 'waiting', 'canceled'] as const;

export const person = {
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  phone: z.string().trim().min(3).max(40),
  notes: z.string().trim().max(2000),
};

const REASON_MAX = 500;

/** A page sends an empty text where nothing was written. */
export const Reason = z
  .string()
  .trim()
  .max(REASON_MAX)
  .transform((text) => text || undefined)
  .optional();

const registered = {
  name: person.name.describe('Of the person who is booked.'),
  email: person.email.nullable().describe('E-mails and reminders go to it.'),
  phone: person.phone.nullable().describe('Of the person; null: not known.'),
  notes: person.notes.describe('What the person or a colleague adds.'),
  contactId: z.uuid().nullable().describe('The contact (customer) who is booked.'),
  timeZone: TimeZone.describe('In which e-mails state the time. Default: that of the schedule.'),
  language: z.enum(languages).describe('Of e-mails. Default: that of the organization’s documents.'),
};

export const NewRegistration = z
  .strictObject({
    ...registered,
    startsAt: Timestamp.describe('One of the starts of an availability; an event has its own.'),
    hostId: z.uuid().describe('The person or resource who gives it. Default: as the schedule assigns.'),
    outsideHours: z
      .boolean()
      .describe('Also where the schedule has no start. Two bookings at one time are never possible.'),
    holdMinutes: z
      .number()
      .int()
      .min(1)
      .max(10_080)
      .describe('Holds the place for so long instead of booking it. The person gets an e-mail when it is confirmed.'),
    waitingList: z.boolean().describe('Waits where no place is left.'),
  })
  .partial()
  .required({ name: true });

export const RegistrationChange = z
  .strictObject({
    version: readVersion,
    ...registered,
    state: z
      .enum(['booked', 'attended', 'no_show'])
      .describe('`booked` confirms a hold, or takes `attended` and `no_show` back.'),
    startsAt: Timestamp.describe('Moves the booking; the person gets an e-mail.'),
    outsideHours: z.boolean().describe('Moves it also where the schedule has no start.'),
    hostId: z.uuid().describe('Gives it to this person or resource.'),
  })
  .partial();

export const Registration = z.object({
  ...registered,
  email: z.string().nullable().describe('E-mails and reminders go to it; null: there are none.'),
  phone: z.string().nullable().describe('Of the person; null: not known.'),
  id: z.uuid(),
  version: z.number().int(),
  scheduleId: z.uuid().describe('The schedule that is booked.'),
  title: z.string().describe('Of the schedule.'),
  startsAt: Timestamp.describe('When it begins.'),
  endsAt: Timestamp.describe('When it ends.'),
  state: z.enum(bookingStates).describe('`held`: until it is paid or confirmed; `waiting`: on the waiting list.'),
  hostIds: z.array(z.uuid()).describe('The people and resources who give it; none while it has no place.'),
  answers: z.record(z.string(), z.unknown()).nullable().describe('To the form of the booking link.'),
  source: z.enum(bookingSources).describe('Who booked it: the person by the link or a form, a member, or a chat.'),
  holdExpiresAt: Timestamp.nullable().describe('Until when the place is held; null: it is not only held.'),
  invoiceId: z.uuid().nullable().describe('The invoice of the deposit.'),
  canceledAt: Timestamp.nullable().describe('When it was canceled; null: it was not.'),
  canceledBy: z.enum(['visitor', 'staff', 'expiry']).nullable().describe('`expiry`: its hold ended; null: nobody.'),
  cancellationReason: z.string().nullable().describe('In the words of who canceled it.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

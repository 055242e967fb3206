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
  name: person.name,
  email: person.email.nullable().describe('Letters and reminders go to it.'),
  phone: person.phone.nullable(),
  notes: person.notes,
  contactId: z.uuid().nullable().describe('The contact (customer) who is booked.'),
  timeZone: TimeZone.describe('In which letters state the time. Default: that of the schedule.'),
  language: z.enum(languages).describe('Of letters. Default: that of the organization’s documents.'),
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
      .describe('Holds the place for so long instead of booking it. The person gets a letter when it is confirmed.'),
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
    startsAt: Timestamp.describe('Moves the booking; the person gets a letter.'),
    outsideHours: z.boolean().describe('Moves it also where the schedule has no start.'),
    hostId: z.uuid().describe('Gives it to this person or resource.'),
  })
  .partial();

export const Registration = z.object({
  ...registered,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  id: z.uuid(),
  version: z.number().int(),
  scheduleId: z.uuid(),
  title: z.string().describe('Of the schedule.'),
  startsAt: Timestamp,
  endsAt: Timestamp,
  state: z.enum(bookingStates),
  hostIds: z.array(z.uuid()).describe('The people and resources who give it; none while it has no place.'),
  answers: z.record(z.string(), z.unknown()).nullable().describe('To the form of the booking link.'),
  source: z.enum(bookingSources),
  holdExpiresAt: Timestamp.nullable(),
  invoiceId: z.uuid().nullable().describe('The invoice of the deposit.'),
  canceledAt: Timestamp.nullable(),
  canceledBy: z.enum(['visitor', 'staff', 'expiry']).nullable(),
  cancellationReason: z.string().nullable().describe('In the words of who canceled it.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

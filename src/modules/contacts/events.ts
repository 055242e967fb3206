import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

export const beneficiaryCreated = event({
  type: 'beneficiary:created',
  emittedWhen: 'a contact or beneficiary is created',
  payload: z.object({
    beneficiaryId: z.uuid().describe('The new contact.'),
    userId: z.uuid().describe('Who created it.'),
  }),
  example: { beneficiaryId: id, userId: id },
});

export const contactDate = event({
  type: 'contact:date',
  emittedWhen: "the date stored in a date-type contact datum matches today's day and month",
  payload: z.object({
    contactDataId: z.uuid().describe('The datum that has the date.'),
    beneficiaryId: z.uuid().describe('Whose date it is.'),
    contactType: z.string().describe('Which date it is: birthday, anniversary, …'),
    date: CalendarDate.describe('As it is stored, with its year.'),
    day: z.number().int().min(1).max(31).describe('Of the date.'),
    month: z.number().int().min(1).max(12).describe('Of the date.'),
  }),
  alsoIndexed: ['contactType'],
  example: {
    contactDataId: id,
    beneficiaryId: id,
    contactType: 'birthday',
    date: '1984-11-15',
    day: 15,
    month: 11,
  },
});

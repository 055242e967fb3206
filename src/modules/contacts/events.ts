import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

export const beneficiaryCreated = event({
  type: 'beneficiary:created',
  emittedWhen: 'a contact or beneficiary is created',
  payload: z.object({ beneficiaryId: z.uuid(), userId: z.uuid() }),
  example: { beneficiaryId: id, userId: id },
});

export const contactDate = event({
  type: 'contact:date',
  emittedWhen: "the date stored in a date-type contact datum matches today's day and month",
  payload: z.object({
    contactDataId: z.uuid(),
    beneficiaryId: z.uuid(),
    contactType: z.string().describe('Which date it is: birthday, anniversary, …'),
    date: CalendarDate,
    day: z.number().int().min(1).max(31),
    month: z.number().int().min(1).max(12),
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

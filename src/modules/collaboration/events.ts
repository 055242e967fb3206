import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { about } from './comment/comment.schema.ts';

export const commentCreated = event({
  type: 'comment:created',
  emittedWhen: 'a user adds a comment on any supported entity',
  payload: z.object({
    userId: z.uuid().describe('The author.'),
    message: z.string().describe('Mentions are `@` and the id of a person.'),
    ...about,
  }),
  example: {
    userId: exampleId,
    message: '¿Lo entregamos hoy?',
    invoiceId: otherExampleId,
  },
});

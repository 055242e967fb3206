import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { about } from './comment/about.ts';

export const commentCreated = event({
  type: 'comment:created',
  emittedWhen: 'a user adds a comment on any supported entity',
  payload: z.object({
    userId: z.uuid().describe('The author.'),
    message: z.string().describe('Mentions are `@` and the id of a person.'),
    ...about,
  }),
  example: {
    userId: '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d',
    message: '¿Lo entregamos hoy?',
    invoiceId: '019a8c5e-8a11-7c55-8f6e-4b1d2c3e4f5a',
  },
});

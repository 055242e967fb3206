import { z } from 'zod';
import { event } from '#platform/events/event.ts';

const id = '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d';

const Range = z.object({
  numeralsId: z.uuid(),
  type: z.string().describe('The type of receipt: `B01`, `E31`, …'),
  start: z.number().int().describe('The first number of the range.'),
  end: z.number().int().describe('The last number of the range.'),
  userId: z.uuid().optional(),
});

export const numeralsCreated = event({
  type: 'numerals:created',
  emittedWhen: 'a new receipt range is added',
  payload: Range,
  example: { numeralsId: id, type: 'B01', start: 1, end: 500, userId: id },
});

export const numeralsUpdated = event({
  type: 'numerals:updated',
  emittedWhen: 'a range is adjusted',
  payload: Range,
  example: { numeralsId: id, type: 'B01', start: 1, end: 1000, userId: id },
});

import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

const Range = z.object({
  numeralsId: z.uuid().describe('The range of receipt numbers.'),
  type: z.string().describe('The type of receipt: `B01`, `E31`, …'),
  start: z.number().int().describe('The first number of the range.'),
  end: z.number().int().describe('The last number of the range.'),
  userId: z.uuid().optional().describe('Who did it; left out where the service did.'),
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

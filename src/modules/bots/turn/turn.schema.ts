import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const TurnState = z.enum([
  'waiting',
  'running',
  'answered',
  'unknown',
  'handed-over',
  'resolved',
  'failed',
  'silenced',
]);

export const BotTurn = z.object({
  id: z.uuid(),
  botId: z.uuid(),
  conversationId: z.uuid(),
  state: TurnState.describe(
    '`unknown`: it became a context request. `silenced`: a person took over, or the other side seems to be a program.',
  ),
  reason: z.string().nullable().describe('Why it ended this way; null: nothing to explain.'),
  sources: z
    .array(
      z.object({
        trainingId: z.uuid().describe('The training entry.'),
        title: z.string().describe('Of the entry at that time.'),
        score: z.number().describe('How well it fits the question, from 0 to 1.'),
      }),
    )
    .describe('What the answer was taken from, best first.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

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
  reason: z.string().nullable(),
  sources: z.array(z.object({ trainingId: z.uuid(), title: z.string(), score: z.number() })),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

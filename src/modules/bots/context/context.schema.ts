import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { versioned } from '#platform/http/change.ts';
import { Training } from '../training/training.schema.ts';

export const ContextRequest = z.object({
  id: z.uuid(),
  botId: z.uuid(),
  question: z.string().describe('As the first customer asked it.'),
  asked: z.number().int().describe('How often it was asked, also in other words of the same letters.'),
  waiting: z.number().int().describe('Conversations that still wait for the answer.'),
  state: z.enum(['open', 'answered', 'dismissed']).describe('`dismissed`: it needs no answer.'),
  trainingId: z.uuid().nullable().describe('The training entry that its answer became.'),
  answeredAt: Timestamp.nullable().describe('When it was answered or dismissed; null: open.'),
  answeredBy: z.uuid().nullable().describe('The member who did; null: open.'),
  ...versioned,
});

export const ContextAnswer = z.strictObject({
  id: z.uuid().describe('The context request.'),
  answer: z.string().trim().min(1).max(10_000).nullable().describe('Null dismisses the question.'),
  question: z.string().trim().min(1).max(500).optional().describe('Better words for the question.'),
  reply: z
    .boolean()
    .default(false)
    .describe('Send the answer to the customers who wait for it and whose conversation nobody has taken over.'),
});

export const AnsweredContext = z.object({
  request: ContextRequest.describe('The context request, answered or dismissed.'),
  training: Training.nullable().describe('The entry that the answer became; null: dismissed.'),
  replies: z.number().int().describe('Conversations to which the answer is sent, in the background.'),
});

import { z } from 'zod';
import { languages } from '#platform/pages/language.ts';

export const QuestionToBot = z.strictObject({
  botId: z.uuid(),
  question: z.string().trim().min(1).max(2000),
  contactId: z.uuid().optional().describe('Answer as this contact (customer) would be answered, with its prices.'),
});

export const AnswerSource = z.object({
  trainingId: z.uuid(),
  kind: z.enum(['question', 'text', 'document', 'page', 'live']),
  title: z.string(),
  excerpt: z.string(),
  score: z.number().describe('The share of the question that it covers, or how near its meaning is, from 0 to 1.'),
  fileId: z.uuid().nullable(),
  url: z.string().nullable(),
  resourceId: z.uuid().nullable().describe('The product that the live source describes.'),
});

export const BotAnswer = z.object({
  outcome: z
    .enum(['answered', 'unknown', 'handed-over', 'resolved', 'failed'])
    .describe(
      '`unknown`: no source covers the question; in a conversation it becomes a context request. `handed-over`: the model asks for a person. `failed`: the model did not answer.',
    ),
  answer: z.string().nullable(),
  reason: z.string().nullable(),
  language: z.enum(languages).describe('Of the question.'),
  sources: z.array(AnswerSource).describe('The sources of the answer, best first.'),
  toolCalls: z.array(
    z.object({ name: z.string(), args: z.record(z.string(), z.unknown()), error: z.string().nullable() }),
  ),
});

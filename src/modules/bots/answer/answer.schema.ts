import { z } from 'zod';
import { languages } from '#platform/pages/language.ts';

export const QuestionToBot = z.strictObject({
  botId: z.uuid(),
  question: z.string().trim().min(1).max(2000).describe('As a customer would ask it.'),
  contactId: z.uuid().optional().describe('Answer as this contact (customer) would be answered, with its prices.'),
});

export const AnswerSource = z.object({
  trainingId: z.uuid().describe('The training entry.'),
  kind: z.enum(['question', 'text', 'document', 'page', 'live']).describe('Where its text comes from.'),
  title: z.string().describe('The question or heading of the entry.'),
  excerpt: z.string().describe('The beginning of the part that fits.'),
  score: z.number().describe('The share of the question that it covers, or how near its meaning is, from 0 to 1.'),
  fileId: z.uuid().nullable().describe('The file of a `document`; otherwise null.'),
  url: z.string().nullable().describe('The address of a `page`; otherwise null.'),
  resourceId: z.uuid().nullable().describe('The product that the live source describes.'),
});

export const BotAnswer = z.object({
  outcome: z
    .enum(['answered', 'unknown', 'handed-over', 'resolved', 'failed'])
    .describe(
      '`unknown`: no source covers the question; in a conversation it becomes a context request. `handed-over`: the model asks for a person. `failed`: the model did not answer.',
    ),
  answer: z.string().nullable().describe('What it would say; null: it has no answer.'),
  reason: z.string().nullable().describe('Why it ended this way; null: nothing to explain.'),
  language: z.enum(languages).describe('Of the question.'),
  sources: z.array(AnswerSource).describe('The sources of the answer, best first.'),
  toolCalls: z
    .array(
      z.object({
        name: z.string().describe('Of the tool.'),
        args: z.record(z.string(), z.unknown()).describe('As the model gave them.'),
        error: z.string().nullable().describe('Why the call failed; null: it did not.'),
      }),
    )
    .describe('The tools that it called, in order.'),
});

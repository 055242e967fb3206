import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { languages } from '#platform/pages/language.ts';
import { AnswersView } from '../form/form.schema.ts';

export const FormSubmission = z.object({
  id: z.uuid(),
  formId: z.uuid(),
  formVersion: z.number().int(),
  number: z.number().int(),
  answers: AnswersView,
  made: z
    .record(z.string(), z.string())
    .describe('Ids of what it created: `beneficiaryId`, `invoiceId`, `taskId`, `bookingId`.'),
  language: z.enum(languages),
  userId: z.uuid().nullable().describe('The person who was signed in.'),
  submittedAt: Timestamp,
});

export const FormSubmissionDetail = FormSubmission.extend({
  formName: z.string(),
  organizationName: z.string(),
  lines: z
    .array(z.object({ key: z.string(), label: z.string(), text: z.string(), fileIds: z.array(z.string()) }))
    .describe('As people read them.'),
});

const Count = z.object({ value: z.string(), label: z.string(), count: z.number().int() });
export const FormFigures = z.object({
  submissionCount: z.number().int(),
  fields: z.array(
    z.object({
      key: z.string(),
      type: z.string(),
      label: z.string(),
      answered: z.number().int(),
      counts: z.array(Count),
      average: z.string().nullable().describe('Of numbers, amounts and ratings.'),
      lowest: z.string().nullable(),
      highest: z.string().nullable(),
      total: z.string().nullable(),
    }),
  ),
});

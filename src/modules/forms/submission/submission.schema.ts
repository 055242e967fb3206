import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { languages } from '#platform/pages/language.ts';
import { AnswersView } from '../form/form.schema.ts';

export const FormSubmission = z.object({
  id: z.uuid(),
  formId: z.uuid().describe('The form, from `GET /v1/forms`.'),
  formVersion: z.number().int().describe('The version that was answered.'),
  number: z.number().int().describe('Its number in the form, from 1.'),
  answers: AnswersView.describe('By the keys of the questions.'),
  made: z
    .record(z.string(), z.string())
    .describe('Ids of what it created: `beneficiaryId`, `invoiceId`, `taskId`, `bookingId`.'),
  language: z.enum(languages).describe('In which it was answered.'),
  userId: z.uuid().nullable().describe('The person who was signed in.'),
  submittedAt: Timestamp.describe('When it was received.'),
});

export const FormSubmissionDetail = FormSubmission.extend({
  formName: z.string().describe('As members see it.'),
  organizationName: z.string(),
  lines: z
    .array(
      z.object({
        key: z.string().describe('Of the question.'),
        label: z.string().describe('Of the question, as people read it.'),
        text: z.string().describe('The answer.'),
        fileIds: z.array(z.string()).describe('The files of the answer.'),
      }),
    )
    .describe('As people read them.'),
});

const Count = z.object({
  value: z.string().describe('The answer, or the key of the option.'),
  label: z.string().describe('The same as people read it.'),
  count: z.number().int().describe('How often it was given.'),
});
export const FormFigures = z.object({
  submissionCount: z.number().int().describe('The submissions that are counted.'),
  fields: z
    .array(
      z.object({
        key: z.string().describe('Of the question.'),
        type: z.string().describe('Of the question.'),
        label: z.string().describe('As people read it.'),
        answered: z.number().int().describe('How many submissions answered it.'),
        counts: z.array(Count).describe('Of choices: how often each was given.'),
        average: z.string().nullable().describe('Of numbers, amounts and ratings.'),
        lowest: z.string().nullable().describe('Of numbers, amounts and ratings; otherwise null.'),
        highest: z.string().nullable().describe('Of numbers, amounts and ratings; otherwise null.'),
        total: z.string().nullable().describe('The sum of numbers, amounts and ratings; otherwise null.'),
      }),
    )
    .describe('By question, in the order of the form.'),
});

import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Period } from '../period.ts';

export const ReportForm = z
  .enum(['606', '607', '608', '609'])
  .describe('606 purchases, 607 sales, 608 voided numbers, 609 payments abroad.');

const confirmation = z.string().trim().min(1).max(60);

export const NewSentReport = z.strictObject({
  form: ReportForm,
  period: Period,
  sentOn: CalendarDate.optional().describe('Default: today.'),
  confirmation: confirmation.optional().describe('The number with which the tax authority confirmed it.'),
});

export const SentReportView = z
  .object({
    id: z.uuid(),
    form: ReportForm,
    period: Period,
    sentOn: CalendarDate.describe('The day on which it was sent.'),
    confirmation: z
      .string()
      .nullable()
      .describe('The number with which the tax authority confirmed it; null: not given.'),
    rows: z.number().int().describe('How many rows the file has.'),
    fileName: z.string().describe('As the tax authority wants it called.'),
    createdBy: z.uuid().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'SentReport' });

const counts = z.object({
  added: z.number().int().describe('Rows that the file of today has and the sent one had not.'),
  removed: z.number().int().describe('Rows that only the sent file has.'),
  changed: z.number().int().describe('Rows of both files that differ.'),
});

export const RowChanges = z.object({
  counts: counts.describe('All zero: the file of today has the rows that were sent.'),
  data: z
    .array(
      z.object({
        number: z.string().describe('The fiscal number of the row.'),
        change: z.enum(['added', 'removed', 'changed']).describe('How the row differs.'),
        sent: z.string().nullable().describe('The row as it was sent; null: it was not.'),
        now: z.string().nullable().describe('The row of today; null: there is none any more.'),
        fields: z.array(z.number().int()).describe('The fields that differ, counted from 1 as in the form.'),
      }),
    )
    .describe('At most 500.'),
});

import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Amount } from '../record/record.schema.ts';

export const ProjectFields = {
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(5000),
  budget: Amount.nullable().describe('What it may cost, in the organization’s currency.'),
  startsOn: CalendarDate.nullable(),
  endsOn: CalendarDate.nullable(),
};

export const ProjectView = z.object({
  id: z.uuid(),
  version: z.number().int(),
  name: z.string(),
  description: z.string(),
  startsOn: CalendarDate.nullable(),
  endsOn: CalendarDate.nullable(),
  archived: z.boolean(),
  currency: z.string().describe('The organization’s: every amount here is in it.'),
  budget: z.string().nullable(),
  actual: z
    .object({ income: z.string(), expense: z.string(), result: z.string() })
    .describe('What the ledger says, without taxes.'),
  remaining: z.string().nullable().describe('The budget less the expense; negative once it is overspent.'),
  createdAt: Timestamp,
});

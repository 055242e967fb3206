import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { Amount } from '../record/record.schema.ts';

const fields = {
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(5000),
  budget: Amount.nullable().describe('The most it may cost, in the organization’s currency.'),
  startsOn: CalendarDate.nullable(),
  endsOn: CalendarDate.nullable(),
};

export const NewProject = z.strictObject(fields).partial().required({ name: true });
export const ProjectChange = changeOf({ ...fields, archived: z.boolean() });

export const Project = z.object({
  ...fields,
  id: z.uuid(),
  version: z.number().int(),
  archived: z.boolean(),
  currency: z.string().describe('The organization’s currency: every amount here is in it.'),
  budget: z.string().nullable(),
  actual: z
    .object({ income: z.string(), expense: z.string(), result: z.string() })
    .describe('Sums of the ledger, without taxes.'),
  remaining: z.string().nullable().describe('The budget less the expense; negative once it is overspent.'),
  createdAt: Timestamp,
});

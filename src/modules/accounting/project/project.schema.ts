import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { Amount } from '../record/record.schema.ts';

const fields = {
  name: z.string().trim().min(1).max(200).describe('As reports show it next to its amounts.'),
  description: z.string().trim().max(5000).describe('For your own people: what the project is about.'),
  budget: Amount.nullable().describe('The most it may cost, in the organization’s currency.'),
  startsOn: CalendarDate.nullable().describe('For your own planning: records of other days count as well.'),
  endsOn: CalendarDate.nullable().describe('For your own planning: records of later days count as well.'),
};

export const NewProject = z.strictObject(fields).partial().required({ name: true });
export const ProjectChange = changeOf({ ...fields, archived: z.boolean() });

export const Project = z.object({
  ...fields,
  id: z.uuid(),
  version: z.number().int(),
  archived: z.boolean(),
  currency: z.string().describe('The organization’s currency: every amount here is in it.'),
  budget: z.string().nullable().describe('The most it may cost; null: no limit is planned.'),
  actual: z
    .object({
      income: z.string().describe('What it has earned.'),
      expense: z.string().describe('What it has cost.'),
      result: z.string().describe('Income less expense.'),
    })
    .describe('Sums of the ledger, without taxes.'),
  remaining: z.string().nullable().describe('The budget less the expense; negative once it is overspent.'),
  createdAt: Timestamp,
});

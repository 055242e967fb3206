import { z } from 'zod';
import { Timestamp, TimeZone } from '#platform/date.ts';
import { AutomationInput } from '../trigger/call.schema.ts';

const times = {
  at: Timestamp.optional().describe('Once, at this time.'),
  rule: z
    .string()
    .max(500)
    .optional()
    .describe('By a rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`, from `startsLocal` on.'),
  startsLocal: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'must be a wall time such as 2026-12-01T09:00')
    .optional()
    .describe('The first time of a rule, on the clocks of `timeZone`.'),
};

export const NewAutomationPlan = z.strictObject({
  automationId: z.uuid(),
  ...times,
  timeZone: TimeZone.optional().describe(
    'Default: the one of the organization. A time that clocks skip is shifted forward.',
  ),
  payload: AutomationInput.default({}).describe('The `input` of each thread.'),
  missed: z
    .enum(['skip', 'last', 'all'])
    .default('last')
    .describe('Times that passed while the service was down: none, the last, or all of them up to 20.'),
});

export const AutomationPlan = z.object({
  id: z.uuid(),
  automationId: z.uuid(),
  rule: z.string().nullable().describe('A rule of RFC 5545; null: it runs once.'),
  startsLocal: z.string().describe('Its first time, on the clocks of `timeZone`.'),
  timeZone: z.string(),
  payload: z.record(z.string(), z.unknown()).describe('The `input` of each thread.'),
  missed: z.enum(['skip', 'last', 'all']).describe('Which missed times start threads.'),
  state: z.enum(['planned', 'done', 'canceled']).describe('`done`: it has no more times.'),
  nextAt: Timestamp.nullable().describe('When it starts the next thread; null: never.'),
  upcoming: z.array(Timestamp).describe('The next times, up to ten.'),
  version: z.number().int(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const AutomationPlanSearch = z.strictObject({
  automationId: z.uuid().optional().describe('Plans of this automation only.'),
  payload: z
    .record(z.string().min(1).max(100), z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]))
    .refine((fields) => Object.keys(fields).length >= 1 && Object.keys(fields).length <= 20, 'must have 1 to 20 fields')
    .describe('Plans whose payload has all these values.'),
  action: z
    .enum(['find', 'cancel', 'move'])
    .default('find')
    .describe('`cancel` ends the plans that are found; `move` gives those that run once another time.'),
  at: Timestamp.optional().describe('The new time, for `move`.'),
});

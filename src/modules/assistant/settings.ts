import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { BUILT_IN } from './model/offered.ts';

const tools = (what: string) =>
  uniqueList(
    z
      .string()
      .regex(/^[A-Za-z]{1,60}\.([A-Za-z]{1,60}|\*)$/, 'must be an operation such as contacts.list, or contacts.*'),
    { max: 200 },
  )
    .default([])
    .describe(what);

const off = tools('Operations that the assistant does not have, such as `payroll.*`.');
const ask = tools('Operations that only read and wait for an approval nevertheless. Those that write always do.');

export const assistantSettings = settingsSection({
  name: 'assistant',
  description: 'What the assistant may do, and its model.',
  fields: {
    model: z
      .string()
      .max(60)
      .default(BUILT_IN)
      .describe(
        'The id of a model in `GET /v1/ai/models`. Any other than `built-in` is sent what you write and what tools return.',
      ),
    turnsPerDay: z.number().int().min(0).max(2_000).default(200).describe('Of one person. 0 turns the assistant off.'),
    off,
    ask,
  },
});

export const userAssistantSettings = settingsSection({
  name: 'assistant',
  description: 'What the assistant may do for this member.',
  fields: { off, ask },
});

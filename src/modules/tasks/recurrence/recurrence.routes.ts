import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { TimeZone, toTimestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { requireRole } from '../access.ts';
import { ColumnFull } from '../board-column/column.ts';
import { describeTask } from '../board-task/describe.ts';
import { FieldInvalid } from '../board-task/fields.ts';
import { Task } from '../board-task/task.schema.ts';
import { boardTasks, type TaskSeries } from '../tables.ts';
import { Description, generateRule, NotUnderstood } from './generate.ts';
import {
  forceCreate,
  NotRecurring,
  nextOccurrences,
  OccurrenceMade,
  OccurrenceUnknown,
  pendingOccurrences,
  seriesOf,
} from './make.ts';
import { Occurrence, OccurrenceView } from './recurrence.schema.ts';
import type { Occurrence as Found } from './rule.ts';
import { RuleWithoutDates } from './start.ts';

const path = '/v1/tasks/board-task/:taskId/recurrence';
const Occurrences = z.object({ data: z.array(OccurrenceView) });

const describe = (found: Found[]) => ({
  data: found.map(({ occurrence, at }) => ({ occurrence, at: toTimestamp(at) })),
});

async function openSeries(ctx: TenantContext, taskId: string, least: 'viewer' | 'editor'): Promise<TaskSeries> {
  const task = await boardTasks.get(ctx, taskId);
  await requireRole(ctx, task, least);
  return seriesOf(ctx, task);
}

export const taskRecurrenceRoutes = [
  route('GET', `${path}/next`, 'tasks:read', {
    action: 'listNext',
    summary: 'List the next occurrences of a task',
    description: 'The next occurrences of the rule from now on, whether their tasks have been made or not.',
    query: z.strictObject({
      count: z.coerce.number().int().min(1).max(100).default(10).describe('How many occurrences are wanted.'),
    }),
    returns: Occurrences,
    refusals: [NotRecurring],
    examples: { query: { count: '5' } },
    handler: async (ctx, { params, query }) =>
      describe(nextOccurrences(await openSeries(ctx, params.taskId, 'viewer'), ctx.now, query.count)),
  }),
  route('GET', `${path}/pending-schedules`, 'tasks:read', {
    action: 'listPending',
    summary: 'List occurrences that have no task',
    description: 'Occurrences that are due and not made yet, oldest first, at most 100.',
    returns: Occurrences,
    refusals: [NotRecurring],
    handler: async (ctx, { params }) =>
      describe(await pendingOccurrences(ctx, await openSeries(ctx, params.taskId, 'viewer'))),
  }),
  route('POST', `${path}/force-create`, 'tasks:write', {
    action: 'createOccurrence',
    summary: 'Create the task of an occurrence now',
    description:
      'Of the occurrence that is named, or of the first one without a task. Each occurrence is made once: the next request gets 409 `occurrence_made`. Emits `task:created`.',
    body: z.strictObject({ occurrence: Occurrence.optional() }),
    status: 201,
    returns: Task,
    refusals: [NotRecurring, OccurrenceUnknown, OccurrenceMade, ColumnFull, FieldInvalid],
    examples: { body: { occurrence: '2026-11-27T09:00:00' } },
    handler: async (ctx, { params, body }) => {
      const { id } = await openSeries(ctx, params.taskId, 'editor');
      return describeTask(ctx, await forceCreate(ctx, id, body.occurrence));
    },
  }),
];

export const recurrenceRoutes = [
  route('POST', '/v1/tasks/recurrence/generate', 'tasks:read', {
    summary: 'Turn a description into a recurrence rule',
    description:
      'Takes a sentence in Spanish or English (“cada dos semanas los lunes”, “every last Friday at 9am”), or its parts, and answers the rule with its next ten dates and what it says. Writes nothing.',
    body: Description,
    returns: z.object({
      rule: z.string().describe('RRULE of RFC 5545, for the recurrence of a task.'),
      timeZone: TimeZone,
      start: z.string().describe('A wall time without a zone.'),
      text: z
        .object({ es: z.string().describe('In Spanish.'), en: z.string().describe('In English.') })
        .describe('The rule in words, to check it by.'),
      next: z.array(OccurrenceView).describe('Its next ten dates.'),
    }),
    refusals: [NotUnderstood, RuleWithoutDates],
    examples: { body: { text: 'cada último viernes del mes a las 9' } },
    handler: (ctx, { body }) => generateRule(ctx, body),
  }),
];

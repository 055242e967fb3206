import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Recurrence, RecurrenceView } from '../recurrence/recurrence.schema.ts';
import { oneNeighbour, Person, place } from '../shapes.ts';

const Text = z.string().trim().min(1).max(300);

export const Checklist = z.strictObject({
  name: z.string().trim().max(100).default(''),
  items: z.array(z.strictObject({ text: Text, done: z.boolean().default(false) })).max(100),
});
export type Checklist = z.output<typeof Checklist>;

/** The values of custom fields by their key, as the board defines them. */
export const FieldValues = z
  .record(
    z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/),
    z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]),
  )
  .refine((values) => Object.keys(values).length <= 50, 'must have at most 50 values');
export type FieldValues = z.output<typeof FieldValues>;

export const Priority = z.enum(['none', 'low', 'medium', 'high', 'urgent']);

const content = {
  title: Text,
  description: z.string().trim().max(20_000),
  priority: Priority,
  startsAt: Timestamp.nullable(),
  dueAt: Timestamp.nullable(),
  reminderMinutes: z
    .number()
    .int()
    .min(0)
    .max(43_200)
    .nullable()
    .describe('How long before `dueAt` the assignees are reminded; null: not. Default: a day.'),
  estimateMinutes: z.number().int().min(1).max(1_000_000).nullable(),
  labels: uniqueList(z.string().trim().min(1).max(60), { max: 20 }),
  checklists: z.array(Checklist).max(10),
  fields: FieldValues.describe('Custom fields of the board. Null removes a value; what is left out stays.'),
  attachments: uniqueList(z.uuid(), { max: 50 }).describe('Ids of files.'),
  private: z.boolean().describe('Hidden from those who have only the link of the board.'),
  parentId: z.uuid().nullable().describe('The task that it is a part of. Parts nest up to 5 deep.'),
};

const Link = z.strictObject({
  entityKind: z
    .string()
    .max(60)
    .describe('As events name it: `invoiceId`, `beneficiaryId`, `recordId`, `resourceId`, `taskId`.'),
  entityId: z.uuid(),
});

const relations = {
  assigneeIds: uniqueList(z.uuid(), { max: 50 }).describe('Members of the board.'),
  watcherIds: uniqueList(z.uuid(), { max: 50 }).describe('Members of the board who are notified of changes.'),
  links: uniqueList(Link, { max: 50, by: ({ entityId }) => entityId }).describe('Other things that it is about.'),
  dependsOn: uniqueList(z.uuid(), { max: 50 }).describe(
    'Tasks that must be completed before. No task waits for itself.',
  ),
};

export const NewTask = z
  .strictObject({
    ...content,
    ...relations,
    boardId: z.uuid().describe('With its first column, where `columnId` is left out.'),
    columnId: z.uuid(),
    ...place,
    recurrence: Recurrence,
  })
  .partial()
  .required({ title: true })
  .check(oneNeighbour)
  .refine(({ boardId, columnId }) => boardId !== undefined || columnId !== undefined, {
    path: ['columnId'],
    message: 'name the column or the board',
  });

export const TaskChange = z
  .strictObject({
    ...content,
    ...relations,
    completed: z.boolean(),
    archived: z.boolean(),
    recurrence: Recurrence.nullable().describe('Starts, changes or, with null, ends the recurrence.'),
  })
  .partial()
  .extend({
    id: z.uuid(),
    version: readVersion,
    scope: z
      .enum(['this', 'following'])
      .default('this')
      .describe(
        'Of a recurring task: this one only, or this and all following ones, which become a series of their own.',
      ),
  });

export const TaskMove = z
  .strictObject({
    id: z.uuid(),
    version: z.number().int().describe('As read: a stale one is refused.'),
    columnId: z.uuid().optional().describe('Default: the column that it is in. It may be one of another board.'),
    ...place,
  })
  .check(oneNeighbour);

export const Task = z
  .object({
    ...content,
    labels: z.array(z.string()),
    checklists: z.array(Checklist),
    fields: FieldValues,
    id: z.uuid(),
    boardId: z.uuid(),
    columnId: z.uuid(),
    position: z.string().describe('Sorts the tasks of a column, compared as bytes.'),
    assignees: z.array(Person),
    watchers: z.array(Person),
    links: z.array(z.object({ entityKind: z.string(), entityId: z.uuid() })),
    dependsOn: z.array(z.uuid()),
    blocked: z.boolean().describe('Whether a task that it depends on is still open.'),
    subtasks: z.object({ done: z.number().int(), total: z.number().int() }),
    overdue: z.boolean(),
    completed: z.boolean(),
    completedAt: Timestamp.nullable(),
    archived: z.boolean(),
    recurrence: RecurrenceView.nullable(),
    createdBy: z.uuid().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'BoardTask' });

export const ScheduleEntry = z.object({
  taskId: z.uuid(),
  boardId: z.uuid(),
  columnId: z.uuid(),
  title: z.string(),
  kind: z
    .enum(['task', 'schedule', 'occurrence'])
    .describe('The task’s own dates, a schedule of it, or a future occurrence of its recurrence.'),
  scheduleId: z.uuid().nullable(),
  startsAt: Timestamp,
  endsAt: Timestamp.nullable(),
  completed: z.boolean(),
});

import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Recurrence, RecurrenceView } from '../recurrence/recurrence.schema.ts';
import { oneNeighbour, Person, place } from '../shapes.ts';

const Text = z.string().trim().min(1).max(300);

export const Checklist = z.strictObject({
  name: z.string().trim().max(100).default('').describe('Shown above its items; may be empty.'),
  items: z
    .array(
      z.strictObject({
        text: Text.describe('What is to be done.'),
        done: z.boolean().default(false).describe('Whether it is ticked off.'),
      }),
    )
    .max(100)
    .describe('In their order.'),
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

export const Priority = z.enum(['none', 'low', 'medium', 'high', 'urgent']).describe('How urgent a task is.');

const content = {
  title: Text.describe('What people see on the board.'),
  description: z.string().trim().max(20_000).describe('What is to be done, in as many words as needed.'),
  priority: Priority,
  startsAt: Timestamp.nullable().describe('When work on it begins; null: no date.'),
  dueAt: Timestamp.nullable().describe('When it must be completed; null: no date.'),
  reminderMinutes: z
    .number()
    .int()
    .min(0)
    .max(43_200)
    .nullable()
    .describe('How long before `dueAt` the assignees are reminded; null: not. Default: a day.'),
  estimateMinutes: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe('How long it is expected to take; null: no estimate.'),
  labels: uniqueList(z.string().trim().min(1).max(60), { max: 20 }).describe(
    'Words to find it by: those that the board offers, or others.',
  ),
  checklists: z.array(Checklist).max(10).describe('Lists of small steps to tick off.'),
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
    recurrence: Recurrence.describe('Makes it the first of a series.'),
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
    completed: z.boolean().describe('True completes it; false opens it again.'),
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
    labels: z.array(z.string()).describe('Words to find it by: those that the board offers, or others.'),
    checklists: z.array(Checklist).describe('Lists of small steps to tick off.'),
    fields: FieldValues.describe('The values of the custom fields of the board, by their key.'),
    id: z.uuid(),
    boardId: z.uuid(),
    columnId: z.uuid(),
    position: z.string().describe('Sorts the tasks of a column, compared as bytes.'),
    assignees: z.array(Person).describe('Who does it.'),
    watchers: z.array(Person).describe('Who is notified of its changes.'),
    links: z.array(z.object({ entityKind: z.string(), entityId: z.uuid() })).describe('Other things that it is about.'),
    dependsOn: z.array(z.uuid()).describe('Tasks that must be completed before.'),
    blocked: z.boolean().describe('Whether a task that it depends on is still open.'),
    subtasks: z
      .object({ done: z.number().int().describe('Completed ones.'), total: z.number().int().describe('All of them.') })
      .describe('Its parts: the tasks whose `parentId` it is.'),
    overdue: z.boolean().describe('Whether it is open and its due time has passed.'),
    completed: z.boolean().describe('Whether it is done.'),
    completedAt: Timestamp.nullable().describe('When it was completed; null: it is open.'),
    archived: z.boolean(),
    recurrence: RecurrenceView.nullable().describe('The series that it belongs to; null: none.'),
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
  title: z.string().describe('Of the task.'),
  kind: z
    .enum(['task', 'schedule', 'occurrence'])
    .describe('The task’s own dates, a schedule of it, or a future occurrence of its recurrence.'),
  scheduleId: z.uuid().nullable().describe('The schedule (bookings), for a `schedule`; otherwise null.'),
  startsAt: Timestamp.describe('When it begins.'),
  endsAt: Timestamp.nullable().describe('When it ends; null: no duration.'),
  completed: z.boolean().describe('Whether the task is done.'),
});

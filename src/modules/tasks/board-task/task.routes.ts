import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { requireRole } from '../access.ts';
import { ColumnFull } from '../board-column/column.ts';
import { NeighbourMoved } from '../order/place.ts';
import { RuleWithoutDates } from '../recurrence/start.ts';
import { boardTasks } from '../tables.ts';
import { readCalendar, WindowTooLong } from './calendar.ts';
import { changeOwnTask } from './change.ts';
import { createOwnTask, EndsBeforeStart } from './create.ts';
import { deleteTask, TaskInUse } from './delete.ts';
import { describeTask, describeTasks } from './describe.ts';
import { FieldInvalid } from './fields.ts';
import { countingOf, taskList } from './list.sql.ts';
import { moveTask } from './move.ts';
import { DependencyCycle, SubtaskOfItself, SubtasksTooDeep } from './relations.ts';
import { NewTask, ScheduleEntry, Task, TaskChange, TaskMove } from './task.schema.ts';

const path = '/v1/tasks/board-task';
const contentRefusals = [
  ...[FieldInvalid, ColumnFull, EndsBeforeStart, DependencyCycle, SubtasksTooDeep, RuleWithoutDates, ReferenceNotFound],
];

const links = [{ entityKind: 'beneficiaryId', entityId: otherExampleId }];

export const taskRoutes = [
  route('POST', path, 'tasks:write', {
    summary: 'Create a task',
    description:
      'In a column, or in the first column of a board: in front of or behind another task, or at the end. The caller watches it unless `watcherIds` says otherwise. Emits `task:created`.',
    status: 201,
    body: NewTask,
    returns: Task,
    refusals: [...contentRefusals, NeighbourMoved, SubtaskOfItself],
    examples: {
      body: {
        columnId: exampleId,
        title: 'Llamar al suplidor',
        priority: 'high',
        dueAt: '2026-11-20T13:00:00Z',
        links,
      },
    },
    handler: async (ctx, { body }) => describeTask(ctx, await createOwnTask(ctx, body)),
  }),
  route('GET', path, 'tasks:read', {
    summary: 'List tasks',
    description:
      'The tasks of all boards that the caller sees, newest first. `columnId` with `sort=position` lists a column in its order; `overdue=true` and `sort=due` what is late.',
    query: taskList.query,
    returns: pageOf(Task),
    examples: { query: { columnId: exampleId, sort: 'position' } },
    handler: (ctx, { query }) => taskList.page(ctx, query, (rows) => describeTasks(ctx, rows), countingOf(ctx, query)),
  }),
  route('PATCH', path, 'tasks:write', {
    summary: 'Change, complete or archive a task',
    description:
      'Fields that are left out stay as they are; lists are replaced as a whole. Of a recurring task `scope` says whether only this one changes, or the following ones too. Emits `task:updated` with what changed.',
    body: TaskChange,
    returns: Task,
    refusals: [...contentRefusals, SubtaskOfItself],
    examples: { body: { id: exampleId, version: 1, priority: 'urgent', assigneeIds: [otherExampleId], links } },
    handler: (ctx, { body }) => changeOwnTask(ctx, body),
  }),
  route('PATCH', `${path}/move`, 'tasks:write', {
    action: 'move',
    summary: 'Move a task',
    description:
      'To a place in its column, in another one or on another board. The server computes the place from the neighbour that is named. A stale `version` is refused with 409. A task that enters a done column is completed.',
    body: TaskMove,
    returns: Task,
    refusals: [ColumnFull, NeighbourMoved, ReferenceNotFound],
    examples: { body: { id: exampleId, version: 1, afterId: otherExampleId } },
    handler: (ctx, { body }) => moveTask(ctx, body),
  }),
  route('GET', `${path}/user`, 'tasks:read', {
    action: 'listOfUser',
    summary: 'List my tasks',
    description: 'The open tasks that are assigned to the caller, or to `userId`, over all boards, the next due first.',
    query: taskList.query.omit({ assigneeId: true }).extend({
      userId: z.uuid().optional().describe('Default: the caller.'),
      completed: taskList.query.shape.completed
        .unwrap()
        .default(false)
        .describe('Completed tasks, or open ones. Default: open ones.'),
      sort: taskList.query.shape.sort.unwrap().default('due').describe('Default: the next due first.'),
    }),
    returns: pageOf(Task),
    examples: { query: { overdue: 'true' } },
    handler: (ctx, { query: { userId = ctx.userId!, ...query } }) =>
      taskList.page(ctx, { ...query, assigneeId: userId }, (rows) => describeTasks(ctx, rows)),
  }),
  route('GET', `${path}/schedules`, 'tasks:read', {
    summary: 'List tasks with their times',
    description:
      'The calendar entries of a window of up to 100 days: tasks by their own dates, the schedules of tasks, and future occurrences of recurring ones. At most 2,000 entries.',
    query: z.strictObject({
      from: Timestamp.describe('The beginning of the window.'),
      to: Timestamp.describe('Its end, at most 100 days later.'),
      boardId: z.uuid().optional().describe('Tasks of this board only.'),
    }),
    returns: z.object({ data: z.array(ScheduleEntry), hasMore: z.boolean() }),
    refusals: [WindowTooLong],
    examples: { query: { from: '2026-11-01T04:00:00Z', to: '2026-12-01T04:00:00Z' } },
    handler: (ctx, { query }) => readCalendar(ctx, query),
  }),
  route('GET', `${path}/:taskId`, 'tasks:read', {
    summary: 'Read a task',
    description: 'Its comments are listed by `GET /v1/organization/comment`, its files by `GET /v1/files/record/:id`.',
    returns: Task,
    handler: async (ctx, { params }) => {
      const task = await boardTasks.get(ctx, params.taskId);
      await requireRole(ctx, task, 'viewer');
      return describeTask(ctx, task);
    },
  }),
  route('DELETE', `${path}/:taskId`, 'tasks:write', {
    summary: 'Delete a task',
    description: 'With its parts. To keep it, archive it instead.',
    refusals: [TaskInUse],
    handler: (ctx, { params }) => deleteTask(ctx, params.taskId),
  }),
];

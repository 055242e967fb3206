import type { z } from 'zod';
import { holdFiles, requireFiles } from '#modules/files/index.ts';
import { useLabels } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { violates } from '#platform/db/violation.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { requireRoleAt } from '../access.ts';
import { refuseFull } from '../board-column/column.ts';
import { taskCreated } from '../events.ts';
import { notifyAssigned } from '../notify.ts';
import { addToCounts } from '../order/place.sql.ts';
import { positionIn } from '../order/place.ts';
import { startSeries } from '../recurrence/start.ts';
import { DEFAULT_REMINDER_MINUTES, remindAt } from '../reminder/reminder.ts';
import { type BoardColumn, type BoardTask, boardColumns, boards, boardTasks } from '../tables.ts';
import { mergeFields } from './fields.ts';
import { presentMembers } from './members.ts';
import { parentOf, SubtasksTooDeep, setRelations } from './relations.ts';
import type { NewTask } from './task.schema.ts';

export const EndsBeforeStart = refusal('due_before_start', 'A task cannot be due before it starts: correct the dates.');

type GivenTask = z.output<typeof NewTask>;

/** The caller's own task: they must be an editor of the board. */
export async function createOwnTask(ctx: TenantContext, given: GivenTask): Promise<BoardTask> {
  const column = await columnOf(ctx, given);
  await requireRoleAt(ctx, column, 'editor', given.columnId === undefined ? 'body.boardId' : 'body.columnId');
  return insertTask(ctx, column, given);
}

/**
 * A task that a rule of another module makes, in the same transaction: a form. The rule may be older than the board as it is now:
 * without its column the task goes into the first one, and people and custom fields that the board no longer has are left
 * out. Undefined where the board is gone.
 */
export async function createTask(
  ctx: TenantContext,
  given: GivenTask & { boardId: string },
): Promise<BoardTask | undefined> {
  const { boardId, columnId, assigneeIds = [], fields = {} } = given;
  const columns = await boardColumns.all(ctx, { boardId }, { orderBy: ['position'] });
  const column = columns.find(({ id }) => id === columnId) ?? columns[0];
  if (!column) return undefined;
  const board = await boards.get(ctx, column.boardId);
  const known = Object.entries(fields).filter(([key]) => board.fields.some((field) => field.key === key));
  return insertTask(ctx, column, {
    ...given,
    assigneeIds: await presentMembers(ctx, board.id, assigneeIds),
    fields: Object.fromEntries(known),
  });
}

/** The column of a new task: the one that it names, or the first one of its board. */
export async function columnOf(
  ctx: TenantContext,
  { boardId, columnId }: Pick<GivenTask, 'boardId' | 'columnId'>,
  path = 'body',
): Promise<BoardColumn> {
  const column = await boardColumns.find(ctx, { id: columnId, boardId }, { orderBy: ['position'] });
  if (column) return column;
  throw columnId === undefined
    ? unknownReference(`${path}.boardId`, 'The board')
    : unknownReference(`${path}.columnId`, 'The column');
}

/** Which occurrence of which series a task is. */
export interface InSeries {
  seriesId: string;
  occurrence: string;
}

export async function insertTask(
  ctx: TenantContext,
  column: BoardColumn,
  given: GivenTask,
  inSeries?: InSeries,
): Promise<BoardTask> {
  const { beforeId, afterId, parentId, recurrence, fields, private: isPrivate, links, dependsOn, ...rest } = given;
  const { reminderMinutes = DEFAULT_REMINDER_MINUTES } = given;
  const { assigneeIds, watcherIds = ctx.userId ? [ctx.userId] : [], columnId: _, boardId: __, ...content } = rest;
  const board = await boards.get(ctx, column.boardId);
  await requireFiles(ctx, content.attachments);
  await useLabels(ctx, 'task', content.labels);
  const checked = await mergeFields(ctx, board, fields ?? {});
  // The count locks the column, so that one task takes a place in it at a time.
  await addToCounts(ctx, new Map([[column.id, 1]])).catch(refuseFull);
  const row = {
    ...content,
    ...(parentId && (await parentOf(ctx, parentId, null))),
    ...inSeries,
    reminderMinutes,
    remindAt: remindAt(ctx, { dueAt: content.dueAt, reminderMinutes }),
    boardId: board.id,
    columnId: column.id,
    position: await positionIn(ctx, column.id, { beforeId, afterId }),
    fields: checked,
    isPrivate,
    completedAt: column.isDone ? ctx.now : null,
  };
  const task = await boardTasks.insert(ctx, row).catch(refuseViolation);
  const own = given.watcherIds ? watcherIds : await presentMembers(ctx, board.id, watcherIds);
  await setRelations(ctx, task, { assigneeIds, watcherIds: own, links, dependsOn });
  holdFiles(ctx, 'attachments', holderOf(task));
  await indexText(ctx, 'task', task.id, textsOf(task));
  const assigned = (assigneeIds ?? []).filter((userId) => userId !== ctx.userId);
  await notifyAssigned(ctx, assigned, task.id, task.title);
  ctx.emit(taskCreated, { taskId: task.id, ...(ctx.userId && { creatorId: ctx.userId }), columnId: task.columnId });
  return recurrence ? startSeries(ctx, task, recurrence, { assigneeIds: assigneeIds ?? [], watcherIds: own }) : task;
}

export const holderOf = ({ id, attachments }: Pick<BoardTask, 'id' | 'attachments'>) => ({
  entityKind: 'taskId',
  entityId: id,
  fileIds: attachments,
});

export const textsOf = ({ title, description, labels }: Pick<BoardTask, 'title' | 'description' | 'labels'>) => [
  title,
  description,
  ...labels,
];

export function refuseViolation(error: unknown): never {
  // Another task took the place at the same time.
  if (violates(error, 'board_tasks_position')) throw new RetryTransaction();
  if (violates(error, 'board_tasks_times')) throw EndsBeforeStart();
  if (violates(error, 'board_tasks_depth')) throw SubtasksTooDeep();
  throw error;
}

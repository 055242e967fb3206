import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { requireRoleAt } from '../access.ts';
import { refuseFull } from '../board-column/column.ts';
import { addToCounts } from '../order/place.sql.ts';
import { positionIn } from '../order/place.ts';
import { followCompletion } from '../recurrence/make.ts';
import { type BoardTask, boardMembers, boards, boardTasks, taskPeople } from '../tables.ts';
import { refuseViolation } from './create.ts';
import { announceChange, describeTask } from './describe.ts';
import { lockForMove } from './lock.ts';
import type { TaskMove } from './task.schema.ts';

/** Puts a task at a place of a column, of its own board or of another one. */
export async function moveTask(ctx: TenantContext, { id, version, columnId, ...place }: z.output<typeof TaskMove>) {
  const { task, columns } = await lockForMove(ctx, { id, version, columnId });
  const source = columns.get(task.columnId)!;
  const target = columns.get(columnId ?? task.columnId);
  if (!target) throw unknownReference('body.columnId', 'The column');
  const before = await describeTask(ctx, task);
  const isOtherBoard = target.boardId !== task.boardId;
  if (isOtherBoard) await requireRoleAt(ctx, target, 'editor', 'body.columnId');
  if (target.id !== source.id && task.archivedAt === null) {
    const counts = new Map([
      [source.id, -1],
      [target.id, 1],
    ]);
    await addToCounts(ctx, counts).catch(refuseFull);
  }
  const position = await positionIn(ctx, target.id, place);
  const left = isOtherBoard ? await leaveBoard(ctx, task, target.boardId) : null;
  const completedAt =
    source.isDone === target.isDone ? undefined : target.isDone ? (task.completedAt ?? ctx.now) : null;
  const moved = await boardTasks
    .update(ctx, id, { ...left?.content, columnId: target.id, position, completedAt, updatedAt: ctx.now })
    .catch(refuseViolation);
  if (left) await keepPeople(ctx, moved, left.people);
  if (task.completedAt === null && moved.completedAt !== null) await followCompletion(ctx, moved);
  const after = await describeTask(ctx, moved);
  announceChange(ctx, before, after);
  return after;
}

/** People and custom fields belong to a board: those that the next board has too stay with the task. */
async function leaveBoard(ctx: TenantContext, task: BoardTask, boardId: string) {
  const [board, people] = await Promise.all([boards.get(ctx, boardId), taskPeople.all(ctx, { taskId: task.id })]);
  const types = new Map(board.fields.map(({ key, type, options }) => [key, { type, options }]));
  const own = await boards.get(ctx, task.boardId);
  const isKept = ([key, value]: [string, unknown]) => {
    const field = types.get(key);
    const same = own.fields.find((one) => one.key === key)?.type === field?.type;
    return (
      field && same && field.type !== 'person' && (field.type !== 'choice' || field.options.includes(String(value)))
    );
  };
  const fields = Object.fromEntries(Object.entries(task.fields).filter(isKept));
  await taskPeople.delete(ctx, { taskId: task.id });
  return { content: { boardId, fields }, people };
}

async function keepPeople(
  ctx: TenantContext,
  { id, boardId }: BoardTask,
  people: { userId: string; role: 'assignee' | 'watcher' }[],
) {
  const members = await boardMembers.all(ctx, { boardId, userId: people.map(({ userId }) => userId) });
  const known = new Set(members.map(({ userId }) => userId));
  const kept = people.filter(({ userId }) => known.has(userId));
  const rows = kept.map(({ userId, role }) => ({ taskId: id, boardId, role, userId }));
  await taskPeople.insertMany(ctx, rows);
}

import type { z } from 'zod';
import { replaceHeldFiles, requireFiles } from '#modules/files/index.ts';
import { useLabels } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { refuseFull } from '../board-column/column.ts';
import { addToCounts } from '../order/place.sql.ts';
import { followCompletion } from '../recurrence/make.ts';
import { changeRecurrence, splitHere } from '../recurrence/split.ts';
import { remindAt } from '../reminder/reminder.ts';
import { type BoardTask, boards, boardTasks } from '../tables.ts';
import { holderOf, refuseViolation, textsOf } from './create.ts';
import { announceChange, describeTask } from './describe.ts';
import { mergeFields } from './fields.ts';
import { lockForMove, lockTask } from './lock.ts';
import { parentOf, setRelations } from './relations.ts';
import type { TaskChange } from './task.schema.ts';

type Change = z.output<typeof TaskChange>;

/** The caller's own change: they must be an editor of the board. */
export async function changeOwnTask(ctx: TenantContext, change: Change) {
  const { id, version } = change;
  const { task } = await lockForMove(ctx, { id, version });
  return changeLocked(ctx, task, change);
}

/** A change that a rule of another module makes, in the same transaction: a form. Undefined where the task was deleted. */
export async function changeTask(ctx: TenantContext, change: Omit<Change, 'version' | 'scope'>) {
  const found = await boardTasks.find(ctx, change.id);
  if (!found) return undefined;
  const { task } = await lockTask(ctx, found, { id: change.id });
  return changeLocked(ctx, task, { ...change, scope: 'this' });
}

async function changeLocked(ctx: TenantContext, task: BoardTask, change: Change) {
  const { id, assigneeIds, watcherIds, links, dependsOn, attachments } = change;
  await requireFiles(ctx, attachments);
  const before = await describeTask(ctx, task);
  const isMore = [assigneeIds, watcherIds, links, dependsOn, attachments].some((given) => given !== undefined);
  const changed = await boardTasks.change(ctx, id, await rowOf(ctx, task, change), isMore).catch(refuseViolation);
  await setRelations(ctx, task, { assigneeIds, watcherIds, links, dependsOn });
  if (attachments) await replaceHeldFiles(ctx, 'attachments', holderOf(changed));
  await indexText(ctx, 'task', id, textsOf(changed));
  const recurring = await recur(ctx, changed, change);
  if (task.completedAt === null && recurring.completedAt !== null) await followCompletion(ctx, recurring);
  const after = await describeTask(ctx, recurring);
  announceChange(ctx, before, after);
  return after;
}

/** The columns of the task that a change sets. */
async function rowOf(ctx: TenantContext, task: BoardTask, change: Change) {
  const { archived, completed, parentId, fields, private: isPrivate } = change;
  const { title, description, priority, startsAt, dueAt, estimateMinutes, labels, checklists, attachments } = change;
  const { reminderMinutes } = change;
  await useLabels(ctx, 'task', labels);
  const merged = fields && (await mergeFields(ctx, await boards.get(ctx, task.boardId), fields, task.fields));
  const isArchived = task.archivedAt !== null;
  if (archived !== undefined && archived !== isArchived)
    await addToCounts(ctx, new Map([[task.columnId, archived ? -1 : 1]])).catch(refuseFull);
  const parent = parentId === undefined ? {} : await placeUnder(ctx, parentId, task.id);
  return {
    title,
    description,
    priority,
    startsAt,
    dueAt,
    reminderMinutes,
    ...((dueAt !== undefined || reminderMinutes !== undefined) && {
      remindAt: remindAt(ctx, {
        dueAt: dueAt === undefined ? task.dueAt : dueAt,
        reminderMinutes: reminderMinutes === undefined ? task.reminderMinutes : reminderMinutes,
      }),
    }),
    estimateMinutes,
    labels,
    checklists,
    attachments,
    isPrivate,
    ...parent,
    fields: merged,
    archivedAt: archivedAtBy(ctx, archived, task),
    completedAt: completed === undefined ? undefined : completed ? (task.completedAt ?? ctx.now) : null,
    updatedAt: ctx.now,
  };
}

const placeUnder = async (ctx: TenantContext, parentId: string | null, id: string) =>
  parentId === null ? { parentId, parentDepth: null } : parentOf(ctx, parentId, id);

/** A new rule holds from this occurrence on. So does a change with the scope `following`. */
async function recur(ctx: TenantContext, task: BoardTask, { recurrence, scope }: Change): Promise<BoardTask> {
  if (recurrence !== undefined) return changeRecurrence(ctx, task, recurrence);
  return scope === 'following' && task.seriesId !== null ? splitHere(ctx, task) : task;
}

import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isBefore } from '#platform/date.ts';
import { taskUpdated } from '../events.ts';
import type { BoardTask } from '../tables.ts';
import { readDetails } from './task.sql.ts';

export async function describeTasks(ctx: TenantContext, rows: BoardTask[]) {
  const details = await readDetails(ctx, rows);
  const users = await findUsers(ctx.tx, [...new Set(details.people.map(({ userId }) => userId))]);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const { isPrivate, seriesId, occurrence, archivedAt, ...task } = row;
    const inRole = (wanted: string) =>
      details.people
        .filter(({ taskId, role }) => taskId === row.id && role === wanted)
        .map(({ userId }) => ({ id: userId, name: names.get(userId) ?? '' }));
    const waits = details.dependencies.filter(({ taskId }) => taskId === row.id);
    const series = details.series.find(({ id }) => id === seriesId);
    return {
      ...task,
      private: isPrivate,
      assignees: inRole('assignee'),
      watchers: inRole('watcher'),
      links: details.links
        .filter(({ taskId }) => taskId === row.id)
        .map(({ entityKind, entityId }) => ({ entityKind, entityId })),
      dependsOn: waits.map(({ dependsOnId }) => dependsOnId),
      blocked: waits.some(({ isOpen }) => isOpen),
      subtasks: details.parts.find(({ parentId }) => parentId === row.id) ?? { done: 0, total: 0 },
      overdue: isOverdue(task, ctx.now),
      completed: task.completedAt !== null,
      archived: archivedAt !== null,
      recurrence: series
        ? {
            seriesId: series.id,
            occurrence: occurrence!,
            rule: series.rule,
            timeZone: series.timeZone,
            start: series.startsLocal,
            excluded: series.excluded,
            creates: series.creates,
            leadMinutes: series.leadMinutes,
            ended: series.creates === 'on-schedule' && series.nextAt === null,
          }
        : null,
    };
  });
}

/** Whether a task is late now. */
export const isOverdue = (
  { completedAt, dueAt }: Pick<BoardTask, 'completedAt' | 'dueAt'>,
  now: Temporal.Instant,
): boolean => completedAt === null && dueAt !== null && isBefore(dueAt, now);

export const describeTask = async (ctx: TenantContext, row: BoardTask) => (await describeTasks(ctx, [row]))[0]!;

/** The fields of a task that `task:updated` compares. */
const ANNOUNCED = [
  ...['boardId', 'columnId', 'title', 'description', 'priority', 'startsAt', 'dueAt', 'estimateMinutes', 'labels'],
  'reminderMinutes',
  ...['checklists', 'fields', 'attachments', 'private', 'parentId', 'assignees', 'watchers', 'links', 'dependsOn'],
  ...['completed', 'archived', 'recurrence'],
] as const;

type Described = Awaited<ReturnType<typeof describeTask>>;

/** The fields that differ between two descriptions of a task; null if none does. People are named by their ids. */
function differenceOf(before: Described, after: Described) {
  const old: Record<string, unknown> = {};
  const changed: Record<string, unknown> = {};
  for (const field of ANNOUNCED as readonly (keyof Described)[]) {
    const [name, read] = PEOPLE[field] ?? [field, (value: unknown) => value];
    const [was, is] = [read(before[field]), read(after[field])];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    old[name] = was;
    changed[name] = is;
  }
  return Object.keys(old).length > 0 ? { old, new: changed } : null;
}

const idsOf = (people: unknown): unknown => (people as { id: string }[]).map(({ id }) => id).sort();
const PEOPLE: Partial<Record<string, [string, (value: unknown) => unknown]>> = {
  assignees: ['assigneeIds', idsOf],
  watchers: ['watcherIds', idsOf],
};

/** Emits `task:updated` with the fields that changed. A task that only changed its place in a column is not news. */
export function announceChange(ctx: TenantContext, before: Described, after: Described): void {
  const difference = differenceOf(before, after);
  if (!difference) return;
  const { id: taskId, columnId } = after;
  ctx.emit(taskUpdated, { taskId, ...(ctx.userId && { editorId: ctx.userId }), columnId, ...difference });
}

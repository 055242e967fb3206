import { commentCreated, mentionsIn, type Notice, notify } from '#modules/collaboration/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { presentMembers } from './board-task/present-members.ts';
import { taskUpdated } from './events.ts';
import { boardTasks, taskPeople } from './tables.ts';

/** Notifies the assignees and watchers of a task, except some. */
export async function notifyPeopleOf(
  ctx: TenantContext,
  taskId: string,
  notice: Omit<Notice, 'data'>,
  except: readonly (string | undefined)[] = [],
): Promise<void> {
  const task = await boardTasks.find(ctx, taskId, { columns: ['boardId'] });
  if (!task) return;
  const named = (await taskPeople.all(ctx, { taskId })).map(({ userId }) => userId);
  const people = new Set(await presentMembers(ctx, task.boardId, named));
  for (const userId of except) if (userId) people.delete(userId);
  await notify(ctx, [...people], { ...notice, data: { taskId, boardId: task.boardId } });
}

/** Notifies people about their tasks after the commit, so that a move does not wait for it. */
export const notifyPeople = subscriber({
  name: 'tasks/notify-people',
  follows: [taskUpdated, commentCreated],
  handle: async (ctx, events) => {
    for (const { type, payload } of events) {
      const task = payload.taskId && (await boardTasks.find(ctx, payload.taskId, { columns: ['id', 'title'] }));
      if (!task) continue;
      if (type === 'comment:created') await tellComment(ctx, task, payload);
      else await tellChange(ctx, task, payload);
    }
  },
});

type TaskHead = { id: string; title: string };

/** Notifies people that a task was assigned to them. */
export const tellAssigned = (ctx: TenantContext, userIds: string[], taskId: string, title: string): Promise<void> =>
  notify(ctx, userIds, {
    kind: 'task-assigned',
    title: `Tarea asignada: ${title}`,
    body: 'Te asignaron esta tarea.',
    data: { taskId },
  });

/** People whom a comment mentions are notified of the mention. */
async function tellComment(
  ctx: TenantContext,
  { id, title }: TaskHead,
  given: { userId: string; message: string },
): Promise<void> {
  const [author] = await findUsers(ctx.tx, [given.userId]);
  const notice = { kind: 'task-comment', title: `${author?.name ?? ''} comentó: ${title}`, body: given.message };
  await notifyPeopleOf(ctx, id, notice, [given.userId, ...mentionsIn(given.message)]);
}

interface Changed {
  editorId?: string | undefined;
  old: Record<string, unknown>;
  new: Record<string, unknown>;
}

/** New assignees are notified of the assignment, the others of the change; its author is not notified. */
async function tellChange(
  ctx: TenantContext,
  { id, title }: TaskHead,
  { editorId, old, new: next }: Changed,
): Promise<void> {
  const before = new Set((old.assigneeIds as string[] | undefined) ?? []);
  const added = ((next.assigneeIds as string[] | undefined) ?? []).filter((userId) => !before.has(userId));
  const others = added.filter((userId) => userId !== editorId);
  await tellAssigned(ctx, others, id, title);
  const changes = Object.keys(next).flatMap((field) => words[field] ?? []);
  if (changes.length === 0) return;
  const notice = { kind: 'task-updated', title: `Tarea actualizada: ${title}`, body: `Cambió: ${changes.join(', ')}.` };
  await notifyPeopleOf(ctx, id, notice, [editorId, ...added]);
}

const words: Partial<Record<string, string>> = {
  boardId: 'el tablero',
  columnId: 'la columna',
  title: 'el título',
  description: 'la descripción',
  priority: 'la prioridad',
  startsAt: 'el comienzo',
  dueAt: 'el vencimiento',
  reminderMinutes: 'el recordatorio',
  estimateMinutes: 'la estimación',
  labels: 'las etiquetas',
  checklists: 'las listas de control',
  fields: 'los campos',
  attachments: 'los archivos',
  parentId: 'la tarea principal',
  assigneeIds: 'los responsables',
  links: 'los enlaces',
  dependsOn: 'las dependencias',
  completed: 'el estado',
  archived: 'el archivo',
  recurrence: 'la repetición',
};

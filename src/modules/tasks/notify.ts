import { commentCreated, mentionsIn, type Notice, notify } from '#modules/collaboration/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { inEachLanguage, type Language } from '#platform/pages/language.ts';
import { presentMembers } from './board-task/members.ts';
import { taskUpdated } from './events.ts';
import { boardTasks, taskPeople } from './tables.ts';

/** Notifies the assignees and watchers of a task, except some. */
async function notifyPeopleOf(
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
      if (type === 'comment:created') await notifyOfComment(ctx, task, payload);
      else await notifyOfChange(ctx, task, payload);
    }
  },
});

type TaskHead = { id: string; title: string };

/** Notifies people that a task was assigned to them. */
export const notifyAssigned = (ctx: TenantContext, userIds: string[], taskId: string, title: string): Promise<void> =>
  notify(ctx, userIds, {
    kind: 'task-assigned',
    es: { title: `Tarea asignada: ${title}`, body: 'Te asignaron esta tarea.' },
    en: { title: `Task assigned: ${title}`, body: 'This task was assigned to you.' },
    data: { taskId },
  });

/** People whom a comment mentions are notified of the mention. */
async function notifyOfComment(
  ctx: TenantContext,
  { id, title }: TaskHead,
  given: { userId: string; message: string },
): Promise<void> {
  const [author] = await findUsers(ctx.tx, [given.userId]);
  const name = author?.name ?? '';
  const notice = {
    kind: 'task-comment',
    es: { title: `${name} comentó: ${title}`, body: given.message },
    en: { title: `${name} commented: ${title}`, body: given.message },
  };
  await notifyPeopleOf(ctx, id, notice, [given.userId, ...mentionsIn(given.message)]);
}

interface Changed {
  editorId?: string | undefined;
  old: Record<string, unknown>;
  new: Record<string, unknown>;
}

/** New assignees are notified of the assignment, the others of the change; its author is not notified. */
async function notifyOfChange(ctx: TenantContext, { id, title }: TaskHead, { editorId, old, new: next }: Changed) {
  const before = new Set((old.assigneeIds as string[] | undefined) ?? []);
  const added = ((next.assigneeIds as string[] | undefined) ?? []).filter((userId) => !before.has(userId));
  const others = added.filter((userId) => userId !== editorId);
  await notifyAssigned(ctx, others, id, title);
  const changes = Object.keys(next).flatMap((field) => words[field] ?? []);
  if (changes.length === 0) return;
  const named = inEachLanguage((language) => changes.map((each) => each[language]).join(', '));
  const notice = {
    kind: 'task-updated',
    es: { title: `Tarea actualizada: ${title}`, body: `Cambió: ${named.es}.` },
    en: { title: `Task updated: ${title}`, body: `Changed: ${named.en}.` },
  };
  await notifyPeopleOf(ctx, id, notice, [editorId, ...added]);
}

const words: Partial<Record<string, Record<Language, string>>> = {
  boardId: { es: 'el tablero', en: 'the board' },
  columnId: { es: 'la columna', en: 'the column' },
  title: { es: 'el título', en: 'the title' },
  description: { es: 'la descripción', en: 'the description' },
  priority: { es: 'la prioridad', en: 'the priority' },
  startsAt: { es: 'el comienzo', en: 'the start' },
  dueAt: { es: 'el vencimiento', en: 'the due date' },
  reminderMinutes: { es: 'el recordatorio', en: 'the reminder' },
  estimateMinutes: { es: 'la estimación', en: 'the estimate' },
  labels: { es: 'las etiquetas', en: 'the labels' },
  checklists: { es: 'las listas de control', en: 'the checklists' },
  fields: { es: 'los campos', en: 'the fields' },
  attachments: { es: 'los archivos', en: 'the files' },
  parentId: { es: 'la tarea principal', en: 'the parent task' },
  assigneeIds: { es: 'los responsables', en: 'the assignees' },
  links: { es: 'los enlaces', en: 'the links' },
  dependsOn: { es: 'las dependencias', en: 'the dependencies' },
  completed: { es: 'el estado', en: 'the state' },
  archived: { es: 'el archivo', en: 'the archive' },
  recurrence: { es: 'la repetición', en: 'the recurrence' },
};

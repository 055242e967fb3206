import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { type Language, localeOf } from '#platform/pages/language.ts';
import { tick } from '#platform/tick.ts';
import { presentMembers } from '../board-task/members.ts';
import { type BoardTask, boards, boardTasks, taskPeople } from '../tables.ts';
import { takeDueReminders } from './reminder.sql.ts';

export const taskReminders = tick('task-reminders');

/** A day before. */
export const DEFAULT_REMINDER_MINUTES = 1440;
const AT_ONCE = 100;

/** When the people of a task are reminded of it. Null: never, or that time has passed. */
export function remindAt(
  ctx: TenantContext,
  { dueAt, reminderMinutes }: { dueAt?: string | null | undefined; reminderMinutes: number | null },
): Temporal.Instant | null {
  if (!dueAt || reminderMinutes === null) return null;
  const at = Temporal.Instant.from(dueAt).subtract({ minutes: reminderMinutes });
  if (!isAfter(at, ctx.now)) return null;
  ctx.wakeAt(taskReminders, at);
  return at;
}

/** Reminds people of the tasks that are due soon. Answers when the next ones are. */
export async function remindOfTasks(ctx: TenantContext): Promise<string | null> {
  for (const task of await takeDueReminders(ctx, ctx.now, AT_ONCE)) {
    if (task.completedAt === null && task.archivedAt === null) await remind(ctx, task);
  }
  return boardTasks.min(ctx, 'remindAt');
}

/** The assignees who are on the board; of a task without any, those who watch it. Of an archived board nobody. */
async function remind(ctx: TenantContext, { id, boardId, title, dueAt }: BoardTask): Promise<void> {
  if ((await boards.get(ctx, boardId)).archivedAt !== null) return;
  const named = await taskPeople.all(ctx, { taskId: id });
  const userIds = named.map(({ userId }) => userId);
  const present = new Set(await presentMembers(ctx, boardId, userIds));
  const people = named.filter(({ userId }) => present.has(userId));
  const assignees = people.filter(({ role }) => role === 'assignee');
  const reminded = assignees.length > 0 ? assignees : people;
  const due = Temporal.Instant.from(dueAt!).toZonedDateTimeISO(ctx.timeZone);
  const dueOn = (language: Language): string => {
    const day = due.toLocaleString(localeOf(language), { weekday: 'long', day: 'numeric', month: 'long' });
    return `${day}, ${due.toLocaleString(localeOf(language), { hour: 'numeric', minute: '2-digit' })}`;
  };
  await notify(
    ctx,
    reminded.map(({ userId }) => userId),
    {
      kind: 'task-due',
      es: { title: `Tarea por vencer: ${title}`, body: `Vence el ${dueOn('es')}` },
      en: { title: `Task due soon: ${title}`, body: `Due on ${dueOn('en')}` },
      data: { taskId: id, boardId },
    },
  );
}

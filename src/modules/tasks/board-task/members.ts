import { notifyOwner } from '#modules/collaboration/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { boardMembers, taskPeople } from '../tables.ts';
import { countOpenTasksOf } from './task.sql.ts';

/** Notifies the owner that a member who left still has open tasks. They stay assigned, because the member may come back. */
export async function reportTasksOf(ctx: TenantContext, userId: string): Promise<void> {
  const count = await countOpenTasksOf(ctx, userId);
  if (count === 0) return;
  const [person] = await findUsers(ctx.tx, [userId]);
  const name = person!.name || person!.email;
  await notifyOwner(ctx, {
    kind: 'tasks-of-former-member',
    es: {
      title: `Tareas de ${name}, que ya no trabaja aquí`,
      body:
        count === 1
          ? 'Tiene 1 tarea abierta: asígnala a otra persona.'
          : `Tiene ${count} tareas abiertas: asígnalas a otras personas.`,
    },
    en: {
      title: `Tasks of ${name}, who no longer works here`,
      body:
        count === 1
          ? 'They have 1 open task: assign it to somebody else.'
          : `They have ${count} open tasks: assign them to somebody else.`,
    },
    data: { userId },
  });
}

/** Takes a former member off their boards: only somebody there may let them in again. Tasks stay assigned to them. */
export async function leaveBoards(ctx: TenantContext, userId: string): Promise<void> {
  await boardMembers.delete(ctx, { userId });
  await taskPeople.delete(ctx, { userId, role: 'watcher' });
}

/**
 * Those of these people who are members of the board, and active ones of the organization: nobody would do the task of a member who
 * left, and a creator who is not on the board does not watch it.
 */
export async function presentMembers(ctx: TenantContext, boardId: string, userIds: string[]): Promise<string[]> {
  const [members, active] = await Promise.all([
    boardMembers.all(ctx, { boardId, userId: userIds }),
    selectActiveMembers(ctx, userIds),
  ]);
  return members.map(({ userId }) => userId).filter((userId) => active.has(userId));
}

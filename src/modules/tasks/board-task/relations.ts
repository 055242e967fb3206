import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { requireThing } from '#platform/entity-kind.ts';
import { refusal, requireKnown, unknownReference } from '#platform/refusal.ts';
import { boardMembers, taskDependencies, taskLinks, taskPeople } from '../tables.ts';
import type { TaskChange } from './task.schema.ts';
import { lockDependencies, reaches, selectAbove, selectVisible } from './task.sql.ts';

export const DependencyCycle = refusal(
  'dependency_cycle',
  'A task cannot depend on itself, directly or through others: remove the dependency.',
);
export const SubtaskOfItself = refusal(
  'subtask_of_itself',
  'A task cannot be a subtask of itself or of its own subtasks: choose another one.',
);
export const SubtasksTooDeep = refusal(
  'subtasks_too_deep',
  'Subtasks nest at most 5 levels deep: choose a task further up.',
);

type Relations = Pick<z.output<typeof TaskChange>, 'assigneeIds' | 'watcherIds' | 'links' | 'dependsOn'>;

/** Replaces the relations that are given. */
export async function setRelations(
  ctx: TenantContext,
  task: { id: string; boardId: string },
  { assigneeIds, watcherIds, links, dependsOn }: Relations,
): Promise<void> {
  if (assigneeIds) await setPeople(ctx, task, 'assignee', assigneeIds);
  if (watcherIds) await setPeople(ctx, task, 'watcher', watcherIds);
  if (links) await setLinks(ctx, task.id, links);
  if (dependsOn) await setDependencies(ctx, task.id, dependsOn);
}

async function setPeople(
  ctx: TenantContext,
  { id: taskId, boardId }: { id: string; boardId: string },
  role: 'assignee' | 'watcher',
  userIds: string[],
): Promise<void> {
  const before = await taskPeople.all(ctx, { taskId, role });
  const known = new Set(before.map(({ userId }) => userId));
  // A person who left the organization may stay assigned.
  await requireBoardMembers(ctx, boardId, userIds, `body.${role}Ids`, known);
  await taskPeople.delete(ctx, { taskId, role });
  const rows = userIds.map((userId) => ({ taskId, boardId, role, userId }));
  await taskPeople.insertMany(ctx, rows);
}

/** Refuses the first of these people who is not a member of the board, except some. */
export async function requireBoardMembers(
  ctx: TenantContext,
  boardId: string,
  userIds: readonly string[],
  path: string,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  const members = await boardMembers.all(ctx, { boardId, userId: userIds }, { lock: 'FOR KEY SHARE' });
  const known = new Set(members.map(({ userId }) => userId));
  const unknown = userIds.findIndex((userId) => !known.has(userId) && !except.has(userId));
  if (unknown >= 0) throw unknownReference(`${path}[${unknown}]`, 'This member of the board');
}

async function setLinks(ctx: TenantContext, taskId: string, links: NonNullable<Relations['links']>): Promise<void> {
  await Promise.all(links.map((link, place) => requireThing(ctx, link, `body.links[${place}]`)));
  await taskLinks.delete(ctx, { taskId });
  const rows = links.map((link) => ({ taskId, ...link }));
  await taskLinks.insertMany(ctx, rows);
}

/** One change of dependencies at a time in an organization: two that cross could close a circle between them. */
async function setDependencies(ctx: TenantContext, taskId: string, dependsOn: string[]): Promise<void> {
  await lockDependencies(ctx);
  requireKnown(dependsOn, await selectVisible(ctx, dependsOn), 'body.dependsOn', 'The task');
  await taskDependencies.delete(ctx, { taskId });
  if (dependsOn.length === 0) return;
  if (dependsOn.includes(taskId) || (await reaches(ctx, dependsOn, taskId))) throw DependencyCycle();
  const rows = dependsOn.map((dependsOnId) => ({ taskId, dependsOnId }));
  await taskDependencies.insertMany(ctx, rows);
}

/** The parent of a task with its depth. A circle is refused here by name, and by the depth in any case. */
export async function parentOf(ctx: TenantContext, parentId: string, taskId: string | null) {
  const rows = await selectAbove(ctx, parentId);
  const parent = rows.find(({ id }) => id === parentId);
  if (!parent) throw unknownReference('body.parentId', 'The task');
  if (rows.some(({ id }) => id === taskId)) throw SubtaskOfItself();
  return { parentId, parentDepth: parent.depth };
}

import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { type BoardRole, requireRoleAt } from '../access.ts';
import { type BoardTask, boardTasks } from '../tables.ts';

/** A task that a body refers to, if the caller works on its board in this role. It stays until the transaction ends. */
export async function requireTask(
  ctx: TenantContext,
  id: string,
  { role = 'viewer', path = 'body.taskId' }: { role?: BoardRole; path?: string } = {},
): Promise<BoardTask> {
  const task = await boardTasks.find(ctx, id, { lock: 'FOR KEY SHARE' });
  if (!task) throw unknownReference(path, 'The task');
  await requireRoleAt(ctx, task, role, path);
  return task;
}

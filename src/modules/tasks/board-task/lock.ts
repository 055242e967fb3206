import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { unknownReference } from '#platform/refusal.ts';
import { type BoardRole, requireRole, requireRoleAt } from '../access.ts';
import { type BoardColumn, type BoardTask, boardColumns, boardTasks } from '../tables.ts';

interface Wanted {
  id: string;
  version?: number | undefined;
  /** The column that it goes to. */
  columnId?: string | undefined;
}

/** Locks a task that the caller may edit, as `lockTask` does. */
export async function lockForMove(ctx: TenantContext, wanted: Wanted) {
  const seen = await boardTasks.get(ctx, wanted.id);
  await requireRole(ctx, seen, 'editor');
  return lockTask(ctx, seen, wanted);
}

/**
 * Locks a task after its column and the one that it goes to. Columns come first and in the order of their ids, so that moves in
 * opposite directions do not wait for each other.
 */
export async function lockTask(
  ctx: TenantContext,
  seen: BoardTask,
  { id, version, columnId }: Wanted,
): Promise<{ task: BoardTask; columns: Map<string, BoardColumn> }> {
  const ids = [...new Set([seen.columnId, columnId ?? seen.columnId])];
  const columns = await boardColumns.all(ctx, { id: ids }, { orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });
  const task = await boardTasks.lock(ctx, id, version);
  // It moved before its column was locked.
  if (task.columnId !== seen.columnId) throw new RetryTransaction();
  return { task, columns: new Map(columns.map((column) => [column.id, column])) };
}

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

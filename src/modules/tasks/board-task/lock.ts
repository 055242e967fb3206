import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/database.ts';
import { requireRole } from '../access.ts';
import { type BoardColumn, type BoardTask, boardColumns, boardTasks } from '../tables.ts';

/**
 * Locks a task that the caller may edit, after its column and the one that it goes to. Columns come first and in the order of
 * their ids, so that moves in opposite directions do not wait for each other.
 */
export async function lockForMove(
  ctx: TenantContext,
  { id, version, columnId }: { id: string; version: number | undefined; columnId: string | undefined },
): Promise<{ task: BoardTask; columns: Map<string, BoardColumn> }> {
  const seen = await boardTasks.get(ctx, id);
  await requireRole(ctx, seen, 'editor');
  const ids = [...new Set([seen.columnId, columnId ?? seen.columnId])];
  const columns = await boardColumns.all(ctx, { id: ids }, { orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });
  const task = await boardTasks.lock(ctx, id, version);
  // It moved before its column was locked.
  if (task.columnId !== seen.columnId) throw new RetryTransaction();
  return { task, columns: new Map(columns.map((column) => [column.id, column])) };
}

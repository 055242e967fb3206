import { releaseFiles } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { referencingTable } from '#platform/db/violation.ts';
import { refusal } from '#platform/refusal.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { addToCounts } from '../order/place.sql.ts';
import { boardTasks } from '../tables.ts';
import { lockForMove } from './lock.ts';
import { selectWithParts } from './task.sql.ts';

export const TaskInUse = refusal('task_in_use', 'The task has subtasks or other dependents: remove those first.');

/** Deletes a task with its parts. */
export async function deleteTask(ctx: TenantContext, id: string): Promise<void> {
  await lockForMove(ctx, { id });
  await deleteTasks(ctx, [id]);
}

/** Deletes tasks with their parts, and gives their places back. */
export async function deleteTasks(ctx: TenantContext, taskIds: string[]): Promise<void> {
  const rows = await selectWithParts(ctx, taskIds);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const counts = new Map<string, number>();
  for (const { columnId, isArchived } of rows) if (!isArchived) counts.set(columnId, (counts.get(columnId) ?? 0) - 1);
  await addToCounts(ctx, counts);
  await boardTasks.delete(ctx, { id: ids }).catch(refuseInUse);
  await releaseFiles(ctx, ids);
  await indexTexts(ctx, 'task', new Map(ids.map((id) => [id, []])));
}

function refuseInUse(error: unknown): never {
  throw referencingTable(error) ? TaskInUse() : error;
}

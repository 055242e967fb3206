import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type BoardTask, boardTasks, taskDependencies, taskLinks, taskPeople, taskSeries } from '../tables.ts';

/** The parts of tasks that are in other tables, read together. */
export async function readDetails(ctx: Tenant, rows: BoardTask[]) {
  const taskId = rows.map(({ id }) => id);
  const seriesIds = [...new Set(rows.flatMap(({ seriesId }) => seriesId ?? []))];
  const [people, links, dependencies, parts, series] = await Promise.all([
    taskPeople.all(ctx, { taskId }),
    taskLinks.all(ctx, { taskId }),
    selectDependencies(ctx, taskId),
    countParts(ctx, taskId),
    taskSeries.all(ctx, { id: seriesIds }),
  ]);
  return { people, links, dependencies, parts, series };
}

const selectDependencies = (tenant: Tenant, taskIds: string[]) =>
  rowsOf<{ taskId: string; dependsOnId: string; isOpen: boolean }>(tenant.tx)`
    SELECT d.task_id, d.depends_on_id, t.completed_at IS NULL AS is_open
    FROM ${taskDependencies.of(tenant)} d JOIN ${boardTasks.of(tenant)} t ON t.id = d.depends_on_id
    WHERE d.task_id = ANY (${taskIds}::uuid[]) ORDER BY d.depends_on_id`;

const countParts = (tenant: Tenant, taskIds: string[]) =>
  rowsOf<{ parentId: string; done: number; total: number }>(tenant.tx)`
    SELECT parent_id, count(completed_at)::int AS done, count(*)::int AS total
    FROM ${boardTasks.of(tenant)} t WHERE parent_id = ANY (${taskIds}::uuid[]) AND archived_at IS NULL
    GROUP BY parent_id`;

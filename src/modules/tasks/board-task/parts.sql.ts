import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { boardTasks } from '../tables.ts';

export const selectWithParts = (ctx: Tenant, taskIds: string[]) =>
  rowsOf<{ id: string; columnId: string; isArchived: boolean }>(ctx.tx)`
    WITH RECURSIVE parts AS (
      SELECT t.id FROM ${boardTasks.of(ctx)} t WHERE t.id = ANY (${taskIds}::uuid[])
      UNION SELECT p.id FROM parts JOIN ${boardTasks.of(ctx)} p ON p.parent_id = parts.id)
    SELECT t.id, t.column_id, t.archived_at IS NOT NULL AS is_archived
    FROM parts JOIN ${boardTasks.of(ctx)} t ON t.id = parts.id`;

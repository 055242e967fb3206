import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type BoardTask, boardTasks } from '../tables.ts';

/** Takes the tasks whose time has come, so that each is reminded of once. */
export const takeDueReminders = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<BoardTask>(tenant.tx)`
    UPDATE board_tasks SET remind_at = NULL
    WHERE organization_id = ${tenant.organizationId} AND id IN (
      SELECT t.id FROM board_tasks t WHERE t.organization_id = ${tenant.organizationId} AND t.remind_at <= ${now}
      ORDER BY t.remind_at LIMIT ${limit} FOR UPDATE)
    RETURNING ${boardTasks.columns()}`;

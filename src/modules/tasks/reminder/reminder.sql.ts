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

export async function selectNextReminder(tenant: Tenant): Promise<Temporal.Instant | null> {
  const rows = await rowsOf<{ next: string | null }>(tenant.tx)`
    SELECT min(t.remind_at) AS next FROM ${boardTasks.of(tenant)} t WHERE t.remind_at IS NOT NULL`;
  return rows[0]!.next === null ? null : Temporal.Instant.from(rows[0]!.next);
}

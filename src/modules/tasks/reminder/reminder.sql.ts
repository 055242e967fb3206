import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { type BoardTask, boards, boardTasks, taskPeople } from '../tables.ts';

/** Takes the tasks whose time has come, so that each is reminded of once. */
export async function takeDueReminders(tenant: Tenant, now: Temporal.Instant, limit: number): Promise<BoardTask[]> {
  const { rows } = await sql<BoardTask>`
    UPDATE board_tasks SET remind_at = NULL
    WHERE organization_id = ${tenant.organizationId} AND id IN (
      SELECT t.id FROM board_tasks t WHERE t.organization_id = ${tenant.organizationId} AND t.remind_at <= ${now}
      ORDER BY t.remind_at LIMIT ${limit} FOR UPDATE)
    RETURNING ${boardTasks.columns()}`.execute(tenant.tx);
  return rows;
}

/** The people of a task who are still in the organization. Nobody if its board is archived. */
export async function selectPeopleToRemind(
  tenant: Tenant,
  { id, boardId }: BoardTask,
): Promise<{ userId: string; role: 'assignee' | 'watcher' }[]> {
  const { rows } = await sql<{ userId: string; role: 'assignee' | 'watcher' }>`
    SELECT p.user_id, p.role FROM ${taskPeople.of(tenant)} p
    JOIN ${boards.of(tenant)} b ON b.id = ${boardId} AND b.archived_at IS NULL
    JOIN memberships m ON m.organization_id = ${tenant.organizationId} AND m.user_id = p.user_id AND m.active
    WHERE p.task_id = ${id}`.execute(tenant.tx);
  return rows;
}

export async function selectNextReminder(tenant: Tenant): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ next: string | null }>`
    SELECT min(t.remind_at) AS next FROM ${boardTasks.of(tenant)} t WHERE t.remind_at IS NOT NULL`.execute(tenant.tx);
  return rows[0]!.next === null ? null : Temporal.Instant.from(rows[0]!.next);
}

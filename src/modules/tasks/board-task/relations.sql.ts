import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf } from '#platform/db/table.ts';
import type { Viewer } from '#platform/entity-kind.ts';
import { isVisible } from '../access.sql.ts';
import { boardTasks, taskDependencies, taskPeople } from '../tables.ts';

export const lockDependencies = ({ tx, organizationId }: TenantContext): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${organizationId} task dependencies`}, 0))`.execute(tx);

/** Whether one of these tasks waits for that one, directly or not. */
export async function reaches(ctx: TenantContext, from: string[], taskId: string): Promise<boolean> {
  const rows = await rowsOf<{ found: boolean }>(ctx.tx)`
    WITH RECURSIVE before AS (
      SELECT unnest(${from}::uuid[]) AS id
      UNION SELECT d.depends_on_id FROM before JOIN ${taskDependencies.of(ctx)} d ON d.task_id = before.id)
    SELECT EXISTS (SELECT FROM before WHERE id = ${taskId}) AS found`;
  return rows[0]!.found;
}

/** Those of these tasks that the caller sees. */
export async function selectVisible(ctx: Viewer, ids: string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(ctx.tx)`
    SELECT t.id FROM ${boardTasks.of(ctx)} t
    WHERE t.id = ANY (${ids}::uuid[]) AND ${isVisible(ctx, sql`t.board_id`)}`;
  return new Set(rows.map(({ id }) => id));
}

/** How many tasks that are neither completed nor archived are assigned to a person. */
export async function countOpenTasksOf(ctx: TenantContext, userId: string): Promise<number> {
  const rows = await rowsOf<{ count: number }>(ctx.tx)`
    SELECT count(*)::int AS count FROM ${taskPeople.of(ctx)} p JOIN ${boardTasks.of(ctx)} t ON t.id = p.task_id
    WHERE p.user_id = ${userId} AND p.role = 'assignee' AND t.completed_at IS NULL AND t.archived_at IS NULL`;
  return rows[0]!.count;
}

/** A task that the caller sees, and the tasks that it is a part of. */
export const selectAbove = (ctx: TenantContext, parentId: string) =>
  rowsOf<{ id: string; depth: number }>(ctx.tx)`
    WITH RECURSIVE above AS (
      SELECT t.id, t.parent_id, t.depth FROM ${boardTasks.of(ctx)} t
      WHERE t.id = ${parentId} AND ${isVisible(ctx, sql`t.board_id`)}
      UNION ALL
      SELECT p.id, p.parent_id, p.depth FROM above JOIN ${boardTasks.of(ctx)} p ON p.id = above.parent_id)
    SELECT id, depth FROM above`;

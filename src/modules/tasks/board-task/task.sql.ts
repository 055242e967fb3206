import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { isUnused } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import type { Viewer } from '#platform/entity-kind.ts';
import { isVisible } from '../access.sql.ts';
import { type BoardTask, boardTasks, taskDependencies, taskLinks, taskPeople, taskSeries } from '../tables.ts';

export const lockDependencies = ({ tx, organizationId }: TenantContext): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${organizationId} task dependencies`}, 0))`.execute(tx);

/** Whether one of these tasks waits for that one, directly or not. */
export const reaches = (ctx: TenantContext, from: string[], taskId: string) =>
  scalarOf<boolean>(ctx.tx)`
    WITH RECURSIVE before AS (
      SELECT unnest(${from}::uuid[]) AS id
      UNION SELECT d.depends_on_id FROM before JOIN ${taskDependencies.of(ctx)} d ON d.task_id = before.id)
    SELECT EXISTS (SELECT FROM before WHERE id = ${taskId}) AS found`;

/** Those of these tasks that the caller sees. */
export async function selectVisible(ctx: Viewer, ids: string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(ctx.tx)`
    SELECT t.id FROM ${boardTasks.of(ctx)} t
    WHERE t.id = ANY (${ids}::uuid[]) AND ${isVisible(ctx, sql`t.board_id`)}`;
  return new Set(rows.map(({ id }) => id));
}

/** How many tasks that are neither completed nor archived are assigned to a person. */
export const countOpenTasksOf = (ctx: TenantContext, userId: string) =>
  scalarOf<number>(ctx.tx)`
    SELECT count(*)::int AS count FROM ${taskPeople.of(ctx)} p JOIN ${boardTasks.of(ctx)} t ON t.id = p.task_id
    WHERE p.user_id = ${userId} AND p.role = 'assignee' AND t.completed_at IS NULL AND t.archived_at IS NULL`;

/** A task that the caller sees, and the tasks that it is a part of. */
export const selectAbove = (ctx: TenantContext, parentId: string) =>
  rowsOf<{ id: string; depth: number }>(ctx.tx)`
    WITH RECURSIVE above AS (
      SELECT t.id, t.parent_id, t.depth FROM ${boardTasks.of(ctx)} t
      WHERE t.id = ${parentId} AND ${isVisible(ctx, sql`t.board_id`)}
      UNION ALL
      SELECT p.id, p.parent_id, p.depth FROM above JOIN ${boardTasks.of(ctx)} p ON p.id = above.parent_id)
    SELECT id, depth FROM above`;

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

export const selectWithParts = (ctx: Tenant, taskIds: string[]) =>
  rowsOf<{ id: string; columnId: string; isArchived: boolean }>(ctx.tx)`
    WITH RECURSIVE parts AS (
      SELECT t.id FROM ${boardTasks.of(ctx)} t WHERE t.id = ANY (${taskIds}::uuid[])
      UNION SELECT p.id FROM parts JOIN ${boardTasks.of(ctx)} p ON p.parent_id = parts.id)
    SELECT t.id, t.column_id, t.archived_at IS NOT NULL AS is_archived
    FROM parts JOIN ${boardTasks.of(ctx)} t ON t.id = parts.id`;

/** Takes a label off the choices of boards and off the templates of recurring tasks. */
export async function takeOffBoardsAndSeries(tenant: Tenant, label: string): Promise<void> {
  const { tx, organizationId } = tenant;
  const named = JSON.stringify([{ name: label }]);
  await sql`
    UPDATE boards SET labels = (
      SELECT coalesce(jsonb_agg(one ORDER BY place), '[]')
      FROM jsonb_array_elements(labels) WITH ORDINALITY AS each (one, place) WHERE one->>'name' <> ${label})
    WHERE organization_id = ${organizationId} AND labels @> ${named}::jsonb AND ${isUnused(tenant, label)}`.execute(tx);
  await sql`
    UPDATE task_series SET template = jsonb_set(template, '{labels}', (template->'labels') - ${label}::text)
    WHERE organization_id = ${organizationId} AND template->'labels' ? ${label}::text AND ${isUnused(tenant, label)}`.execute(
    tx,
  );
}

const CONTACT = 'beneficiaryId';

/** Lets tasks that link to merged contacts link to their survivor, each once. */
export async function moveLinksOfContacts(tenant: Tenant, { from, into }: ContactMerge): Promise<void> {
  await sql`
    INSERT INTO task_links (organization_id, task_id, entity_kind, entity_id)
    SELECT DISTINCT ${tenant.organizationId}::uuid, l.task_id, l.entity_kind, ${into}::uuid FROM ${taskLinks.of(tenant)} l
    WHERE l.entity_kind = ${CONTACT} AND l.entity_id = ANY (${from}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tenant.tx);
  await taskLinks.delete(tenant, { entityKind: CONTACT, entityId: from });
}

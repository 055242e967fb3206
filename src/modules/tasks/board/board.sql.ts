import { sql } from 'kysely';
import { archived, byDefault, flag, listOf, search } from '#platform/db/list.ts';
import { pageRowsOf, type Tenant } from '#platform/db/table.ts';
import { type BoardTask, boardColumns, boardMembers, boards, boardTasks } from '../tables.ts';

const declaration = {
  filters: {
    search: search('board', 'Beginnings of words of the name or description.'),
    archived,
    template: byDefault(flag('isTemplate', 'Templates instead of boards.'), false),
  },
  sort: { created: 'createdAt', name: 'name' },
  order: '-created',
} as const;

/** The boards that the caller takes part in. */
export const ownBoards = listOf(boards, {
  ...declaration,
  where: (ctx) => sql`t.id IN (SELECT m.board_id FROM ${boardMembers.of(ctx)} m WHERE m.user_id = ${ctx.userId})`,
});

export const allBoards = listOf(boards, declaration);

/** Removes the values of custom fields that a board no longer has. */
export async function deleteFieldValues({ tx, organizationId }: Tenant, boardId: string, keys: string[]) {
  await sql`
    UPDATE board_tasks SET fields = fields - ${keys}::text[]
    WHERE organization_id = ${organizationId} AND board_id = ${boardId} AND fields ?| ${keys}::text[]`.execute(tx);
}

const TEMPLATE_TASKS_MAX = 500;

export async function selectTemplate(tenant: Tenant, boardId: string) {
  const [columns, tasks] = await Promise.all([
    boardColumns.all(tenant, { boardId }, { orderBy: ['position'] }),
    boardTasks.all(
      tenant,
      { boardId, archivedAt: null, parentId: null },
      { orderBy: ['position'], limit: TEMPLATE_TASKS_MAX },
    ),
  ]);
  return { columns, tasks };
}

export const TASKS_SHOWN_MAX = 100;

type ShownColumn = 'columnId' | 'title' | 'priority' | 'startsAt' | 'dueAt' | 'completedAt' | 'labels' | 'fields';

export interface SharedTask extends Pick<BoardTask, ShownColumn> {
  description: string | null;
  done: number;
  total: number;
}

/** The columns of a board with the first tasks of each that are neither private nor archived, and of these only what is shown. */
export async function selectSharedTasks(tenant: Tenant, boardId: string, fields: string[], descriptions: boolean) {
  const [columns, tasks] = await Promise.all([
    boardColumns.all(tenant, { boardId }, { orderBy: ['position'] }),
    pageRowsOf<SharedTask>(tenant.tx)`
      SELECT t.column_id, t.title, CASE WHEN ${descriptions} THEN t.description END AS description, t.priority,
             t.starts_at, t.due_at, t.completed_at, t.labels, s.done, s.total, (
               SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') FROM jsonb_each(t.fields) f
               WHERE f.key = ANY (${fields}::text[])) AS fields
      FROM ${boardColumns.of(tenant)} c
      CROSS JOIN LATERAL (
        SELECT * FROM ${boardTasks.of(tenant)} o
        WHERE o.column_id = c.id AND o.archived_at IS NULL AND NOT o.is_private
        ORDER BY o.position, o.id LIMIT ${TASKS_SHOWN_MAX + 1}) AS t
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE i->'done' = 'true')::int AS done, count(*)::int AS total
        FROM jsonb_array_elements(t.checklists) l, jsonb_array_elements(l->'items') i) AS s
      WHERE c.board_id = ${boardId} ORDER BY t.column_id, t.position`,
  ]);
  return { columns, tasks };
}

import { sql } from 'kysely';
import { byDefault, flag, isSet, list, search, updated, updatedSince } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { type Board, boardColumns, boardMembers, boards, boardTasks } from '../tables.ts';

const filters = {
  search: search('board', 'Beginnings of words of the name or description.'),
  archived: byDefault(isSet('archivedAt', 'Archived boards instead of current ones.'), false),
  template: byDefault(flag('isTemplate', 'Templates instead of boards.'), false),
  updatedSince,
};
const sort = {
  created: { by: sql.ref('t.createdAt'), type: 'timestamp with time zone' },
  name: { by: sql.ref('t.name'), type: 'text' },
  updated,
} as const;

/** The boards that the caller takes part in. */
export const ownBoards = list<Board>()({
  from: (ctx) =>
    sql`${boards.of(ctx)} t JOIN ${boardMembers.of(ctx)} m ON m.board_id = t.id AND m.user_id = ${ctx.userId}`,
  select: boards.columns('t'),
  filters,
  sort,
  order: '-created',
});

export const allBoards = list<Board>()({
  from: (ctx) => sql`${boards.of(ctx)} t`,
  select: boards.columns('t'),
  filters,
  sort,
  order: '-created',
});

/** Removes the values of custom fields that a board no longer has. */
export async function deleteFieldValues(
  { tx, organizationId }: Tenant,
  boardId: string,
  keys: string[],
): Promise<void> {
  await sql`
    UPDATE board_tasks SET fields = fields - ${keys}::text[]
    WHERE organization_id = ${organizationId} AND board_id = ${boardId} AND fields ?| ${keys}::text[]`.execute(tx);
}

const TEMPLATE_TASKS_MAX = 500;

/** The columns of a template with their first tasks. */
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

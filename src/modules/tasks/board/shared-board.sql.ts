import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { type BoardTask, boardColumns, boardTasks } from '../tables.ts';

export const TASKS_SHOWN_MAX = 100;

/** The columns of a board with the first tasks of each that are neither private nor archived. */
export async function selectSharedTasks(tenant: Tenant, boardId: string) {
  const [columns, { rows: tasks }] = await Promise.all([
    boardColumns.all(tenant, { boardId }, { orderBy: ['position'] }),
    sql<BoardTask>`
      SELECT ${boardTasks.columns('t')} FROM ${boardColumns.of(tenant)} c
      CROSS JOIN LATERAL (
        SELECT * FROM ${boardTasks.of(tenant)} o
        WHERE o.column_id = c.id AND o.archived_at IS NULL AND NOT o.is_private
        ORDER BY o.position, o.id LIMIT ${TASKS_SHOWN_MAX + 1}) AS t
      WHERE c.board_id = ${boardId} ORDER BY t.column_id, t.position`.execute(tenant.tx),
  ]);
  return { columns, tasks };
}

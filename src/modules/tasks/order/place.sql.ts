import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type BoardColumn, boardTasks } from '../tables.ts';
import { keysBetween } from './keys.ts';

/** Two neighbouring keys; null is the beginning or the end. */
export interface Gap {
  before: string | null;
  after: string | null;
}

/** The gap in front of a task, behind a task, or at the end; undefined if the neighbour is not in this column. */
export async function selectGap(
  tenant: Tenant,
  columnId: string,
  { beforeId, afterId }: { beforeId?: string | undefined; afterId?: string | undefined },
): Promise<Gap | undefined> {
  const tasks = boardTasks.of(tenant);
  const neighbour = sql`FROM ${tasks} n WHERE n.id = ${beforeId ?? afterId} AND n.column_id = ${columnId}`;
  const query = beforeId
    ? sql<Gap>`SELECT (SELECT max(t.position) FROM ${tasks} t WHERE t.column_id = ${columnId} AND t.position < n.position)
        AS before, n.position AS after ${neighbour}`
    : afterId
      ? sql<Gap>`SELECT n.position AS before, (SELECT min(t.position) FROM ${tasks} t
          WHERE t.column_id = ${columnId} AND t.position > n.position) AS after ${neighbour}`
      : sql<Gap>`SELECT max(t.position) AS before, NULL::text AS after FROM ${tasks} t WHERE t.column_id = ${columnId}`;
  const { rows } = await query.execute(tenant.tx);
  return rows[0];
}

interface Placed {
  id: string;
  position: string;
}

/** Up to `count` tasks on each side of a key in their order, and the keys beyond them. */
export async function selectAround(tenant: Tenant, columnId: string, key: string, count: number) {
  const side = (sign: '<' | '>', order: 'DESC' | 'ASC') =>
    rowsOf<Placed>(tenant.tx)`
      SELECT id, position FROM ${boardTasks.of(tenant)} t
      WHERE column_id = ${columnId} AND position ${sql.raw(sign)} ${key}
      ORDER BY position ${sql.raw(order)} LIMIT ${count + 1}`;
  const [below, above] = await Promise.all([side('<', 'DESC'), side('>', 'ASC')]);
  return {
    rows: [...below.slice(0, count).reverse(), ...above.slice(0, count)],
    before: below[count]?.position ?? null,
    after: above[count]?.position ?? null,
  };
}

/** Sets positions in one statement: a key may pass from one task to another. The version of a task is for people’s changes. */
export async function updatePositions({ tx, organizationId }: Tenant, placed: Placed[], updatedAt: Temporal.Instant) {
  await sql`
    UPDATE board_tasks t SET position = g.position, updated_at = ${updatedAt}
    FROM unnest(${placed.map(({ id }) => id)}::uuid[], ${placed.map(({ position }) => position)}::text[]) AS g (id, position)
    WHERE t.organization_id = ${organizationId} AND t.id = g.id`.execute(tx);
}

/** Adds to the numbers of tasks of columns, in the order of their ids. This locks the columns against other moves. */
export async function addToCounts({ tx, organizationId }: Tenant, changes: ReadonlyMap<string, number>): Promise<void> {
  const sorted = [...changes].filter(([, delta]) => delta !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, delta] of sorted) {
    await sql`
      UPDATE board_columns SET tasks = tasks + ${delta}
      WHERE organization_id = ${organizationId} AND id = ${id}`.execute(tx);
  }
}

/** Moves all tasks of a column behind those of another one. */
export async function moveAllTasks(
  tenant: Tenant,
  { from, to }: { from: string; to: BoardColumn },
  now: Temporal.Instant,
): Promise<void> {
  const { tx, organizationId } = tenant;
  const { rows: locked } = await sql<{ tasks: number; isDone: boolean }>`
    SELECT tasks, is_done FROM board_columns
    WHERE organization_id = ${organizationId} AND id = ANY (${[from, to.id].sort()}::uuid[])
    ORDER BY id = ${from} DESC FOR NO KEY UPDATE`.execute(tx);
  const tasks = await boardTasks.all(
    tenant,
    { columnId: from },
    { columns: ['id'], orderBy: ['position'], lock: 'FOR UPDATE' },
  );
  const end = await selectGap(tenant, to.id, {});
  const keys = keysBetween(end!.before, null, tasks.length);
  const isOtherState = locked[0]!.isDone !== to.isDone;
  await addToCounts(
    tenant,
    new Map([
      [from, -locked[0]!.tasks],
      [to.id, locked[0]!.tasks],
    ]),
  );
  await sql`
    UPDATE board_tasks t SET column_id = ${to.id}, position = g.position, version = version + 1, updated_at = ${now},
      completed_at = CASE WHEN ${!isOtherState} THEN completed_at WHEN ${to.isDone} THEN coalesce(completed_at, ${now}) END
    FROM unnest(${tasks.map(({ id }) => id)}::uuid[], ${keys}::text[]) AS g (id, position)
    WHERE t.organization_id = ${organizationId} AND t.id = g.id`.execute(tx);
}

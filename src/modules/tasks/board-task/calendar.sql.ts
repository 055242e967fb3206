import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf } from '#platform/db/table.ts';
import { isVisible } from '../access.sql.ts';
import { type BoardTask, boardTasks, type TaskSeries, taskOccurrences, taskSeries } from '../tables.ts';

export const ENTRIES_MAX = 2_000;
const SERIES_MAX = 200;

export interface Window {
  from: string;
  to: string;
  boardId?: string | undefined;
}

export type Shown = Pick<BoardTask, 'id' | 'boardId' | 'columnId' | 'title' | 'startsAt' | 'dueAt' | 'completedAt'>;

const shownOf = (ctx: TenantContext, { boardId }: { boardId?: string | undefined }) => sql`
  SELECT t.id, t.board_id, t.column_id, t.title, t.starts_at, t.due_at, t.completed_at FROM ${boardTasks.of(ctx)} t
  WHERE t.archived_at IS NULL AND ${isVisible(ctx, sql`t.board_id`)}
    AND ${boardId ? sql`t.board_id = ${boardId}` : sql`true`}`;

/** Tasks that are due in the window, or begin in it. */
export async function selectDated(ctx: TenantContext, window: Window): Promise<Shown[]> {
  const { from, to } = window;
  return rowsOf<Shown>(ctx.tx)`
    ${shownOf(ctx, window)} AND t.due_order >= ${from}::timestamptz AND t.due_order < ${to}::timestamptz
    UNION
    ${shownOf(ctx, window)} AND t.starts_at >= ${from}::timestamptz AND t.starts_at < ${to}::timestamptz
    LIMIT ${ENTRIES_MAX + 1}`;
}

export async function selectShown(ctx: TenantContext, window: Window, ids: string[]): Promise<Map<string, Shown>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<Shown>(ctx.tx)`${shownOf(ctx, window)} AND t.id = ANY (${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export async function selectMadeSince(
  ctx: TenantContext,
  seriesIds: string[],
  from: Temporal.Instant,
): Promise<Set<string>> {
  // Wall times differ from UTC by less than a day.
  const since = from.subtract({ hours: 24 }).toString({ smallestUnit: 'second' });
  const rows = await rowsOf<{ seriesId: string; occurrence: string }>(ctx.tx)`
    SELECT o.series_id, o.occurrence FROM ${taskOccurrences.of(ctx)} o
    WHERE o.series_id = ANY (${seriesIds}::uuid[]) AND o.occurrence >= ${since}`;
  return new Set(rows.map(({ seriesId, occurrence }) => `${seriesId} ${occurrence}`));
}

export async function selectNewest(ctx: TenantContext, seriesIds: string[]): Promise<Map<string, Shown>> {
  const rows = await rowsOf<Shown & { seriesId: string }>(ctx.tx)`
    SELECT DISTINCT ON (t.series_id) t.series_id, t.id, t.board_id, t.column_id, t.title, t.starts_at, t.due_at, t.completed_at
    FROM ${boardTasks.of(ctx)} t WHERE t.series_id = ANY (${seriesIds}::uuid[])
    ORDER BY t.series_id, t.occurrence DESC`;
  return new Map(rows.map((row) => [row.seriesId, row]));
}

/** The series that make a task before the end of a window. */
export const selectComing = (ctx: TenantContext, to: Temporal.Instant, boardId: string | undefined) =>
  rowsOf<TaskSeries>(ctx.tx)`
    SELECT ${taskSeries.columns('s')} FROM ${taskSeries.of(ctx)} s
    WHERE s.next_at < ${to} AND ${isVisible(ctx, sql`s.board_id`)} AND ${boardId ? sql`s.board_id = ${boardId}` : sql`true`}
    ORDER BY s.next_at LIMIT ${SERIES_MAX}`;

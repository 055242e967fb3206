import { sql } from 'kysely';
import { z } from 'zod';
import { hasLabel } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Timestamp } from '#platform/date.ts';
import {
  archived,
  type Counting,
  filter,
  flag,
  isOneOf,
  isSet,
  listOf,
  oneOf,
  oneOfFew,
  search,
  several,
} from '#platform/db/list.ts';
import { rowsOf } from '#platform/db/table.ts';
import { isVisible } from '../access.sql.ts';
import { boardColumns, boardTasks, taskLinks, taskPeople } from '../tables.ts';
import { Priority } from './task.schema.ts';

const hasPerson = (role: 'assignee' | 'watcher') => (userId: unknown, ctx: TenantContext) =>
  sql<boolean>`t.id IN (SELECT p.task_id FROM ${taskPeople.of(ctx)} p WHERE ${isOneOf(sql`p.user_id`, userId)} AND p.role = ${role})`;

export const taskList = listOf(boardTasks, {
  filters: {
    boardId: oneOf('boardId', z.uuid(), 'Tasks of one of these boards.'),
    columnId: oneOf('columnId', z.uuid(), 'With `sort=position`: the column in its order.'),
    search: search('task', 'Beginnings of words of the title, description or labels.'),
    assigneeId: filter(
      several(z.uuid()).optional().describe('Tasks that one of these members does.'),
      hasPerson('assignee'),
    ),
    watcherId: filter(
      several(z.uuid()).optional().describe('Tasks that one of these members watches.'),
      hasPerson('watcher'),
    ),
    priority: oneOfFew('priority', Priority),
    label: hasLabel,
    parentId: oneOf('parentId', z.uuid(), 'The parts of a task.'),
    seriesId: oneOf('seriesId', z.uuid(), 'The tasks of a recurrence.'),
    entityId: filter(
      several(z.uuid()).optional().describe('Tasks that link to this invoice, contact or other thing.'),
      (value, ctx) =>
        sql`t.id IN (SELECT l.task_id FROM ${taskLinks.of(ctx)} l WHERE ${isOneOf(sql`l.entity_id`, value)})`,
    ),
    completed: isSet('completedAt', 'Completed tasks, or open ones.'),
    overdue: filter(
      z.boolean().optional().describe('Open tasks whose due time has passed, or all others.'),
      (overdue, ctx) => {
        const isOverdue = sql`(t.completed_at IS NULL AND t.due_at IS NOT NULL AND t.due_order < ${ctx.now})`;
        return overdue ? isOverdue : sql`NOT ${isOverdue}`;
      },
    ),
    dueFrom: filter(
      Timestamp.optional().describe('Due at this time or later.'),
      (from) => sql`t.due_order >= ${from}::timestamptz`,
    ),
    dueTo: filter(
      Timestamp.optional().describe('Due at this time or before.'),
      (to) => sql`t.due_order <= ${to}::timestamptz`,
    ),
    private: flag('isPrivate', 'Private tasks only, or the others.'),
    archived,
  },
  where: (ctx) => isVisible(ctx, sql`t.board_id`),
  sort: { created: 'createdAt', due: 'dueOrder', position: 'position', title: 'title' },
  order: '-created',
});

type Query = z.output<typeof taskList.query>;
const PAGING = ['sort', 'page', 'itemsPerPage', 'cursor', 'count', 'archived', 'boardId', 'columnId'];

/** Columns know how many tasks they have: a column or a board without other filters is not counted row by row. */
export function countingOf(ctx: TenantContext, query: Query): Counting | undefined {
  const { boardId, columnId, archived } = query;
  const isFiltered = Object.entries(query).some(([name, value]) => value !== undefined && !PAGING.includes(name));
  const isOne = typeof boardId === 'string' || typeof columnId === 'string';
  if (isFiltered || archived || !isOne || Array.isArray(boardId) || Array.isArray(columnId)) return undefined;
  const count = async (limit: number | null): Promise<number> => {
    const rows = await rowsOf<{ tasks: number }>(ctx.tx)`
      SELECT coalesce(sum(c.tasks), 0)::int AS tasks FROM ${boardColumns.of(ctx)} c
      WHERE ${columnId ? sql`c.id = ${columnId}` : sql`true`} AND ${boardId ? sql`c.board_id = ${boardId}` : sql`true`}
        AND ${isVisible(ctx, sql`c.board_id`)}`;
    return limit === null ? rows[0]!.tasks : Math.min(rows[0]!.tasks, limit);
  };
  return { upTo: Number.MAX_SAFE_INTEGER, count };
}

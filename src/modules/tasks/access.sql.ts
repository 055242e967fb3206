import { type RawBuilder, sql } from 'kysely';
import { mayAlso } from '#platform/auth/permission.ts';
import type { Viewer } from '#platform/entity-kind.ts';
import { boardMembers, boardTasks } from './tables.ts';

/** A condition: the caller sees the board with this id. */
export const isVisible = (ctx: Viewer, boardId: RawBuilder<unknown>) =>
  mayAlso(ctx, 'boards:read')
    ? sql<boolean>`true`
    : sql<boolean>`${boardId} IN (SELECT m.board_id FROM ${boardMembers.of(ctx)} m WHERE m.user_id = ${ctx.userId})`;

/** The same for whom some boards are hidden. Null: the caller sees all of them. */
export const isBoardSeen = (ctx: Viewer, boardId: RawBuilder<unknown>) =>
  mayAlso(ctx, 'boards:read') ? null : isVisible(ctx, boardId);

/** The same for the board of a task. */
export const isTaskSeen = (ctx: Viewer, taskId: RawBuilder<unknown>) =>
  mayAlso(ctx, 'boards:read')
    ? null
    : sql<boolean>`${taskId} IN (SELECT s.id FROM ${boardTasks.of(ctx)} s WHERE ${isVisible(ctx, sql`s.board_id`)})`;

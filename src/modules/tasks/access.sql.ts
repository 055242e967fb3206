import { type RawBuilder, sql } from 'kysely';
import { mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { boardMembers } from './tables.ts';

/** A condition: the caller sees the board with this id. */
export const isVisible = (ctx: TenantContext, boardId: RawBuilder<unknown>) =>
  mayAlso(ctx, 'boards:read')
    ? sql<boolean>`true`
    : sql<boolean>`${boardId} IN (SELECT m.board_id FROM ${boardMembers.of(ctx)} m WHERE m.user_id = ${ctx.userId})`;

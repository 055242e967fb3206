import { Forbidden, mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import type { EntityKind, Viewer } from '#platform/entity-kind.ts';
import { NotFound, type Refusal, unknownReference } from '#platform/refusal.ts';
import { isBoardSeen, isTaskSeen } from './access.sql.ts';
import { selectVisible } from './board-task/task.sql.ts';
import { type Board, type BoardMember, boardMembers, boards } from './tables.ts';

export type BoardRole = BoardMember['role'];

const ranks: Record<BoardRole, number> = { viewer: 0, editor: 1, admin: 2 };

/** The role in which the caller works on a board; null: the board is hidden from them. */
async function roleOn(ctx: Viewer, boardId: string): Promise<BoardRole | null> {
  if (mayAlso(ctx, 'boards:write')) return 'admin';
  const member = ctx.userId === null ? undefined : await boardMembers.find(ctx, { boardId, userId: ctx.userId });
  return member?.role ?? (mayAlso(ctx, 'boards:read') ? 'viewer' : null);
}

async function checkRole(ctx: TenantContext, boardId: string, least: BoardRole, hidden: () => Refusal): Promise<void> {
  const role = await roleOn(ctx, boardId);
  if (role === null) throw hidden();
  if (ranks[role] < ranks[least]) throw Forbidden(`This needs the role ${least} on the board.`);
}

/** The board, if the caller works on it in this role or a higher one. A board of others does not exist for them. */
export async function requireBoard(ctx: TenantContext, boardId: string, least: BoardRole): Promise<Board> {
  const [board] = await Promise.all([boards.get(ctx, boardId), checkRole(ctx, boardId, least, () => NotFound())]);
  return board;
}

/** The same for the board of something that was found by its own id. */
export const requireRole = (ctx: TenantContext, { boardId }: { boardId: string }, least: BoardRole): Promise<void> =>
  checkRole(ctx, boardId, least, () => NotFound());

/** The same for a board that a body refers to. */
export const requireRoleAt = (
  ctx: TenantContext,
  { boardId }: { boardId: string },
  least: BoardRole,
  path: string,
): Promise<void> => checkRole(ctx, boardId, least, () => unknownReference(path, 'This'));

/** Boards and tasks as things that others refer to. Those of a hidden board are hidden. */
export const boardKinds: EntityKind[] = [
  { field: 'taskId', exists: async (ctx, id) => (await selectVisible(ctx, [id])).has(id), isSeen: isTaskSeen },
  {
    field: 'boardId',
    exists: async (ctx, id) => (await boards.exists(ctx, id)) && (await roleOn(ctx, id)) !== null,
    isSeen: isBoardSeen,
  },
];

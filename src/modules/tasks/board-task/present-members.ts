import type { TenantContext } from '#platform/context.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { boardMembers } from '../tables.ts';

/**
 * Those of these people who are members of the board, and active ones of the organization: nobody would do the task of a member who
 * left, and a creator who is not on the board does not watch it.
 */
export async function presentMembers(ctx: TenantContext, boardId: string, userIds: string[]): Promise<string[]> {
  const [members, active] = await Promise.all([
    boardMembers.all(ctx, { boardId, userId: userIds }),
    selectActiveMembers(ctx, userIds),
  ]);
  return members.map(({ userId }) => userId).filter((userId) => active.has(userId));
}

import { permissionsOf } from '#modules/roles.ts';
import { allows } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectRights } from '#platform/members.sql.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';

export const MemberMayNotAnswer = refusal(
  'member_may_not_answer',
  'This member may not write in conversations: choose another one, or give them `chats:write`.',
);

/** Whether those of these people who are active members may write in conversations. */
async function readAnswerers(ctx: TenantContext, userIds: string[]): Promise<Map<string, boolean>> {
  const members = await selectRights(ctx, [...new Set(userIds)]);
  return new Map(
    members.map(({ userId, role, permissions }) => [userId, allows(permissionsOf(role, permissions), 'chats:write')]),
  );
}

/** Those of these people who are active members and may write in conversations. */
export async function selectAnswerers(ctx: TenantContext, userIds: string[]): Promise<Set<string>> {
  const may = await readAnswerers(ctx, userIds);
  return new Set(userIds.filter((userId) => may.get(userId)));
}

/** Refuses the first of these people who cannot have a conversation. */
export async function requireAnswerers(ctx: TenantContext, wanted: { userId: string; path: string }[]): Promise<void> {
  const may = await readAnswerers(
    ctx,
    wanted.map(({ userId }) => userId),
  );
  for (const { userId, path } of wanted) {
    if (!may.has(userId)) throw unknownReference(path, 'This member');
    if (!may.get(userId)) throw MemberMayNotAnswer.at(path);
  }
}

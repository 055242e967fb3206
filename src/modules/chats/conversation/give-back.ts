import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { conversations } from '../tables.ts';
import { chooseSuccessor } from './assignment.ts';
import { assignConversation } from './state.ts';

const AT_ONCE = 100;

/** Gives the conversations of a member who left to others, by the rule of their channels, or to nobody. */
export const giveBackConversations = tenantJob({
  name: 'chats/give-back-conversations',
  payload: { userId: z.uuid() },
  run: async (steps, { userId }) => {
    while (!steps.signal.aborted && (await steps.transaction((ctx) => giveBackSome(ctx, userId))));
    steps.signal.throwIfAborted();
  },
});

/** Answers whether more may be left. */
async function giveBackSome(ctx: TenantContext, userId: string): Promise<boolean> {
  // They may have come back in the meantime.
  if ((await selectActiveMembers(ctx, [userId])).has(userId)) return false;
  const held = await conversations.all(
    ctx,
    { userId, state: ['open', 'snoozed'] },
    { orderBy: ['id'], limit: AT_ONCE, lock: 'FOR UPDATE' },
  );
  for (const conversation of held) {
    const owner = { userId: await chooseSuccessor(ctx, conversation), botId: null };
    await assignConversation(ctx, conversation, owner, { kind: 'system', reason: 'member_left' });
  }
  return held.length === AT_ONCE;
}

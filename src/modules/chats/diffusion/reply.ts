import type { TenantContext } from '#platform/context.ts';
import type { ArrivedMessages } from '../hooks.ts';
import { markReplied, selectAwaitingReply } from './recipients.sql.ts';

/** An answer is counted for a diffusion within this time. */
const REPLIED_WITHIN = { hours: 7 * 24 };

/** Counts the first message of each customer after a diffusion as the answer to it. */
export async function noteReplies(ctx: TenantContext, arrived: ArrivedMessages[]): Promise<void> {
  const since = ctx.now.subtract(REPLIED_WITHIN);
  const ids = arrived.map(({ conversation }) => conversation.id);
  const awaited = await selectAwaitingReply(ctx, ids, since);
  for (const { conversation, messages } of arrived) {
    if (!awaited.has(conversation.id)) continue;
    const reply = messages.find(({ replyToId }) => replyToId !== null) ?? messages[0]!;
    await markReplied(ctx, {
      conversationId: conversation.id,
      messageId: reply.id,
      replyToId: reply.replyToId,
      at: reply.at,
      since,
    });
  }
}

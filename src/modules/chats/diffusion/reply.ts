import type { TenantContext } from '#platform/context.ts';
import type { ArrivedMessages } from '../hooks.ts';
import { markReplied } from './recipients.sql.ts';

/** An answer is counted for a diffusion within this time. */
const REPLIED_WITHIN = { hours: 7 * 24 };

/** Counts the first message of a customer after a diffusion as the answer to it. */
export async function noteReply(
  ctx: TenantContext,
  { channel, conversation, messages }: ArrivedMessages,
): Promise<void> {
  if (channel.kind !== 'msgapp') return;
  const reply = messages.find(({ replyToId }) => replyToId !== null) ?? messages[0]!;
  await markReplied(ctx, {
    conversationId: conversation.id,
    messageId: reply.id,
    replyToId: reply.replyToId,
    at: reply.at,
    since: ctx.now.subtract(REPLIED_WITHIN),
  });
}

import { z } from 'zod';
import { tenantJob } from '#platform/jobs/job.ts';
import { messagingOf } from '../channel/credentials.ts';
import { channels, conversations } from '../tables.ts';

/** Shows the customer that their last message was read, and whether an answer is being written. Of no consequence if it fails. */
export const markRead = tenantJob({
  name: 'chats/mark-read',
  queue: 'deliveries',
  payload: { conversationId: z.uuid(), typing: z.boolean() },
  attempts: 1,
  timeoutSeconds: 60,
  run: async (steps, { conversationId, typing }) => {
    const found = await steps.transaction(async (ctx) => {
      const conversation = await conversations.find(ctx, conversationId);
      const channel = conversation && (await channels.get(ctx, conversation.channelId));
      if (channel?.kind !== 'msgapp' || channel.state === 'paused' || !conversation?.lastInboundId) return null;
      return { provider: messagingOf(ctx, channel), messageId: conversation.lastInboundId };
    });
    await found?.provider.markRead(found.messageId, typing).catch((error: unknown) => {
      steps.log.warn({ err: error, conversationId }, 'a conversation could not be marked as read');
    });
  },
});

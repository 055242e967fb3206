import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { sendEmail } from '../message/email.ts';
import { beginNext } from '../message/outbox.ts';
import { channels, messages } from '../tables.ts';
import { selectHeldConversations } from './channel.sql.ts';

const AT_ONCE = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Sends what waited in a channel that was resumed, one batch in each transaction, until nothing waits. */
export const sendHeld = tenantJob({
  name: 'chats/send-held',
  payload: { channelId: z.uuid() },
  run: async (steps, { channelId }) => {
    for (let after: string | null = FIRST; after !== null && !steps.signal.aborted; ) {
      const place: string = after;
      after = await steps.transaction((ctx) => sendBatch(ctx, channelId, place));
    }
    // The rest is left to the next attempt.
    steps.signal.throwIfAborted();
  },
});

/** Answers where the next batch begins; null: this was the last one, or the channel is paused again. */
async function sendBatch(ctx: TenantContext, channelId: string, after: string): Promise<string | null> {
  const channel = await channels.find(ctx, channelId);
  if (channel?.state !== 'active') return null;
  const held = await selectHeldConversations(ctx, { channelId, after, limit: AT_ONCE });
  if (channel.kind === 'email') {
    const letters = await messages.all(
      ctx,
      { conversationId: held, status: 'queued' },
      { orderBy: ['conversationId', 'seq'], columns: ['id'] },
    );
    for (const { id } of letters) ctx.enqueue(sendEmail, { messageId: id }, { group: channelId });
  } else for (const conversationId of held) await beginNext(ctx, conversationId);
  return held.length === AT_ONCE ? held.at(-1)! : null;
}

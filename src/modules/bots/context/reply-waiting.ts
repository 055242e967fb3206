import { z } from 'zod';
import { lockConversation, sendMessage } from '#modules/chats/index.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { contextRequests, contextWaiters, training, trainingVersions } from '../tables.ts';

const AT_ONCE = 100;

/** Sends the answer to a context request into the conversations that wait for it and that nobody has taken over. */
export const replyWaiting = tenantJob({
  name: 'bots/reply-waiting',
  payload: { requestId: z.uuid() },
  run: async (steps, { requestId }) => {
    const answer = await steps.transaction(async (ctx) => {
      const request = await contextRequests.find(ctx, { id: requestId, state: 'answered' });
      const entry = request?.trainingId ? await training.find(ctx, request.trainingId) : undefined;
      if (!request || !entry) return null;
      const version = await trainingVersions.get(ctx, { trainingId: entry.id, number: entry.newestVersion });
      const by = request.answeredBy
        ? ({ kind: 'user', userId: request.answeredBy } as const)
        : ({ kind: 'system' } as const);
      return { botId: request.botId, text: version.content, by };
    });
    if (!answer) return;
    for (;;) {
      const waiting = await steps.transaction((ctx) => contextWaiters.all(ctx, { requestId }, { limit: AT_ONCE }));
      if (waiting.length === 0) return;
      for (const { conversationId } of waiting)
        await steps.transaction(async (ctx) => {
          const conversation = await lockConversation(ctx, conversationId);
          // Deleted in the transaction that sends, so that nobody gets the answer twice.
          if ((await contextWaiters.delete(ctx, { requestId, conversationId })) === 0) return;
          const { botId } = conversation;
          const isTaken = conversation.userId !== null || (botId !== null && botId !== answer.botId);
          if (isTaken || conversation.state !== 'open') return;
          // Where the bot gave the conversation back and nobody took it, the answer is that of the person who wrote it.
          const by = botId === null ? answer.by : ({ kind: 'bot', botId } as const);
          const sent = await ctx.attempt((part) => sendMessage(part, { conversationId, text: answer.text, by }));
          if (sent.status === 'rejected' && !(sent.reason instanceof Refusal)) throw sent.reason;
        });
    }
  },
});

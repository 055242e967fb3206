import { createHash } from 'node:crypto';
import { z } from 'zod';
import { lockConversation, sendMessage } from '#modules/chats/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { refusal } from '#platform/refusal.ts';
import { wordsOf } from '#platform/search/words.ts';
import { shortened } from '#platform/text.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { type ContextRequest, contextRequests, contextWaiters, training, trainingVersions } from '../tables.ts';
import { addTraining } from '../training/training.ts';
import type { ContextAnswer } from './context.schema.ts';
import { countQuestion, countWaiting } from './context.sql.ts';

export const AlreadyAnswered = refusal(
  'already_answered',
  'The question was already answered or dismissed: read the list again.',
  409,
);

const QUESTION_LENGTH_MAX = 2_000;
const TITLE_LENGTH_MAX = 500;

/** Queues a question that the bot could not answer. The same words asked again count on the same request. */
export async function requestContext(ctx: TenantContext, botId: string, question: string): Promise<string> {
  const questionKey = createHash('sha256').update(wordsOf(question).join(' ')).digest();
  return countQuestion(ctx, {
    id: newId(),
    botId,
    question: shortened(question.trim() || '—', QUESTION_LENGTH_MAX),
    questionKey,
    at: ctx.now,
  });
}

/** Answers or dismisses a question. An answer becomes an approved training entry. */
export async function answerContext(ctx: TenantContext, given: z.output<typeof ContextAnswer>) {
  const open = await contextRequests.lock(ctx, given.id);
  if (open.state !== 'open') throw AlreadyAnswered();
  const entry =
    given.answer === null
      ? null
      : await addTraining(ctx, {
          kind: 'question',
          botId: open.botId,
          title: given.question ?? shortened(open.question, TITLE_LENGTH_MAX),
          content: given.answer,
          approved: true,
        });
  const answered = await contextRequests.update(ctx, open.id, {
    state: entry ? 'answered' : 'dismissed',
    trainingId: entry?.id ?? null,
    answeredBy: ctx.userId,
    answeredAt: ctx.now,
    updatedAt: ctx.now,
  });
  const [request] = await describeRequests(ctx, [answered]);
  const replies = entry && given.reply ? request!.waiting : 0;
  if (replies > 0) ctx.enqueue(replyWaiting, { requestId: answered.id });
  return { request: request!, training: entry, replies };
}

export async function describeRequests(ctx: TenantContext, requests: ContextRequest[]) {
  const ids = requests.map(({ id }) => id);
  const waiting = await countWaiting(ctx, ids);
  return requests.map(({ questionKey: _key, ...request }) => ({ ...request, waiting: waiting.get(request.id) ?? 0 }));
}

const AT_ONCE = 100;

/** Sends the answer to a context request into the conversations that wait for it and that nobody has taken over. */
export const replyWaiting = tenantJob({
  name: 'bots/reply-waiting',
  payload: { requestId: z.uuid() },
  run: async (steps, { requestId }) => {
    const answer = await steps.transaction((ctx) => findAnswer(ctx, requestId));
    if (!answer) return;
    for (;;) {
      const waiting = await steps.transaction((ctx) => contextWaiters.all(ctx, { requestId }, { limit: AT_ONCE }));
      if (waiting.length === 0) return;
      for (const waiter of waiting) await steps.transaction((ctx) => reply(ctx, waiter, answer));
    }
  },
});

interface Answer {
  botId: string;
  text: string;
  by: { kind: 'user'; userId: string } | { kind: 'system' };
}

async function findAnswer(ctx: TenantContext, requestId: string): Promise<Answer | null> {
  const request = await contextRequests.find(ctx, { id: requestId, state: 'answered' });
  const entry = request?.trainingId ? await training.find(ctx, request.trainingId) : undefined;
  if (!request || !entry) return null;
  const version = await trainingVersions.get(ctx, { trainingId: entry.id, number: entry.newestVersion });
  const by: Answer['by'] = request.answeredBy ? { kind: 'user', userId: request.answeredBy } : { kind: 'system' };
  return { botId: request.botId, text: version.content, by };
}

async function reply(
  ctx: TenantContext,
  { requestId, conversationId }: { requestId: string; conversationId: string },
  answer: Answer,
): Promise<void> {
  const conversation = await lockConversation(ctx, conversationId);
  // Deleted in the transaction that sends, so that nobody gets the answer twice.
  if ((await contextWaiters.delete(ctx, { requestId, conversationId })) === 0) return;
  const { botId } = conversation;
  const isTaken = conversation.userId !== null || (botId !== null && botId !== answer.botId);
  if (isTaken || conversation.state !== 'open') return;
  // Where the bot gave the conversation back and nobody took it, the answer is that of the person who wrote it.
  const by = botId === null ? answer.by : ({ kind: 'bot', botId } as const);
  await unlessRefused(ctx, (part) => sendMessage(part, { conversationId, text: answer.text, by }));
}

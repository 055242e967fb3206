import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { wordsOf } from '#platform/search/words.ts';
import { shortened } from '#platform/text.ts';
import { type ContextRequest, contextRequests } from '../tables.ts';
import { addTraining } from '../training/training.ts';
import type { ContextAnswer } from './context.schema.ts';
import { countQuestion, countWaiting } from './context.sql.ts';
import { replyWaiting } from './reply-waiting.ts';

export const AlreadyAnswered = refusal(
  409,
  'already_answered',
  'The question was already answered or dismissed: read the list again.',
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
  const waiting = await countWaiting(
    ctx,
    requests.map(({ id }) => id),
  );
  return requests.map(({ questionKey: _key, ...request }) => ({ ...request, waiting: waiting.get(request.id) ?? 0 }));
}

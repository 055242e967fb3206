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
import { countQuestion } from './context.sql.ts';

export const AlreadyAnswered = refusal(409, 'already_answered', 'The question was already answered or dismissed.');

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
  const request = await contextRequests.lock(ctx, given.id);
  if (request.state !== 'open') throw AlreadyAnswered();
  const entry =
    given.answer === null
      ? null
      : await addTraining(ctx, {
          kind: 'question',
          botId: request.botId,
          title: given.question ?? shortened(request.question, TITLE_LENGTH_MAX),
          content: given.answer,
          approved: true,
        });
  const answered = await contextRequests.update(ctx, request.id, {
    state: entry ? 'answered' : 'dismissed',
    trainingId: entry?.id ?? null,
    answeredBy: ctx.userId,
    answeredAt: ctx.now,
    updatedAt: ctx.now,
  });
  return { request: describeRequest(answered), training: entry };
}

export const describeRequest = ({ questionKey: _key, ...request }: ContextRequest) => request;

import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { givenFields } from '#platform/http/change.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { type Conversation, cannedAnswers } from '../tables.ts';
import type { CannedAnswerChange, NewCannedAnswer } from './message.schema.ts';
import { fillInFor, requireVariablesOfConversation } from './variables.ts';

export const ShortcutTaken = refusal(
  'shortcut_taken',
  'Another canned answer has this shortcut: choose a different one.',
  409,
);

const refuseTaken = onViolation('canned_answers_shortcut', () => ShortcutTaken.at('body.shortcut', 'taken'));

export async function createCannedAnswer(ctx: TenantContext, given: z.output<typeof NewCannedAnswer>) {
  requireVariablesOfConversation(given.text, 'body.text');
  return cannedAnswers.insert(ctx, given).catch(refuseTaken);
}

export async function changeCannedAnswer(
  ctx: TenantContext,
  { id, version, ...fields }: z.output<typeof CannedAnswerChange>,
) {
  requireVariablesOfConversation(fields.text, 'body.text');
  await cannedAnswers.lock(ctx, id, version);
  return cannedAnswers.change(ctx, id, { ...givenFields(fields), updatedAt: ctx.now }).catch(refuseTaken);
}

/** The text of a canned answer for one conversation. A variable without a value stays empty. */
export async function fillInAnswer(ctx: TenantContext, id: string, conversation: Conversation): Promise<string> {
  const answer = await cannedAnswers.find(ctx, id);
  if (!answer) throw unknownReference('body.cannedAnswerId', 'The canned answer');
  return fillInFor(ctx, answer.text, conversation);
}

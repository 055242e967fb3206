import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/database.ts';
import { givenFields } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { type Conversation, cannedAnswers } from '../tables.ts';
import type { CannedAnswerChange, NewCannedAnswer } from './message.schema.ts';
import { contactVariables, fillVariables, ownVariables } from './variables.ts';

export const ShortcutTaken = refusal(
  409,
  'shortcut_taken',
  'Another canned answer has this shortcut: choose a different one.',
);

const refuseTaken = onViolation('canned_answers_shortcut', () => ShortcutTaken.at('body.shortcut', 'taken'));

export const createCannedAnswer = (ctx: TenantContext, given: z.output<typeof NewCannedAnswer>) =>
  cannedAnswers
    .insert(ctx, { ...given, id: newId(), createdBy: ctx.userId, createdAt: ctx.now, updatedAt: ctx.now })
    .catch(refuseTaken);

export async function changeCannedAnswer(
  ctx: TenantContext,
  { id, version, ...fields }: z.output<typeof CannedAnswerChange>,
) {
  await cannedAnswers.lock(ctx, id, version);
  return cannedAnswers.update(ctx, id, { ...givenFields(fields), updatedAt: ctx.now }).catch(refuseTaken);
}

/** The text of a canned answer for one conversation. A variable that nobody knows stays empty. */
export async function fillInAnswer(ctx: TenantContext, id: string, conversation: Conversation): Promise<string> {
  const answer = await cannedAnswers.find(ctx, id);
  if (!answer) throw unknownReference('body.cannedAnswerId', 'The canned answer');
  const own = await ownVariables(ctx);
  const known = conversation.contactId
    ? await contactVariables(ctx, [conversation.contactId])
    : new Map<string, never>();
  const contact = known.get(conversation.contactId ?? '') ?? { 'contact.name': conversation.name };
  return fillVariables(answer.text, { ...own, ...contact });
}

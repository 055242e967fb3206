import type { z } from 'zod';
import { requireContact } from '#modules/contacts/index.ts';
import { requireTask } from '#modules/tasks/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { readSomeAnswers } from '../submission/answers.ts';
import { AnswersInvalid, factsFor } from '../submission/submit.ts';
import type { NewFormLink } from './form.schema.ts';
import { urlOf } from './form.ts';
import { findPublished } from './published.ts';
import { newPrefill } from './visitor.ts';

const TOKEN_LENGTH_MAX = 4000;

export async function createFormLink(
  ctx: TenantContext,
  formId: string,
  given: z.output<typeof NewFormLink>,
  expiresAt: Temporal.Instant,
): Promise<{ url: string; token: string }> {
  const published = await findPublished(ctx, formId);
  if (!published) throw NotFound('The form does not exist, or was never published.');
  const facts = await factsFor(ctx);
  const { answers, errors } = readSomeAnswers(published.definition, given.answers, facts, 'body.answers');
  if (errors.length > 0) throw AnswersInvalid(errors[0]!.message, { errors });
  const contact = given.contactId ? await requireContact(ctx, given.contactId, 'body.contactId') : null;
  if (given.taskId && !published.definition.makes?.task)
    throw AnswersInvalid.at('body.taskId', 'invalid', 'The published form makes no task.');
  const task = given.taskId ? await requireTask(ctx, given.taskId, { role: 'editor' }) : null;
  const content = { answers, locked: given.locked, contactId: contact?.id ?? null, taskId: task?.id ?? null };
  const token = newPrefill(ctx, formId, content, expiresAt);
  if (token.length > TOKEN_LENGTH_MAX)
    throw AnswersInvalid.at('body.answers', 'too_big', 'These answers are too long for a link.');
  return { url: `${urlOf(ctx, published.form)}?prefill=${token}`, token };
}

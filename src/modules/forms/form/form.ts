import type { z } from 'zod';
import { grantCapability } from '#platform/auth/capability.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { onViolation } from '#platform/db/violation.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { type Form, forms, formVersions } from '../tables.ts';
import { checkDefinition } from './check-definition.ts';
import type { FormDefinition, Text } from './definition.schema.ts';
import type { FormChange, NewForm } from './form.schema.ts';

export const TooManySubmissions = refusal(
  'too_many_submissions',
  'The form already has more submissions than this limit: choose a higher one.',
);
export const FORM_CAPABILITY = 'form';
export const SEARCHED_AS = 'form';

export const anyText = (text: Text): string => (typeof text === 'string' ? text : (text.es ?? text.en!));

export async function createForm(ctx: TenantContext, given: z.output<typeof NewForm>) {
  const { definition, publish, name = anyText(definition.title), ...limits } = given;
  await checkDefinition(ctx, definition, 'body.definition');
  const id = newId();
  const opens = { organizationId: ctx.organizationId, kind: FORM_CAPABILITY, entityId: id };
  const publicId = await grantCapability(ctx, opens, { prefix: 'form' });
  const form = await forms.insert(ctx, {
    ...limits,
    id,
    publicId,
    name: name.slice(0, 200),
    draft: definition,
  });
  await index(ctx, form);
  return describeForm(ctx, publish ? await publishDraft(ctx, form) : form);
}

/** Saves the draft and the limits. Only `publish` changes what visitors see. */
export async function changeForm(ctx: TenantContext, id: string, given: z.output<typeof FormChange>) {
  const { version, definition, publish, ...change } = given;
  const before = await forms.lock(ctx, id, version);
  if (definition) await checkDefinition(ctx, definition, 'body.definition');
  const draft = definition && { draft: definition, hasChanges: true };
  const after = await forms.change(ctx, id, { ...change, ...draft, updatedAt: ctx.now }).catch(refuseFull);
  if (after.name !== before.name) await index(ctx, after);
  return describeForm(ctx, publish && after.hasChanges ? await publishDraft(ctx, after) : after);
}

const index = (ctx: TenantContext, { id, name }: Form): Promise<void> => indexText(ctx, SEARCHED_AS, id, [name]);

const refuseFull = onViolation('forms_full', () => TooManySubmissions.at('body.submissionsMax', 'out_of_range'));

async function publishDraft(ctx: TenantContext, form: Form): Promise<Form> {
  const number = (form.publishedVersion ?? 0) + 1;
  // References of the draft may have been deleted since it was saved.
  await checkDefinition(ctx, form.draft, 'body.definition');
  await formVersions.insert(ctx, {
    formId: form.id,
    number,
    definition: form.draft,
    publishedBy: ctx.userId,
    publishedAt: ctx.now,
  });
  return forms.update(ctx, form.id, { publishedVersion: number, hasChanges: false, version: form.version });
}

export const urlOf = ({ publicUrl }: { publicUrl: string }, { publicId }: Pick<Form, 'publicId'>): string =>
  `${publicUrl}/v1/forms/${publicId}`;

export function stateOf(ctx: Pick<TenantContext, 'now'>, form: Form): 'draft' | 'open' | 'closed' | 'full' {
  if (form.publishedVersion === null) return 'draft';
  if (form.closesAt !== null && !isAfter(form.closesAt, ctx.now)) return 'closed';
  return form.submissionsMax !== null && form.submissionCount >= form.submissionsMax ? 'full' : 'open';
}

export const summarizeForm = (ctx: TenantContext, form: Form) => ({
  ...form,
  url: urlOf(ctx, form),
  state: stateOf(ctx, form),
});

/** The forms that visitors may fill in, in the order of the ids. */
export async function findOpenForms(ctx: TenantContext, ids: string[]) {
  const found = await forms.all(ctx, { id: ids });
  return ids.flatMap((id) => {
    const form = found.find((each) => each.id === id);
    return form && stateOf(ctx, form) === 'open' ? [{ id, name: form.name, url: urlOf(ctx, form) }] : [];
  });
}

export const describeForm = (ctx: TenantContext, form: Form) => ({
  ...summarizeForm(ctx, form),
  definition: form.draft,
});

/** The part of a definition that visitors see. */
export const publicPart = ({ makes: _, ...definition }: FormDefinition) => definition;

import { findResources, pricesFor } from '#modules/catalog/index.ts';
import { brandOf } from '#modules/invoicing/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import { resolveCapability } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { orNotFound, refusal } from '#platform/refusal.ts';
import { type Form, forms, formVersions } from '../tables.ts';
import { type FormDefinition, fieldsOf } from './definition.schema.ts';
import type { PublicForm } from './form.schema.ts';
import { FORM_CAPABILITY, publicPart, stateOf } from './form.ts';
import { newSubmissionKey, newVisitor, PROOF_BITS, readPrefill } from './visitor.ts';

export const FormClosed = refusal(
  'form_closed',
  'The form takes no more submissions: ask the organization that published it.',
  410,
);

/** A form with the version that visitors see. */
export interface PublishedForm {
  form: Form;
  formVersion: number;
  definition: FormDefinition;
}

/** Opens a published form by its public id. A caller who belongs to the organization acts as themselves. */
export async function openForm(ctx: WorkContext, publicId: string): Promise<PublishedForm & { ctx: TenantContext }> {
  const opened = orNotFound(await resolveCapability(ctx, publicId, FORM_CAPABILITY));
  const { organizationId, entityId } = opened;
  const isMember = ctx.caller?.organization?.id === organizationId;
  const tenant = await ctx.enter(organizationId, isMember ? ctx.caller!.actor : undefined);
  const published = orNotFound(await findPublished(tenant, entityId));
  return { ...published, ctx: tenant };
}

/** The form with this id as visitors see it; undefined if there is none, or it was never published. */
export async function findPublished(ctx: TenantContext, formId: string): Promise<PublishedForm | undefined> {
  const form = await forms.find(ctx, formId);
  if (!form || form.publishedVersion === null) return undefined;
  const { definition } = await formVersions.get(ctx, { formId, number: form.publishedVersion });
  return { form, formVersion: form.publishedVersion, definition };
}

export function requireOpen(ctx: TenantContext, form: Form): void {
  const state = stateOf(ctx, form);
  if (state !== 'open')
    throw FormClosed(state === 'full' ? 'The form has all the submissions that it takes.' : undefined);
}

/** Everything that a page or a program needs to fill in the form. */
export async function describePublished(
  ctx: TenantContext,
  { form, formVersion, definition }: PublishedForm,
  prefill?: string,
): Promise<PublicForm> {
  const [organization, products, { decimalSeparator }] = await Promise.all([
    brandOf(ctx),
    offeredProducts(ctx, definition),
    readSettings(ctx, generalSettings),
  ]);
  const state = stateOf(ctx, form);
  return {
    formId: form.publicId,
    formVersion,
    state: state === 'draft' ? 'closed' : state,
    organization,
    currency: ctx.currency,
    decimalSeparator,
    today: ctx.today.toString(),
    definition: publicPart(definition),
    products,
    prefill: prefill === undefined ? null : readPrefill(ctx, form.id, prefill),
    visitor: newVisitor(ctx, form.id),
    submissionKey: newSubmissionKey(),
    proofBits: PROOF_BITS,
  };
}

async function offeredProducts(ctx: TenantContext, definition: FormDefinition) {
  const ids = [
    ...new Set(fieldsOf(definition).flatMap((field) => (field.type === 'product' ? field.resourceIds : []))),
  ];
  if (ids.length === 0) return [];
  const ask = { quantity: '1', date: ctx.today.toString(), currency: ctx.currency };
  const [found, prices] = await Promise.all([
    findResources(ctx, ids),
    pricesFor(
      ctx,
      ids.map((resourceId) => ({ resourceId, ...ask })),
    ),
  ]);
  return ids.flatMap((resourceId, place) => {
    const resource = found.get(resourceId);
    if (!resource || resource.archivedAt !== null) return [];
    return { resourceId, name: resource.name, unitPrice: prices[place]!.unitPrice };
  });
}

import { findOrganization, generalSettings, ownTaxId, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatDate } from '#platform/format.ts';
import { refusal } from '#platform/refusal.ts';
import { type FieldSources, fillInFields } from '../hooks.ts';
import { fieldsIn, mapNodes, type RichText, refuseLarge } from './content.ts';

export const FieldsMissing = refusal(
  'template_fields_missing',
  'The template has fields that nothing fills: give their values.',
);

/** Fills the fields of a template. Values are text nodes, so nothing in them becomes a link or a mark. */
export async function fillTemplate(
  ctx: TenantContext,
  template: RichText,
  { values = {}, ...sources }: FieldSources & { values?: Record<string, string> | undefined },
): Promise<RichText> {
  const known = await ownFields(ctx);
  await fillInFields(ctx, sources, known);
  for (const [name, value] of Object.entries(values)) known.set(name, value);
  refuseMissing(fieldsIn(template).filter((name) => !known.get(name)));
  const filled = mapNodes(template, (node) => {
    if (node.type !== 'mention') return node;
    return { type: 'text', text: known.get(String(node.attrs!.id))!, ...(node.marks && { marks: node.marks }) };
  });
  refuseLarge(filled);
  return filled;
}

function refuseMissing(names: string[]): void {
  if (names.length === 0) return;
  const message = 'Nothing fills this field.';
  const errors = names.map((name) => ({ path: `body.values.${name}`, code: 'required', message }));
  throw FieldsMissing(`Nothing fills ${names.join(', ').slice(0, 500)}.`, { errors });
}

/** Values that every document of the organization can take. */
async function ownFields(ctx: TenantContext): Promise<Map<string, string | null>> {
  const [organization, settings] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  return new Map<string, string | null>([
    ['today', formatDate(ctx.today.toString(), settings)],
    ['organization.name', organization.legalName ?? organization.name],
    ['organization.taxId', ownTaxId(organization)],
    ['organization.address', organization.address],
    ['organization.phone', organization.phone],
    ['organization.email', organization.email],
  ]);
}

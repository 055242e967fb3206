import type { z } from 'zod';
import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { lockForLimit } from '#platform/db/table.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { NotFound, refusal, requireKnown, VersionConflict } from '#platform/refusal.ts';
import { invoiceUpdated } from '../events.ts';
import { documentTemplates, pendingRecords, type Template } from '../tables.ts';
import type { PrintTemplateChange } from './template.schema.ts';

export const TooManyTemplates = refusal(
  'too_many_templates',
  'An organization has at most 100 templates: delete one first.',
);
export const TemplateIncomplete = refusal('template_incomplete', 'A new template needs a name: give `name`.');
export const DefaultArchived = refusal(
  'default_archived',
  'The default template cannot be archived: make another one the default first.',
);

const TEMPLATES_MAX = 100;

export type TemplateContent = Omit<Template, 'id' | 'archivedAt' | 'version' | 'createdAt'>;

/** The look of documents in an organization without templates. */
export const plainTemplate: TemplateContent = {
  name: '',
  format: 'letter',
  language: null,
  accentColor: '#0f766e',
  title: null,
  header: null,
  footer: null,
  showLogo: true,
  showCodes: true,
  showDiscounts: true,
  showPayments: true,
  isDefault: false,
};

/** Creates or changes a template, and gives it to documents. The first one is the default. */
export async function saveTemplate(ctx: TenantContext, given: z.output<typeof PrintTemplateChange>) {
  const { id, version, archived, pendingRecordIds = [], ...change } = given;
  await lockForLimit(ctx, 'templates');
  // Lock all templates, so that only one becomes the default at a time. A template that is being added cannot be locked yet.
  const known = await documentTemplates.all(ctx, {}, { orderBy: ['id'], lock: 'FOR UPDATE' });
  const before = known.find((template) => template.id === id);
  if (id && !before) throw NotFound();
  const becomesDefault = (change.isDefault ?? known.length === 0) && !before?.isDefault;
  if (becomesDefault) await documentTemplates.updateAll(ctx, { isDefault: true }, { isDefault: false });
  if (before && version !== undefined && version !== before.version) throw VersionConflict();
  if (before && archived && (change.isDefault ?? before.isDefault)) throw DefaultArchived();
  const saved = before
    ? documentTemplates.change(ctx, before.id, { ...change, archivedAt: archivedAtBy(ctx, archived, before) })
    : addTemplate(ctx, known.length, { ...(change as Partial<TemplateContent>), isDefault: becomesDefault });
  const template = await saved.catch(retryOnViolation('document_templates_default'));
  await giveTo(ctx, template, pendingRecordIds);
  return template;
}

async function addTemplate(ctx: TenantContext, count: number, content: Partial<TemplateContent>): Promise<Template> {
  if (count >= TEMPLATES_MAX) throw TooManyTemplates();
  if (!content.name) throw TemplateIncomplete();
  return documentTemplates.insert(ctx, { ...plainTemplate, ...content });
}

async function giveTo(ctx: TenantContext, { id: templateId }: Template, ids: string[]): Promise<void> {
  const columns = ['id', 'kind', 'templateId'] as const;
  const known = await pendingRecords.all(ctx, { id: ids }, { columns, orderBy: ['id'], lock: 'FOR UPDATE' });
  requireKnown(ids, new Set(known.map(({ id }) => id)), 'body.pendingRecordIds', 'This document');
  if (ids.length > 0) await pendingRecords.updateAll(ctx, { id: ids }, { templateId });
  const editor = ctx.userId && { editorId: ctx.userId };
  for (const { id, kind, templateId: before } of known) {
    if (kind !== 'invoice' || before === templateId) continue;
    ctx.emit(invoiceUpdated, { invoiceId: id, ...editor, old: { templateId: before }, new: { templateId } });
  }
}

/** How the organization presents itself on hosted pages: its name, its logo, and the colour of its documents. */
export async function brandOf(ctx: TenantContext): Promise<{ name: string; logoUrl: string | null; colour: string }> {
  const [organization, template] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    documentTemplates.find(ctx, { isDefault: true }),
  ]);
  const { name, imageUrl } = describeOrganization(ctx, organization);
  const { accentColor, showLogo } = template ?? plainTemplate;
  return { name, logoUrl: showLogo ? imageUrl : null, colour: accentColor };
}

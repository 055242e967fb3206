import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import {
  clearDefault,
  insertTemplate,
  lockTemplates,
  selectTemplates,
  type Template,
  type TemplateContent,
  updateTemplate,
  updateTemplateOfDocuments,
} from './template.sql.ts';

export const TooManyTemplates = refusal(422, 'too_many_templates', 'An organization has at most 100 templates.');
export const TemplateIncomplete = refusal(422, 'template_incomplete', 'A new template needs a name.');
export const DefaultArchived = refusal(
  422,
  'default_archived',
  'The default template cannot be archived: make another one the default first.',
);

const TEMPLATES_MAX = 100;

/** How a document looks where nobody said anything. */
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

export interface TemplateChange extends Partial<{ [F in keyof TemplateContent]: TemplateContent[F] | undefined }> {
  id?: string | undefined;
  version?: number | undefined;
  archived?: boolean | undefined;
  pendingRecordIds?: string[] | undefined;
}

export const listTemplates = async (ctx: TenantContext, archived: boolean) => ({
  data: await selectTemplates(ctx, archived),
});

/** Makes a template or changes one, and gives it to documents. The first one is the default. */
export async function saveTemplate(ctx: TenantContext, { pendingRecordIds = [], ...change }: TemplateChange) {
  const known = await lockTemplates(ctx);
  const before = known.find(({ id }) => id === change.id);
  if (change.id && !before) throw NotFound();
  const becomesDefault = (change.isDefault ?? known.length === 0) && !before?.isDefault;
  if (becomesDefault) await clearDefault(ctx);
  const template = before
    ? await changeTemplate(ctx, before, change)
    : await addTemplate(ctx, known.length, { ...change, isDefault: becomesDefault });
  await giveTo(ctx, template, pendingRecordIds);
  return template;
}

async function addTemplate(ctx: TenantContext, count: number, given: TemplateChange): Promise<Template> {
  if (count >= TEMPLATES_MAX) throw TooManyTemplates();
  if (!given.name) throw TemplateIncomplete();
  const content = { ...plainTemplate, ...contentOf(given), id: newId() };
  return insertTemplate(ctx, content, ctx.now);
}

function changeTemplate(ctx: TenantContext, before: Template, change: TemplateChange): Promise<Template> {
  if (change.version !== undefined && change.version !== before.version) throw VersionConflict();
  const isDefault = change.isDefault ?? before.isDefault;
  if (change.archived && isDefault) throw DefaultArchived();
  return updateTemplate(ctx, before.id, {
    ...contentOf(change),
    ...(change.archived !== undefined && { archivedAt: change.archived ? ctx.now : null }),
  });
}

const contentOf = ({ id: _, version: _version, archived: _archived, ...content }: TemplateChange) =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as Partial<TemplateContent>;

async function giveTo(ctx: TenantContext, template: Template, pendingRecordIds: string[]): Promise<void> {
  if (pendingRecordIds.length === 0) return;
  const changed = await updateTemplateOfDocuments(ctx, pendingRecordIds, template.id);
  const place = pendingRecordIds.findIndex((id) => !changed.includes(id));
  if (place >= 0) throw unknownReference(`body.pendingRecordIds[${place}]`, 'This document');
}

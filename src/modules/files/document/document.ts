import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type LabelRemoval, takeOffRows, useLabels } from '#modules/organization/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { unknownReference } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { holdFiles, releaseFiles, replaceHeldFiles, requireFiles } from '../file/links.ts';
import { documents, documentVersions, type RichDocumentRow } from '../tables.ts';
import { fieldsIn, filesIn, plainTextOf, type RichText, refuseLarge } from './content.ts';
import type { NewRichDocument, RichDocumentChange, RichDocumentKind } from './document.schema.ts';
import { fillTemplate } from './fields.ts';
import { deleteOldVersions } from './list.sql.ts';
import type readContent from './read-content.compute.ts';
import { documentShare, shareUrlOf } from './share.ts';

const reading = computation<typeof readContent>(import.meta.resolve('./read-content.compute.ts'));
const SEARCHED_AS = 'document';
const EMPTY: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

/** The checked content of a request, or null where it gives none. */
export async function prepareContent(
  steps: TenantSteps,
  { body: { content, markdown } }: { body: { content?: unknown; markdown?: string | undefined } },
): Promise<RichText | null> {
  if (markdown !== undefined) return steps.compute(reading, { markdown });
  if (content === undefined) return null;
  refuseLarge(content);
  return steps.compute(reading, { content });
}

export async function createDocument(
  ctx: TenantContext,
  given: z.output<typeof NewRichDocument>,
  checked: RichText | null,
) {
  const filled = given.templateId === undefined ? null : await fromTemplate(ctx, given.templateId, given);
  const content = filled?.content ?? checked ?? EMPTY;
  const id = newId();
  await requireFiles(ctx, filesIn(content), 'body.content');
  await useLabels(ctx, 'document', given.labels);
  const document = await documents.insert(ctx, {
    id,
    kind: given.kind ?? (filled ? 'contract' : 'note'),
    title: given.title ?? filled!.title,
    labels: given.labels ?? [],
    source: filled?.source ?? null,
  });
  await keepVersion(ctx, document, content);
  holdFiles(ctx, 'content', holderOf(id, content));
  await index(ctx, document, content);
  return describe(ctx, document, content);
}

async function fromTemplate(
  ctx: TenantContext,
  templateId: string,
  { contactId, invoiceId, values }: z.output<typeof NewRichDocument>,
) {
  const template = await documents.find(ctx, { id: templateId, kind: 'template' });
  if (!template) throw unknownReference('body.templateId', 'This template');
  const { content } = await contentOf(ctx, template);
  const source = {
    templateId,
    templateVersion: template.version,
    contactId: contactId ?? null,
    invoiceId: invoiceId ?? null,
  };
  const filled = await fillTemplate(ctx, content, { contactId, invoiceId, values });
  return { title: template.title, content: filled, source };
}

/** Saves a document. A changed title or content makes a version; sharing, labels and the archive do not. */
export async function changeDocument(
  ctx: TenantContext,
  { id, version, restoreVersion, shared, archived, ...change }: z.output<typeof RichDocumentChange>,
  checked: RichText | null,
) {
  const before = await documents.lock(ctx, id, version);
  await useLabels(ctx, 'document', change.labels);
  const current = await contentOf(ctx, before);
  const restored = restoreVersion === undefined ? null : await versionToRestore(ctx, id, restoreVersion);
  const { title, content } = {
    title: change.title ?? restored?.title ?? before.title,
    content: checked ?? restored?.content ?? current.content,
  };
  const isSaved = title !== before.title || !isDeepStrictEqual(content, current.content);
  const head = await documents.update(ctx, id, {
    title,
    kind: change.kind,
    labels: change.labels,
    archivedAt: archivedAtBy(ctx, archived, before),
    ...(await sharing(ctx, before, shared)),
    updatedAt: ctx.now,
    version: before.version + (isSaved ? 1 : 0),
  });
  if (isSaved) await saveVersion(ctx, head, content, restoreVersion);
  await index(ctx, head, content);
  return describe(ctx, head, content);
}

async function saveVersion(ctx: TenantContext, head: RichDocumentRow, content: RichText, restoredFrom?: number) {
  await requireFiles(ctx, filesIn(content), 'body.content');
  await keepVersion(ctx, head, content, restoredFrom);
  await deleteOldVersions(ctx, head.id, head.version - VERSIONS_MAX);
  await replaceHeldFiles(ctx, 'content', holderOf(head.id, content));
}

async function versionToRestore(ctx: TenantContext, documentId: string, version: number) {
  const known = await documentVersions.find(ctx, { documentId, version });
  if (!known) throw unknownReference('body.restoreVersion', 'This version');
  return known;
}

async function sharing(ctx: TenantContext, { id, sealedShareId }: RichDocumentRow, shared: boolean | undefined) {
  if (shared === undefined || shared === (sealedShareId !== null)) return {};
  if (shared) return { sealedShareId: await documentShare.grant(ctx, id) };
  await documentShare.revoke(ctx, id);
  return { sealedShareId: null };
}

const holderOf = (id: string, content: RichText) => ({
  entityKind: 'documentId',
  entityId: id,
  fileIds: filesIn(content),
});

/** As many versions of a document stay, and its first one. A document that is saved every minute would grow without end. */
const VERSIONS_MAX = 500;

const keepVersion = (
  ctx: TenantContext,
  { id, version, title }: RichDocumentRow,
  content: RichText,
  restoredFrom?: number,
): Promise<unknown> =>
  documentVersions.insert(ctx, {
    documentId: id,
    version,
    title,
    content,
    restoredFrom: restoredFrom ?? null,
  });

/** Takes a label off documents. They are found by their other words from then on. */
export async function detachLabelFromDocuments(ctx: TenantContext, removal: LabelRemoval): Promise<void> {
  const ids = await takeOffRows(ctx, documents, removal);
  for (const document of await documents.all(ctx, { id: ids }))
    await index(ctx, document, (await contentOf(ctx, document)).content);
}

const index = (ctx: TenantContext, { id, title, labels }: RichDocumentRow, content: RichText): Promise<void> =>
  indexText(ctx, SEARCHED_AS, id, [title, ...labels, plainTextOf(content)]);

/** Deletes a document with all its versions. Its link opens nothing any more. */
export async function deleteDocument(ctx: TenantContext, id: string): Promise<void> {
  await documents.lock(ctx, id);
  await documentShare.revoke(ctx, id);
  await releaseFiles(ctx, [id]);
  await indexText(ctx, SEARCHED_AS, id, []);
  await documents.delete(ctx, id);
}

export const contentOf = (ctx: TenantContext, { id, version }: Pick<RichDocumentRow, 'id' | 'version'>) =>
  documentVersions.get(ctx, { documentId: id, version });

/** A document with its present content, or with that of an earlier version. */
export async function readDocument(ctx: TenantContext, id: string, version?: number) {
  const document = await documents.get(ctx, id);
  const { title, content } = await contentOf(ctx, { id, version: version ?? document.version });
  return describe(ctx, { ...document, title, version: version ?? document.version }, content);
}

export const describeHead = (ctx: TenantContext, document: RichDocumentRow) => ({
  ...document,
  shareUrl: shareUrlOf(ctx, document),
});

const describe = (ctx: TenantContext, document: RichDocumentRow, content: RichText) => ({
  ...describeHead(ctx, document),
  content,
  fields: fieldsIn(content),
});

/** A document without its content. */
export type DocumentHead = Pick<RichDocumentRow, 'id' | 'kind' | 'title' | 'archivedAt' | 'updatedAt' | 'version'>;

const columns = ['id', 'kind', 'title', 'archivedAt', 'updatedAt', 'version'] as const;

export const findDocument = (ctx: TenantContext, id: string): Promise<DocumentHead | undefined> =>
  documents.find(ctx, id, { columns });

/** The newest documents of some kinds that are not archived. */
export const documentHeads = (
  ctx: TenantContext,
  kind: z.output<typeof RichDocumentKind>[],
  limit: number,
): Promise<DocumentHead[]> =>
  documents.all(ctx, { kind, archivedAt: null }, { columns, orderBy: ['-updatedAt'], limit });

import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { documents } from '../tables.ts';
import { ContentInvalid, ContentTooLarge } from './content.ts';
import {
  NewRichDocument,
  PublicDocument,
  RichDocument,
  RichDocumentChange,
  RichDocumentHead,
  RichDocumentVersion,
  VersionComparison,
} from './document.schema.ts';
import {
  changeDocument,
  createDocument,
  deleteDocument,
  describeHead,
  prepareContent,
  readDocument,
} from './document.ts';
import { FieldsMissing } from './fields.ts';
import { documentList, versionList } from './list.sql.ts';
import { documentPage, readShared } from './share.ts';
import { compareVersions, serveContent } from './versions.ts';

const byId = z.strictObject({ id: z.uuid() });
const version = z.number().int().min(1);
const ofVersion = { version: version.optional().describe('Default: the current one.') };
const contentRefusals = [ContentInvalid, ContentTooLarge, TooComplex, ReferenceNotFound];

export const documentRoutes = [
  route('POST', '/v1/files/document', 'files:write', {
    action: 'createDocument',
    summary: 'Create a rich-text document',
    description:
      'A note, page, post, contract or template, as the JSON of a ProseMirror or TipTap editor or as Markdown. With `templateId` it is made from a template: each field is filled from `values`, the contact, the invoice, or the organization, and one that nothing fills is refused.',
    status: 201,
    body: NewRichDocument,
    returns: RichDocument,
    refusals: [...contentRefusals, FieldsMissing],
    examples: {
      body: {
        title: 'Acuerdo de servicio',
        kind: 'template',
        markdown: '# Acuerdo\n\nEntre **{{organization.name}}** y {{contact.name}}.',
      },
    },
    prepare: prepareContent,
    handler: (ctx, { body, prepared }) => createDocument(ctx, body, prepared),
  }),
  route('PATCH', '/v1/files/document', 'files:write', {
    summary: 'Save a rich-text document',
    description:
      'Each save that changes title or content makes a version. Give the `version` that you read: a save on top of another one is refused with `version_conflict`. `restoreVersion` brings an earlier version back, `shared` opens or closes the link for readers without an account.',
    body: RichDocumentChange,
    returns: RichDocument,
    refusals: contentRefusals,
    examples: { body: { id: exampleId, version: 1, markdown: '# Acuerdo\n\nSegunda versión.', shared: true } },
    prepare: prepareContent,
    handler: (ctx, { body, prepared }) => changeDocument(ctx, body, prepared),
  }),
  route('GET', '/v1/files/document', 'files:read', {
    action: 'findDocument',
    summary: 'Read a rich-text document by query',
    description: 'The same as by its path, for programs that pass ids in the query.',
    query: z.strictObject({ id: z.uuid(), ...ofVersion }),
    returns: RichDocument,
    examples: { query: { id: exampleId } },
    handler: (ctx, { query }) => readDocument(ctx, query.id, query.version),
  }),
  route('GET', '/v1/files/document/:id', 'files:read', {
    summary: 'Read a rich-text document',
    description: 'With its content, now or as it was in an earlier version.',
    query: z.strictObject(ofVersion),
    returns: RichDocument,
    handler: (ctx, { params, query }) => readDocument(ctx, params.id, query.version),
  }),
  route('GET', '/v1/files/document/:id/content', 'files:read', {
    action: 'exportDocument',
    summary: 'Export the content of a document',
    description: 'As a file: safe HTML or Markdown.',
    query: z.strictObject({
      format: z.enum(['html', 'markdown']).default('html').describe('The form in which the content is wanted.'),
      ...ofVersion,
    }),
    returns: { contentType: ['text/html', 'text/markdown'] },
    refusals: [TooComplex],
    examples: { query: { format: 'markdown' } },
    handler: (ctx, { params, query }) => serveContent(ctx, params.id, query),
  }),
  route('GET', '/v1/files/document/:id/versions', 'files:read', {
    summary: 'List the versions of a document',
    description: 'Newest first: who saved it and when.',
    query: versionList.query,
    returns: pageOf(RichDocumentVersion),
    handler: async (ctx, { params, query }) => {
      await documents.get(ctx, params.id);
      return versionList.page(ctx, { ...query, documentId: params.id });
    },
  }),
  route('GET', '/v1/files/document/:id/compare', 'files:read', {
    action: 'compareDocument',
    summary: 'Compare two versions of a document',
    description: 'The additions and removals between two versions.',
    query: z.strictObject({
      from: version.describe('The number of the version to compare.'),
      to: version.optional().describe('Default: the current one.'),
    }),
    returns: VersionComparison,
    refusals: [TooComplex],
    examples: { query: { from: '1', to: '2' } },
    prepare: (steps, { params, query }) => compareVersions(steps, params.id, query),
    handler: async (_ctx, { prepared }) => prepared,
  }),
  route('GET', '/v1/files/document/:id/public', 'public', {
    action: 'readSharedDocument',
    summary: 'Read a shared document',
    description: 'By the id in its link: a page for a person who opens it in a browser, JSON for a program.',
    params: z.strictObject({ id: z.string().min(20).max(100) }),
    returns: PublicDocument,
    page: documentPage,
    handler: (ctx, { params }) => readShared(ctx, params.id),
  }),
  route('GET', '/v1/files/documents', 'files:read', {
    summary: 'List rich-text documents',
    description: 'The last saved first, without their content.',
    query: documentList.query,
    returns: pageOf(RichDocumentHead),
    examples: { query: { kind: 'template', search: 'acuerdo' } },
    handler: (ctx, { query }) =>
      documentList.page(ctx, query, async (rows) => rows.map((row) => describeHead(ctx, row))),
  }),
  route('DELETE', '/v1/files/document', 'files:write', {
    summary: 'Delete a rich-text document',
    description: 'With all its versions. Its link opens nothing any more. To keep it out of sight, archive it.',
    body: byId,
    examples: { body: { id: otherExampleId } },
    handler: (ctx, { body }) => deleteDocument(ctx, body.id),
  }),
];

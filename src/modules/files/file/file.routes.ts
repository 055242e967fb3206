import { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { RangeNotSatisfiable } from '#platform/http/bytes/byte-range.ts';
import { type IncomingUpload, receiveUpload } from '#platform/http/bytes/upload.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { deleteFile, FileInUse, FolderHasHiddenFiles } from './delete.ts';
import { File, FileChange, FileLink, FilesUsage, NewFile, NewFolder } from './file.schema.ts';
import { fileList } from './file.sql.ts';
import {
  changeFile,
  createFolder,
  describeFile,
  describeFiles,
  FolderInsideItself,
  FoldersTooDeep,
  keepFile,
  NameTaken,
} from './file.ts';
import { readUsage } from './quota.sql.ts';
import { QuotaExceeded, receiveFile } from './receive.ts';
import { createLink, LinkExpired, LinkInvalid, serveLink, serveObject } from './serve.ts';

const LINK_DAYS_MAX = 30;

/** Stores the files of an upload while they arrive. */
const receiveFiles = (steps: TenantSteps, { upload: given }: { upload: IncomingUpload | null }) =>
  receiveUpload(given, NewFile, steps.config.FILE_BYTES_MAX, (file) => receiveFile(steps, file));

const upload = {
  status: 201,
  takesFiles: true,
  body: NewFile,
} as const;
const refusals = [QuotaExceeded, ReferenceNotFound];

export const fileRoutes = [
  route('POST', '/v1/files', 'files:write', {
    ...upload,
    refusals,
    action: 'upload',
    summary: 'Upload files',
    description:
      'Send `multipart/form-data` with up to 10 parts `file`, each up to 50 MiB, and the other fields as parts. Files are stored while they arrive. The type is recognised from the bytes. A name that is taken in its folder gets a number: `nota (2).pdf`. Bytes that the organization already has are stored and counted once. An API key signs the word `UNSIGNED-PAYLOAD` instead of the body.',
    returns: z.object({ data: z.array(File) }),
    examples: {
      body: { folderId: exampleId, labels: ['contrato'], entityKind: 'beneficiaryId', entityId: otherExampleId },
    },
    prepare: receiveFiles,
    handler: async (ctx, { prepared: { fields, files: received } }) => {
      const kept = [];
      for (const file of received) kept.push(await keepFile(ctx, file, fields));
      return { data: await describeFiles(ctx, kept) };
    },
  }),
  route('POST', '/v1/files/base64', 'files:write', {
    ...upload,
    refusals,
    action: 'uploadBase64',
    summary: 'Upload a file as base64',
    description:
      'The same for programs that send JSON: the bytes of one file are the text `content`, in base64. They are decoded while they arrive.',
    returns: File,
    examples: { body: { name: 'nota.txt', entityKind: 'beneficiaryId', entityId: otherExampleId } },
    prepare: receiveFiles,
    handler: async (ctx, { prepared: { fields, files: received } }) =>
      describeFile(ctx, await keepFile(ctx, received[0]!, fields)),
  }),
  route('GET', '/v1/files', 'files:read', {
    summary: 'List files and folders',
    description: 'Newest first. `folderId=root` lists the top; without it, everything.',
    query: fileList.query,
    returns: pageOf(File),
    examples: { query: { folderId: 'root', sort: 'name' } },
    handler: (ctx, { query }) => fileList.page(ctx, query, (rows) => describeFiles(ctx, rows)),
  }),
  route('GET', '/v1/files/record/:id', 'files:read', {
    action: 'listOfRecord',
    summary: 'List the files of something',
    description:
      'The files that are attached to one thing, whatever its kind: an invoice, a record, a contact, a task, a product.',
    query: fileList.query,
    returns: pageOf(File),
    handler: (ctx, { params, query }) =>
      fileList.page(ctx, { ...query, entityId: params.id }, (rows) => describeFiles(ctx, rows)),
  }),
  route('PATCH', '/v1/files', 'files:write', {
    summary: 'Rename, move or attach a file or folder',
    description:
      'Fields that are left out stay as they are. A name is unique in its folder, whatever its capitals and accents. A folder moves with everything inside, and not into itself.',
    body: FileChange,
    returns: File,
    refusals: [NameTaken, FolderInsideItself, FoldersTooDeep, ReferenceNotFound],
    examples: {
      body: { id: exampleId, folderId: null, attachedTo: [{ entityKind: 'invoiceId', entityId: otherExampleId }] },
    },
    handler: async (ctx, { body }) => describeFile(ctx, await changeFile(ctx, body)),
  }),
  route('DELETE', '/v1/files', 'files:write', {
    summary: 'Delete a file or folder',
    description:
      'A folder is deleted with everything inside: all of it, or nothing if something in it is hidden from you, or is still held by a field of an invoice, a product or the like. The room is free at once.',
    body: z.strictObject({ id: z.uuid() }),
    refusals: [FileInUse, FolderHasHiddenFiles],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => deleteFile(ctx, body.id),
  }),
  route('POST', '/v1/files/folder', 'files:write', {
    action: 'createFolder',
    summary: 'Create a folder',
    description: 'Folders nest up to 32 deep. A folder is renamed, moved and deleted like a file.',
    status: 201,
    body: NewFolder,
    returns: File,
    refusals: [NameTaken, FoldersTooDeep, ReferenceNotFound],
    examples: { body: { name: 'Contratos' } },
    handler: async (ctx, { body }) => describeFile(ctx, await createFolder(ctx, body)),
  }),
  route('GET', '/v1/files/object', 'files:read', {
    action: 'read',
    summary: 'Read the bytes of a file',
    description:
      '`key` is in the description of a file; a smaller picture has its own. Takes `Range`, `If-Range` and `If-None-Match`. Types that browsers show without running anything are sent inline, everything else as a download.',
    query: z.strictObject({
      key: z.string().min(1).max(100).describe('Of the file or of one of its pictures.'),
      download: z.boolean().default(false).describe('Always as a download.'),
    }),
    returns: { contentType: '*/*' },
    refusals: [NotFound, RangeNotSatisfiable],
    examples: { query: { key: exampleId } },
    handler: (ctx, { query }) => serveObject(ctx, query.key, { asAttachment: query.download }),
  }),
  route('GET', '/v1/files/object/public', 'public', {
    action: 'readByLink',
    summary: 'Read a file by a link',
    description: 'The bytes of the one file that a signed link names, until the link expires.',
    query: z.strictObject({ token: z.string().min(1).max(500).describe('Of the link.') }),
    returns: { contentType: '*/*' },
    refusals: [LinkInvalid, LinkExpired, RangeNotSatisfiable],
    examples: { query: { token: 'WyIwMTkwLi4uIl0.b0JkW2x' } },
    handler: (ctx, { query }) => serveLink(ctx, query.token),
  }),
  route('POST', '/v1/files/link', 'files:write', {
    action: 'createLink',
    summary: 'Create a link to a file',
    description: `Anyone who has the link can read this one file until it expires, at most ${LINK_DAYS_MAX} days from now.`,
    status: 201,
    body: z.strictObject({
      key: z.string().min(1).max(100).describe('Of the file or of one of its pictures.'),
      expiresInHours: z
        .number()
        .int()
        .min(1)
        .max(LINK_DAYS_MAX * 24)
        .default(24)
        .describe('How long the link works.'),
    }),
    returns: FileLink,
    refusals: [NotFound],
    examples: { body: { key: exampleId, expiresInHours: 48 } },
    handler: async (ctx, { body }) => {
      const expiresAt = realNow().add({ hours: body.expiresInHours });
      return { url: await createLink(ctx, body.key, expiresAt), expiresAt: toTimestamp(expiresAt) };
    },
  }),
  route('GET', '/v1/files/usage', 'files:read', {
    summary: 'Read what files take',
    description: 'Bytes and counts by folder, by what files are attached to and by type, with the quota.',
    returns: FilesUsage,
    handler: (ctx) => readUsage(ctx),
  }),
];

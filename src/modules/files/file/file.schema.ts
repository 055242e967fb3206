import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';

const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A name, never a path: it cannot lead anywhere, and cannot look like another one. */
const Name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((name) => !/[/\\]/.test(name) && name !== '.' && name !== '..', 'A name contains no slash.')
  .refine((name) => !CONTROL.test(name), 'A name contains no control characters.');

const Label = z.string().trim().min(1).max(60);
const placed = {
  folderId: z.uuid().nullable().describe('The folder it is in; null: at the top.'),
  description: z.string().trim().max(2000),
  labels: z.array(Label).max(20).describe('Words of your own to find it by.'),
};
const attached = {
  entityKind: z
    .string()
    .max(60)
    .describe(
      'The entity that it is attached to, named as in events: `invoiceId`, `beneficiaryId`, `recordId`, `resourceId`.',
    ),
  entityId: z.uuid().describe('The id of the thing it is attached to.'),
};

export const NewFile = z
  .strictObject({ name: Name.describe('Default: the name that the file was sent with.'), ...placed, ...attached })
  .partial()
  .refine(({ entityKind, entityId }) => (entityKind === undefined) === (entityId === undefined), {
    path: ['entityId'],
    message: 'entityKind and entityId go together.',
  });

export const NewFolder = z
  .strictObject({ name: Name, ...placed })
  .partial()
  .required({ name: true });

export const FileChange = changeOf({
  name: Name,
  ...placed,
  attachedTo: z
    .array(z.strictObject(attached))
    .max(50)
    .describe('Everything it is attached to: replaces what it was attached to before.'),
});

const Picture = z.object({
  size: z.number().int().describe('The side of the square that it fits into, in pixels.'),
  key: z.string().describe('For `GET /v1/files/object`.'),
});

export const File = z
  .object({
    id: z.uuid(),
    kind: z.enum(['file', 'folder']),
    name: z.string(),
    folderId: z.uuid().nullable(),
    path: z
      .array(z.object({ id: z.uuid(), name: z.string() }))
      .describe('The folders it is in, from the outermost one: breadcrumbs.'),
    description: z.string(),
    labels: z.array(z.string()),
    attachedTo: z.array(z.object({ entityKind: z.string(), entityId: z.uuid(), field: z.string().nullable() })),
    key: z.string().nullable().describe('For `GET /v1/files/object`; null for a folder.'),
    size: z.number().int().nullable().describe('In bytes; null for a folder.'),
    contentType: z.string().nullable().describe('Recognised from the bytes, whatever the name says.'),
    sha256: z.string().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    pages: z.number().int().nullable(),
    pictures: z.array(Picture).describe('Smaller pictures of an image, or of the first page of a PDF.'),
    createdBy: z.uuid().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'File' });

export const FileLink = z.object({ url: z.string(), expiresAt: Timestamp });

const Tally = { files: z.number().int(), bytes: z.number().int() };
export const FilesUsage = z.object({
  quotaBytes: z.number().int(),
  usedBytes: z.number().int().describe('Equal bytes are stored and counted once.'),
  reservedBytes: z.number().int().describe('Promised to uploads that are on their way.'),
  files: z.number().int(),
  folders: z.number().int(),
  byFolder: z.array(z.object({ folderId: z.uuid().nullable(), name: z.string().nullable(), ...Tally })),
  byEntityKind: z
    .array(z.object({ entityKind: z.string(), ...Tally }))
    .describe('Attachments by kind of thing: a file that is attached to two invoices counts twice.'),
  byType: z.array(z.object({ contentType: z.string(), ...Tally })),
});

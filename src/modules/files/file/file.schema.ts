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
  description: z.string().trim().max(2000).describe('What it is, for colleagues.'),
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
  .strictObject({ name: Name.describe('Unique among what is in the same folder.'), ...placed })
  .partial()
  .required({ name: true });

export const FileChange = changeOf({
  name: Name.describe('Unique among what is in the same folder.'),
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
    kind: z.enum(['file', 'folder']).describe('A file, or a folder that has files.'),
    name: z.string().describe('With its ending, such as `.pdf`.'),
    folderId: z.uuid().nullable().describe('The folder it is in; null: at the top.'),
    path: z
      .array(z.object({ id: z.uuid(), name: z.string().describe('Of the folder.') }))
      .describe('The folders it is in, from the outermost one: breadcrumbs.'),
    description: z.string().describe('What it is, for colleagues.'),
    labels: z.array(z.string()).describe('Words of your own to find it by.'),
    attachedTo: z
      .array(
        z.object({
          entityKind: z.string(),
          entityId: z.uuid(),
          field: z.string().nullable().describe('The field that holds it, such as `attachments`; null: none.'),
        }),
      )
      .describe('Everything it is attached to.'),
    key: z.string().nullable().describe('For `GET /v1/files/object`; null for a folder.'),
    size: z.number().int().nullable().describe('In bytes; null for a folder.'),
    contentType: z.string().nullable().describe('Recognised from the bytes, whatever the name says.'),
    sha256: z.string().nullable().describe('Of its bytes, in hex; null for a folder.'),
    width: z.number().int().nullable().describe('In pixels; null: not a picture.'),
    height: z.number().int().nullable().describe('In pixels; null: not a picture.'),
    pages: z.number().int().nullable().describe('Of a PDF; otherwise null.'),
    pictures: z.array(Picture).describe('Smaller pictures of an image, or of the first page of a PDF.'),
    createdBy: z.uuid().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'File' });

export const FileLink = z.object({
  url: z.string().describe('Anybody who has it can read the file.'),
  expiresAt: Timestamp.describe('Until when it works.'),
});

const Tally = {
  files: z.number().int().describe('How many files.'),
  bytes: z.number().int().describe('Their sizes together.'),
};
export const FilesUsage = z.object({
  quotaBytes: z.number().int().describe('What your plan allows.'),
  usedBytes: z.number().int().describe('Equal bytes are stored and counted once.'),
  reservedBytes: z.number().int().describe('Promised to uploads that are on their way.'),
  files: z.number().int().describe('How many there are.'),
  folders: z.number().int().describe('How many there are.'),
  byFolder: z
    .array(
      z.object({
        folderId: z.uuid().nullable().describe('The folder; null: what is at the top.'),
        name: z.string().nullable().describe('Of the folder; null: the top.'),
        ...Tally,
      }),
    )
    .describe('By folder, without what is in its folders.'),
  byEntityKind: z
    .array(z.object({ entityKind: z.string().describe('As events name it: `invoiceId`, `taskId`.'), ...Tally }))
    .describe('Attachments by kind of thing: a file that is attached to two invoices counts twice.'),
  byType: z.array(z.object({ contentType: z.string(), ...Tally })).describe('By media type.'),
});

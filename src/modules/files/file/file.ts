import type { z } from 'zod';
import { type LabelRemoval, takeOffRows, useLabels } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { violates } from '#platform/db/violation.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import { indexText, indexTexts } from '#platform/search/search.sql.ts';
import { claimFiles } from '#platform/storage/files.ts';
import { makePictures } from '../picture/make.ts';
import { mayHavePictures } from '../picture/picture.ts';
import { type Content, fileContents, fileLinks, files, type StoredFile } from '../tables.ts';
import type { FileChange, NewFile, NewFolder } from './file.schema.ts';
import { DEPTH_MAX, selectBreadcrumbs, selectTakenNames } from './file.sql.ts';
import { attachFile, replaceAttachments } from './links.ts';
import { addContent, lockUsage, settleReservations } from './quota.sql.ts';
import type { ReceivedFile } from './receive.ts';
import { requireSeen } from './seen.ts';
import { addCounts, type Counted, keyOfFolder, subtractCounts } from './tally.sql.ts';

export const NameTaken = refusal(
  'name_taken',
  'The folder already has an entry with this name: choose a different one.',
  409,
);
export const FolderInsideItself = refusal(
  'folder_inside_itself',
  'A folder cannot be moved into itself or its own subfolders: choose another one.',
);
export const FoldersTooDeep = refusal('folders_too_deep', `Folders nest at most ${DEPTH_MAX} deep.`);

const SEARCHED_AS = 'file';

/** Makes received bytes a file of the organization. A name that is taken in its folder gets a number. */
export async function keepFile(ctx: TenantContext, received: ReceivedFile, fields: z.output<typeof NewFile>) {
  const { name = received.filename, folderId = null, entityKind, entityId, ...rest } = fields;
  const folderDepth = await depthOf(ctx, folderId);
  const { sha256, size } = received.facts;
  const contentType = await keepContent(ctx, received);
  const free = await freeName(ctx, folderId, nameFrom(name));
  const file = await insertFile(ctx, { ...rest, kind: 'file', folderId, folderDepth, name: free, sha256 }, true);
  await addCounts(ctx, countsOf(folderId, contentType, size));
  if (entityKind && entityId) await attachFile(ctx, file.id, { entityKind, entityId });
  return file;
}

/** Equal bytes are stored once: what was stored a second time stays loose, and is swept. Answers the type of what is stored. */
async function keepContent(ctx: TenantContext, received: ReceivedFile): Promise<string> {
  const { storageKey, contentType, reservationId, facts } = received;
  const pictures = mayHavePictures(contentType) ? 'pending' : 'none';
  const content = { sha256: facts.sha256, bytes: facts.size, contentType, storageKey, pictures };
  const stored = await addContent(ctx, content, ctx.now);
  const isNew = stored.storageKey === storageKey;
  if (isNew) await claimFiles(ctx, [storageKey]);
  await settleReservations(ctx, [reservationId], isNew ? facts.size : 0);
  if (isNew && pictures === 'pending') ctx.enqueue(makePictures, { sha256: facts.sha256.toString('hex') });
  return stored.contentType;
}

const countsOf = (folderId: string | null, contentType: string, bytes: number): Counted[] => [
  { kind: 'all', key: 'file', files: 1, bytes },
  { kind: 'type', key: contentType, files: 1, bytes },
  inFolder(folderId, bytes),
];

const inFolder = (folderId: string | null, bytes: number): Counted => ({
  kind: 'folder',
  key: keyOfFolder(folderId),
  files: 1,
  bytes,
});

export async function createFolder(ctx: TenantContext, { folderId = null, ...fields }: z.output<typeof NewFolder>) {
  const folderDepth = await depthOf(ctx, folderId);
  const folder = await insertFile(ctx, { ...fields, kind: 'folder', folderId, folderDepth, sha256: null }, false);
  await addCounts(ctx, [{ kind: 'all', key: 'folder', files: 1, bytes: 0 }]);
  return folder;
}

export async function changeFile(ctx: TenantContext, change: z.output<typeof FileChange>) {
  const { id, version, attachedTo, ...fields } = change;
  await requireSeen(ctx, id);
  const file = await files.lock(ctx, id, version);
  await useLabels(ctx, 'file', fields.labels);
  const folderDepth = fields.folderId === undefined ? undefined : await depthAfterMove(ctx, file, fields.folderId);
  const changed = await files
    .change(
      ctx,
      id,
      { ...fields, folderDepth, nameKey: fields.name && folded(fields.name), updatedAt: ctx.now },
      attachedTo !== undefined,
    )
    .catch(refuseViolation);
  if (file.kind === 'file' && file.folderId !== changed.folderId) await moveCount(ctx, file, changed.folderId);
  if (attachedTo) await replaceAttachments(ctx, id, attachedTo);
  await index(ctx, changed);
  return changed;
}

async function moveCount(ctx: TenantContext, { folderId, sha256 }: StoredFile, into: string | null): Promise<void> {
  const bytes = Number((await fileContents.get(ctx, { sha256: sha256! })).bytes);
  await subtractCounts(ctx, [inFolder(folderId, bytes)]);
  await addCounts(ctx, [inFolder(into, bytes)]);
}

/** One folder of an organization moves at a time, because two moves that cross would wait for each other. */
async function depthAfterMove(ctx: TenantContext, file: StoredFile, folderId: string | null): Promise<number | null> {
  if (file.kind === 'folder') await lockUsage(ctx, ctx.config.FILES_QUOTA_BYTES);
  const depth = await depthOf(ctx, folderId);
  if (folderId === null || file.kind === 'file') return depth;
  const above = (await selectBreadcrumbs(ctx, [folderId])).get(folderId)!;
  if (above.some(({ id }) => id === file.id)) throw FolderInsideItself.at('body.folderId', 'invalid');
  return depth;
}

/** The depth of a folder that something is put into; null: the top. */
async function depthOf(ctx: TenantContext, id: string | null): Promise<number | null> {
  if (id === null) return null;
  const folder = await files.find(ctx, { id, kind: 'folder' }, { lock: 'FOR KEY SHARE' });
  if (!folder) throw unknownReference('body.folderId', 'The folder');
  return folder.depth;
}

type NewRow = Pick<StoredFile, 'kind' | 'folderId' | 'folderDepth' | 'name' | 'sha256'> & {
  description?: string | undefined;
  labels?: string[] | undefined;
};

async function insertFile(ctx: TenantContext, row: NewRow, isNumbered: boolean): Promise<StoredFile> {
  await useLabels(ctx, 'file', row.labels);
  const file = await files.insert(ctx, { ...row, nameKey: folded(row.name) }).catch((error: unknown) => {
    // Another upload took the number at the same time.
    if (isNumbered && violates(error, 'files_name_in_folder')) throw new RetryTransaction();
    return refuseViolation(error);
  });
  await index(ctx, file);
  return file;
}

/** Takes a label off files. They are found by their other words from then on. */
export async function detachLabelFromFiles(ctx: TenantContext, removal: LabelRemoval): Promise<void> {
  const ids = await takeOffRows(ctx, files, removal);
  const changed = await files.all(ctx, { id: ids });
  await indexTexts(ctx, SEARCHED_AS, new Map(changed.map((file) => [file.id, textsOf(file)])));
}

const textsOf = ({ name, description, labels }: StoredFile) => [name, ...labels, description];

const index = (ctx: TenantContext, file: StoredFile): Promise<void> =>
  indexText(ctx, SEARCHED_AS, file.id, textsOf(file));

export const unindexFiles = (ctx: TenantContext, ids: string[]): Promise<void> =>
  indexTexts(ctx, SEARCHED_AS, new Map(ids.map((id) => [id, []])));

function refuseViolation(error: unknown): never {
  if (violates(error, 'files_depth')) throw FoldersTooDeep.at('body.folderId', 'too_deep');
  if (!violates(error, 'files_name_in_folder')) throw error;
  const message = 'The folder already has an entry with this name. Capitals and accents make no difference.';
  throw NameTaken.at('body.name', 'taken', message);
}

const NAME_LENGTH_MAX = 240;
const DEFAULT_NAME = 'archivo';

/** The last part of what the sender calls it, without anything that a name may not contain. */
function nameFrom(given: string): string {
  const name = given
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '')
    .trim();
  if (name === '' || name === '.' || name === '..') return DEFAULT_NAME;
  const { stem, extension } = partsOf(name);
  return (
    Array.from(stem)
      .slice(0, NAME_LENGTH_MAX - extension.length)
      .join('') + extension
  );
}

function partsOf(name: string): { stem: string; extension: string } {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.\s]{1,12})?$/u.exec(name) ?? [];
  return { stem, extension };
}

async function freeName(ctx: TenantContext, folderId: string | null, name: string): Promise<string> {
  const { stem, extension } = partsOf(name);
  const taken = await selectTakenNames(ctx, folderId, folded(stem));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem} (${number})${extension}`;
    if (!taken.has(folded(candidate))) return candidate;
  }
}

/** Adds to each file its bytes, its folders and what it is attached to. */
export async function describeFiles(ctx: TenantContext, rows: StoredFile[]) {
  const hashes = rows.flatMap(({ sha256 }) => (sha256 ? [sha256] : []));
  const folderIds = [...new Set(rows.flatMap(({ folderId }) => folderId ?? []))];
  const [contents, links, paths] = await Promise.all([
    fileContents.all(ctx, { sha256: hashes }),
    fileLinks.all(ctx, { fileId: rows.map(({ id }) => id) }),
    selectBreadcrumbs(ctx, folderIds),
  ]);
  const contentBy = new Map(contents.map((content) => [content.sha256.toString('hex'), content]));
  return rows.map((row) => {
    const { sha256, ...file } = row;
    const hex = sha256?.toString('hex') ?? null;
    return {
      ...file,
      path: (row.folderId && paths.get(row.folderId)) || [],
      attachedTo: links
        .filter(({ fileId }) => fileId === row.id)
        .map(({ entityKind, entityId, field }) => ({ entityKind, entityId, field: field || null })),
      sha256: hex,
      ...describeContent(row.id, hex === null ? null : contentBy.get(hex)!),
    };
  });
}

const describeContent = (id: string, content: Content | null) => ({
  key: content && id,
  size: content && Number(content.bytes),
  contentType: content?.contentType ?? null,
  width: content?.width ?? null,
  height: content?.height ?? null,
  pages: content?.pages ?? null,
  pictures: (content?.pictureSizes ?? []).map((size) => ({ size, key: `${id}/${size}` })),
});

export const describeFile = async (ctx: TenantContext, row: StoredFile) => (await describeFiles(ctx, [row]))[0]!;

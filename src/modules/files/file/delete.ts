import type { TenantContext } from '#platform/context.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { releaseFiles } from '#platform/storage/files.ts';
import { pictureKey } from '../picture/picture.ts';
import { type FileLink, fileLinks, files } from '../tables.ts';
import { lockSubtree, selectSeenFiles } from './file.sql.ts';
import { unindexFiles } from './file.ts';
import { removeContents } from './quota.sql.ts';
import { requireSeen } from './seen.ts';
import { subtractFiles } from './tally.sql.ts';

export const FileInUse = refusal('file_in_use', 'The file is attached to something: remove it there first.', 409);

export const FolderHasHiddenFiles = refusal(
  'folder_has_hidden_files',
  'The folder has files that are hidden from you: ask somebody who sees them to move or delete them first.',
  409,
);

const HOLDERS_NAMED = 5;
const nameHolder = ({ entityKind, entityId, fileId, field }: FileLink): string =>
  `${field} of ${entityKind} ${entityId} (file ${fileId})`;

/** Deletes a file, or a folder with everything inside: all of it or nothing. */
export async function deleteFile(ctx: TenantContext, id: string): Promise<void> {
  await requireSeen(ctx, id);
  const doomed = await lockSubtree(ctx, id);
  if (doomed.length === 0) throw NotFound();
  const ids = doomed.map((file) => file.id);
  if ((await selectSeenFiles(ctx, ids)).size < ids.length) throw FolderHasHiddenFiles();
  const held = (await fileLinks.all(ctx, { fileId: ids })).filter(({ field }) => field !== '');
  if (held.length > 0) throw FileInUse(`Held by ${held.slice(0, HOLDERS_NAMED).map(nameHolder).join(', ')}.`);
  await subtractFiles(ctx, ids);
  await files.delete(ctx, { id: ids });
  await unindexFiles(ctx, ids);
  const hashes = doomed.flatMap(({ sha256 }) => sha256 ?? []);
  const freed = await removeContents(ctx, hashes);
  const keys = freed.flatMap(({ storageKey, pictureSizes }) => [
    storageKey,
    ...pictureSizes.map((size) => pictureKey(storageKey, size)),
  ]);
  if (keys.length > 0) await releaseFiles(ctx, keys);
}

/** Deletes a file that something has released. It stays if something else holds it. */
export async function deleteReleased(ctx: TenantContext, id: string): Promise<void> {
  const outcome = await ctx.attempt((inside) => deleteFile(inside, id));
  if (outcome.status === 'rejected' && !isRefusal(outcome.reason, FileInUse, NotFound)) throw outcome.reason;
}

import { pathPart, type StoredBytes, type StoredKind } from '#platform/storage/stored-kind.ts';
import { pictureKey } from '../picture/picture.ts';
import { type FileInTree, selectBreadcrumbs, selectFilesAfter } from './file.sql.ts';

const PAGE = 500;

/** The files in their folders, and the smaller pictures of them. */
export const storedFileBytes: StoredKind = {
  what: 'files',
  page: async (tenant, after) => {
    const rows = await selectFilesAfter(tenant, after, PAGE);
    const folders = await selectBreadcrumbs(tenant, [...new Set(rows.flatMap(({ folderId }) => folderId ?? []))]);
    const files = rows.flatMap((file): StoredBytes[] => {
      const above = (file.folderId && folders.get(file.folderId)) || [];
      const path = ['files', ...[...above, file].map(({ name, id }) => pathPart(name, id))].join('/');
      return [{ key: file.storageKey, path }, ...picturesOf(file)];
    });
    return { files, next: rows.length === PAGE ? rows.at(-1)!.id : null };
  },
};

const picturesOf = ({ storageKey, pictureSizes }: FileInTree): StoredBytes[] =>
  pictureSizes.map((size) => ({ key: pictureKey(storageKey, size), path: null }));

import { sql } from 'kysely';
import { z } from 'zod';
import { hasLabel } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { filter, listOf, oneOf, search } from '#platform/db/list.ts';
import { isSeen } from '#platform/db/seen.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { wordsToSearch } from '#platform/search/words.ts';
import { fileContents, fileLinks, files } from '../tables.ts';

/** A filter by a whole label. The words of labels are in the index of the search, which begins with the organization. */
export const labelled = (kind: 'file' | 'document') =>
  filter(hasLabel.schema, async (value, ctx) => {
    const has = await hasLabel.where(value, ctx);
    return wordsToSearch(value).length === 0
      ? has
      : sql`(${isFound(ctx.organizationId, kind, sql`t.id`, value)} AND ${has})`;
  });

export const fileList = listOf(files, {
  filters: {
    folderId: filter(
      z
        .union([z.uuid(), z.literal('root')])
        .optional()
        .describe('Only what is in this folder; `root` is the top.'),
      (value) => (value === 'root' ? sql`t.folder_id IS NULL` : sql`t.folder_id = ${value}`),
    ),
    kind: oneOf('kind', z.enum(['file', 'folder']), 'Files or folders only.'),
    label: labelled('file'),
    contentType: filter(
      z.string().max(100).optional().describe('The type, or its beginning: `image/`.'),
      (value, ctx) =>
        sql`EXISTS (SELECT FROM ${fileContents.of(ctx)} c WHERE c.sha256 = t.sha256 AND starts_with(c.content_type, ${value}))`,
    ),
    search: search('file', 'Beginnings of words of the name, description or labels.'),
  },
  where: (ctx) => isFileSeen(ctx) ?? sql`true`,
  scope: {
    entityId: filter(
      z.uuid().optional(),
      (value, ctx) => sql`t.id IN (SELECT file_id FROM ${fileLinks.of(ctx)} l WHERE l.entity_id = ${value})`,
    ),
  },
  sort: { name: 'nameKey', created: 'createdAt', updated: 'updatedAt' },
  order: '-created',
});

/** Folders nest at most this deep. The database holds the same. */
export const DEPTH_MAX = 32;

interface FolderName {
  id: string;
  name: string;
}

/** The folders above each of these, outermost first. */
export async function selectBreadcrumbs(tenant: Tenant, folderIds: string[]): Promise<Map<string, FolderName[]>> {
  if (folderIds.length === 0) return new Map();
  const rows = await rowsOf<{ startId: string } & FolderName>(tenant.tx)`
    WITH RECURSIVE above AS (
      SELECT f.id AS start_id, f.id, f.name, f.folder_id, 0 AS depth FROM ${files.of(tenant)} f
      WHERE f.id = ANY (${folderIds}::uuid[])
      UNION ALL
      SELECT a.start_id, f.id, f.name, f.folder_id, a.depth + 1 FROM above a
      JOIN ${files.of(tenant)} f ON f.id = a.folder_id WHERE a.depth < ${DEPTH_MAX})
    SELECT start_id, id, name FROM above ORDER BY start_id, depth DESC`;
  const paths = new Map<string, FolderName[]>();
  for (const { startId, id, name } of rows) paths.set(startId, [...(paths.get(startId) ?? []), { id, name }]);
  return paths;
}

/** A file, or a folder with everything inside it, locked in one order. */
export const lockSubtree = (tenant: Tenant, id: string) =>
  rowsOf<{ id: string; sha256: Buffer | null }>(tenant.tx)`
    WITH RECURSIVE inside AS (
      SELECT id FROM ${files.of(tenant)} f WHERE f.id = ${id}
      UNION ALL SELECT f.id FROM inside i JOIN ${files.of(tenant)} f ON f.folder_id = i.id)
    SELECT f.id, f.sha256 FROM ${files.of(tenant)} f WHERE f.id IN (SELECT id FROM inside) ORDER BY f.id
    FOR UPDATE OF f`;

/** The names in a folder that begin like this one, as they are compared. */
export async function selectTakenNames(tenant: Tenant, folderId: string | null, prefix: string): Promise<Set<string>> {
  const rows = await rowsOf<{ nameKey: string }>(tenant.tx)`
    SELECT f.name_key FROM ${files.of(tenant)} f
    WHERE f.folder_id IS NOT DISTINCT FROM ${folderId}::uuid AND starts_with(f.name_key, ${prefix})`;
  return new Set(rows.map(({ nameKey }) => nameKey));
}

/**
 * A condition on the file `t`. A file that belongs to hidden things only, such as the tasks of a board of others, is hidden from
 * everybody but the person who uploaded it. Null: nothing is hidden from the caller.
 */
function isFileSeen(ctx: TenantContext) {
  const seen = isSeen(ctx, sql`l.entity_kind`, sql`l.entity_id`);
  if (!seen) return null;
  const links = sql`SELECT FROM ${fileLinks.of(ctx)} l WHERE l.file_id = t.id`;
  return sql<boolean>`(t.created_by = ${ctx.userId}
    OR NOT EXISTS (${links} AND NOT ${seen}) OR EXISTS (${links} AND ${seen}))`;
}

/** Those of these files that the caller sees. */
export async function selectSeenFiles(ctx: TenantContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const condition = ids.length > 0 && isFileSeen(ctx);
  if (!condition) return new Set(ids);
  const rows = await rowsOf<{ id: string }>(ctx.tx)`
    SELECT t.id FROM ${files.of(ctx)} t WHERE t.id = ANY (${ids}::uuid[]) AND ${condition}`;
  return new Set(rows.map(({ id }) => id));
}

export interface FileInTree {
  id: string;
  name: string;
  folderId: string | null;
  storageKey: string;
  pictureSizes: number[];
}

/** The next files by id, with where their bytes are. */
export const selectFilesAfter = (tenant: Tenant, after: string | null, limit: number) =>
  rowsOf<FileInTree>(tenant.tx)`
    SELECT f.id, f.name, f.folder_id, c.storage_key, c.picture_sizes
    FROM ${files.of(tenant)} f JOIN ${fileContents.of(tenant)} c ON c.sha256 = f.sha256
    WHERE f.kind = 'file' AND (${after}::uuid IS NULL OR f.id > ${after}::uuid)
    ORDER BY f.id LIMIT ${limit}`;

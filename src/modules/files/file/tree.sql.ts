import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { files } from '../tables.ts';

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

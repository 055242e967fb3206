import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { fileContents, files } from '../tables.ts';

export interface FileInTree {
  id: string;
  name: string;
  folderId: string | null;
  storageKey: string;
  pictureSizes: number[];
}

/** The next files by id, with where their bytes are. */
export async function selectFilesAfter(tenant: Tenant, after: string | null, limit: number): Promise<FileInTree[]> {
  const { rows } = await sql<FileInTree>`
    SELECT f.id, f.name, f.folder_id, c.storage_key, c.picture_sizes
    FROM ${files.of(tenant)} f JOIN ${fileContents.of(tenant)} c ON c.sha256 = f.sha256
    WHERE f.kind = 'file' AND (${after}::uuid IS NULL OR f.id > ${after}::uuid)
    ORDER BY f.id LIMIT ${limit}`.execute(tenant.tx);
  return rows;
}

import { sql } from 'kysely';
import type { Tenant } from '../db/table.ts';

/** Deletes all but the newest and answers their ids, so that their files are deleted too. */
export async function deleteOldExports({ tx, organizationId }: Tenant, kind: string, kept: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM file_exports WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM file_exports WHERE organization_id = ${organizationId} AND kind = ${kind} AND status <> 'running'
      ORDER BY created_at DESC, id DESC OFFSET ${kept})
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

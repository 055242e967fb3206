import type { Tenant } from '../db/table.ts';
import { columnOf } from '../db/table.ts';

/** Deletes all but the newest and answers their ids, so that their files are deleted too. */
export const deleteOldExports = ({ tx, organizationId }: Tenant, kind: string, kept: number) =>
  columnOf<string>(tx)`
    DELETE FROM file_exports WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM file_exports WHERE organization_id = ${organizationId} AND kind = ${kind} AND status <> 'running'
      ORDER BY created_at DESC, id DESC OFFSET ${kept})
    RETURNING id`;

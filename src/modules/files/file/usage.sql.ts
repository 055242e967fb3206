import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import type { Tenant } from '#platform/db/table.ts';
import { fileContents, fileLinks, files, fileUsage } from '../tables.ts';

/** What takes room. Files of equal bytes each count in their folder; the sum that the quota limits counts bytes once. */
export async function readUsage(ctx: TenantContext) {
  const [usage, counts, byFolder, byEntityKind, byType] = await Promise.all([
    fileUsage.find(ctx, {}),
    countByKind(ctx),
    tally<{ folderId: string | null; name: string | null }>(
      ctx,
      sql`t.folder_id, d.name`,
      sql`LEFT JOIN ${files.of(ctx)} d ON d.id = t.folder_id`,
    ),
    tally<{ entityKind: string | null }>(
      ctx,
      sql`l.entity_kind`,
      sql`LEFT JOIN (SELECT DISTINCT file_id, entity_kind FROM ${fileLinks.of(ctx)} f) l ON l.file_id = t.id`,
    ),
    tally<{ contentType: string }>(ctx, sql`c.content_type`, sql``),
  ]);
  return {
    quotaBytes: Number(usage?.quotaBytes ?? ctx.config.FILES_QUOTA_BYTES),
    usedBytes: Number(usage?.usedBytes ?? 0),
    reservedBytes: Number(usage?.reservedBytes ?? 0),
    ...counts,
    byFolder,
    byEntityKind,
    byType,
  };
}

async function countByKind(tenant: Tenant): Promise<{ files: number; folders: number }> {
  const { rows } = await sql<{ files: number; folders: number }>`
    SELECT count(*) FILTER (WHERE kind = 'file')::int AS files, count(*) FILTER (WHERE kind = 'folder')::int AS folders
    FROM ${files.of(tenant)} f`.execute(tenant.tx);
  return rows[0]!;
}

const GROUPS_MAX = 200;

async function tally<G>(tenant: Tenant, group: ReturnType<typeof sql>, join: ReturnType<typeof sql>) {
  const { rows } = await sql<G & { files: number; bytes: number }>`
    SELECT ${group}, count(*)::int AS files, sum(c.bytes)::float8 AS bytes
    FROM ${files.of(tenant)} t JOIN ${fileContents.of(tenant)} c ON c.sha256 = t.sha256 ${join}
    GROUP BY ${group} ORDER BY bytes DESC LIMIT ${GROUPS_MAX}`.execute(tenant.tx);
  return rows;
}

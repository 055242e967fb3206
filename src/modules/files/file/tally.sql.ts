import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { sendLater } from '#platform/db/transaction.ts';
import { fileContents, fileLinks, files } from '../tables.ts';

/**
 * How many files and bytes there are by folder, by type and by what they are attached to. Each statement that adds or removes
 * files or links counts them in its own transaction, so that nothing ever sums all files.
 */
export type TallyKind = 'all' | 'folder' | 'type' | 'entityKind';

export interface Counted {
  kind: TallyKind;
  key: string;
  files: number;
  bytes: number;
}

const counting = sql`ON CONFLICT (organization_id, kind, key) DO UPDATE
  SET files = file_tallies.files + excluded.files, bytes = file_tallies.bytes + excluded.bytes`;

export const keyOfFolder = (folderId: string | null): string => folderId ?? 'root';

export const addCounts = ({ tx, organizationId }: Tenant, counted: Counted[]): Promise<unknown> =>
  sql`INSERT INTO file_tallies (organization_id, kind, key, files, bytes)
    SELECT ${organizationId}, kind, key, sum(files), sum(bytes)
    FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) AS g (kind text, key text, files int, bytes bigint)
    GROUP BY kind, key ORDER BY kind, key ${counting}`.execute(tx);

const subtract = (organizationId: string, counted: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`UPDATE file_tallies t SET files = t.files - g.files, bytes = t.bytes - g.bytes FROM (${counted}) g
    WHERE t.organization_id = ${organizationId} AND t.kind = g.kind AND t.key = g.key`;

export const subtractCounts = ({ tx, organizationId }: Tenant, counted: Counted[]): Promise<unknown> =>
  subtract(
    organizationId,
    sql`SELECT kind, key, sum(files) AS files, sum(bytes) AS bytes
      FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) AS g (kind text, key text, files int, bytes bigint)
      GROUP BY kind, key`,
  ).execute(tx);

/** Takes files and their links out of the counts, before they are deleted. */
export const subtractFiles = (tenant: Tenant, ids: string[]): Promise<unknown> => {
  const gone = sql`SELECT f.id, f.kind, coalesce(f.folder_id::text, 'root') AS folder, c.content_type,
      coalesce(c.bytes, 0) AS bytes
    FROM ${files.of(tenant)} f LEFT JOIN ${fileContents.of(tenant)} c ON c.sha256 = f.sha256
    WHERE f.id = ANY (${ids}::uuid[])`;
  return subtract(
    tenant.organizationId,
    sql`WITH gone AS (${gone}), counted AS (
        SELECT 'all' AS kind, kind AS key, bytes FROM gone
        UNION ALL SELECT 'folder', folder, bytes FROM gone WHERE kind = 'file'
        UNION ALL SELECT 'type', content_type, bytes FROM gone WHERE kind = 'file'
        UNION ALL SELECT 'entityKind', l.entity_kind, g.bytes
          FROM gone g JOIN ${fileLinks.of(tenant)} l ON l.file_id = g.id)
      SELECT kind, key, count(*) AS files, sum(bytes) AS bytes FROM counted GROUP BY kind, key`,
  ).execute(tenant.tx);
};

interface NewLink {
  fileId: string;
  entityKind: string;
  entityId: string;
  field: string;
  createdAt: Temporal.Instant;
}

/** Links files to things and counts the links that are new, with the next statement of the transaction or with COMMIT. */
export function insertLinksLater(tenant: Tenant, links: NewLink[]): void {
  if (links.length > 0) sendLater(tenant.tx, insertLinks(tenant, links));
}

const insertLinks = (tenant: Tenant, links: NewLink[]): CompiledQuery =>
  sql`
    WITH added AS (
      INSERT INTO file_links (organization_id, file_id, entity_kind, entity_id, field, created_at)
      SELECT ${tenant.organizationId}, g."fileId", g."entityKind", g."entityId", g.field, g."createdAt"
      FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
        AS g ("fileId" uuid, "entityKind" text, "entityId" uuid, field text, "createdAt" timestamptz)
      ON CONFLICT DO NOTHING RETURNING file_id, entity_kind)
    INSERT INTO file_tallies (organization_id, kind, key, files, bytes)
    SELECT ${tenant.organizationId}, 'entityKind', a.entity_kind, count(*), sum(c.bytes)
    FROM added a JOIN ${files.of(tenant)} f ON f.id = a.file_id JOIN ${fileContents.of(tenant)} c ON c.sha256 = f.sha256
    GROUP BY a.entity_kind ORDER BY a.entity_kind ${counting}`.compile(tenant.tx);

/** Takes links away, of one file or of some things, and counts them. */
export const deleteLinks = (
  tenant: Tenant,
  { fileId, entityIds, field }: { fileId?: string; entityIds?: readonly string[]; field?: string },
): Promise<unknown> => {
  const whose = fileId === undefined ? sql`entity_id = ANY (${entityIds}::uuid[])` : sql`file_id = ${fileId}`;
  return sql`
    WITH gone AS (
      DELETE FROM file_links WHERE organization_id = ${tenant.organizationId} AND ${whose} AND ${field === undefined ? sql`true` : sql`field = ${field}`}
      RETURNING file_id, entity_kind)
    ${subtract(
      tenant.organizationId,
      sql`SELECT 'entityKind' AS kind, g.entity_kind AS key, count(*) AS files, sum(c.bytes) AS bytes
        FROM gone g JOIN ${files.of(tenant)} f ON f.id = g.file_id
        JOIN ${fileContents.of(tenant)} c ON c.sha256 = f.sha256 GROUP BY g.entity_kind`,
    )}`.execute(tenant.tx);
};

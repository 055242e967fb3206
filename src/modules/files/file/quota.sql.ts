import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { affectedBy, columnOf, onlyRowOf, type Row, rowsOf, type Tenant } from '#platform/db/table.ts';
import { type fileContents, files, fileTallies, fileUsage } from '../tables.ts';
import type { TallyKind } from './tally.sql.ts';

/** Reserves bytes if they fit into the quota. It is one statement, so two uploads cannot take the same bytes. */
export async function reserveBytes(
  { tx, organizationId }: Tenant,
  reservation: { id: string; bytes: number; quotaBytes: number; expiresAt: Temporal.Instant },
): Promise<boolean> {
  const { id, bytes, quotaBytes, expiresAt } = reservation;
  await addUsage({ tx, organizationId }, quotaBytes);
  const affected = await affectedBy(tx)`
    WITH reserved AS (
      UPDATE file_usage SET reserved_bytes = reserved_bytes + ${bytes}
      WHERE organization_id = ${organizationId} AND used_bytes + reserved_bytes + ${bytes} <= quota_bytes
      RETURNING organization_id)
    INSERT INTO file_reservations (organization_id, id, bytes, expires_at)
    SELECT organization_id, ${id}::uuid, ${bytes}, ${expiresAt}::timestamptz FROM reserved`;
  return affected === 1;
}

const addUsage = ({ tx, organizationId }: Tenant, quotaBytes: number): Promise<unknown> =>
  sql`INSERT INTO file_usage (organization_id, quota_bytes) VALUES (${organizationId}, ${quotaBytes})
    ON CONFLICT (organization_id) DO NOTHING`.execute(tx);

export async function lockUsage(tenant: Tenant, quotaBytes: number): Promise<void> {
  await addUsage(tenant, quotaBytes);
  await fileUsage.find(tenant, {}, { lock: 'FOR UPDATE' });
}

/** Ends reservations and counts what they became. A reservation is deleted once, so its bytes are released once. */
export const settleReservations = ({ tx, organizationId }: Tenant, ids: string[], usedBytes = 0) =>
  affectedBy(tx)`
    WITH ended AS (
      DELETE FROM file_reservations WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])
      RETURNING bytes)
    UPDATE file_usage SET reserved_bytes = reserved_bytes - (SELECT sum(bytes) FROM ended),
                          used_bytes = used_bytes + ${usedBytes}
    WHERE organization_id = ${organizationId} AND EXISTS (SELECT FROM ended)`;

export const selectExpiredReservations = ({ tx, organizationId }: Tenant, now: Temporal.Instant) =>
  columnOf<string>(tx)`
    SELECT id FROM file_reservations WHERE organization_id = ${organizationId} AND expires_at <= ${now}::timestamptz
    ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED`;

/** Adds a name to stored bytes, or stores them. Answers the key under which they are: another one than given if they were known. */
export const addContent = (
  { tx, organizationId }: Tenant,
  content: { sha256: Buffer; bytes: number; contentType: string; storageKey: string; pictures: string },
  now: Temporal.Instant,
) =>
  onlyRowOf<{ storageKey: string; contentType: string }>(tx)`
    INSERT INTO file_contents (organization_id, sha256, bytes, content_type, storage_key, files, pictures, created_at)
    VALUES (${organizationId}, ${content.sha256}, ${content.bytes}, ${content.contentType}, ${content.storageKey}, 1,
            ${content.pictures}, ${now}::timestamptz)
    ON CONFLICT (organization_id, sha256) DO UPDATE SET files = file_contents.files + 1
    RETURNING storage_key, content_type`;

type FreedContent = Pick<Row<typeof fileContents>, 'sha256' | 'bytes' | 'storageKey' | 'pictureSizes'>;

/** Takes names off stored bytes, and deletes and answers those that have none left. Locks in one order, so two deletions cannot deadlock. */
export async function removeContents({ tx, organizationId }: Tenant, sha256: Buffer[]): Promise<FreedContent[]> {
  const gone = sql`(SELECT sha, count(*)::int AS files FROM unnest(${sha256}::bytea[]) AS sha GROUP BY sha)`;
  await sql`SELECT FROM file_contents WHERE organization_id = ${organizationId} AND sha256 = ANY (${sha256}::bytea[])
    ORDER BY sha256 FOR UPDATE`.execute(tx);
  const rows = await rowsOf<FreedContent>(tx)`
    DELETE FROM file_contents c USING ${gone} AS gone
    WHERE c.organization_id = ${organizationId} AND c.sha256 = gone.sha AND c.files = gone.files
    RETURNING c.sha256, c.bytes, c.storage_key, c.picture_sizes`;
  await sql`UPDATE file_contents c SET files = c.files - gone.files FROM ${gone} AS gone
    WHERE c.organization_id = ${organizationId} AND c.sha256 = gone.sha`.execute(tx);
  await sql`UPDATE file_usage SET used_bytes = used_bytes - ${rows.reduce((sum, { bytes }) => sum + bytes, 0n)}
    WHERE organization_id = ${organizationId}`.execute(tx);
  return rows;
}

/** Storage in use. Files of equal bytes each count in their folder; the total that the quota limits counts bytes once. */
export async function readUsage(ctx: TenantContext) {
  const [usage, all, folders, entityKinds, types] = await Promise.all([
    fileUsage.find(ctx, {}),
    largest(ctx, 'all'),
    largest(ctx, 'folder'),
    largest(ctx, 'entityKind'),
    largest(ctx, 'type'),
  ]);
  const folderId = folders.flatMap(({ key }) => (key === 'root' ? [] : key));
  const names = new Map(
    (await files.all(ctx, { id: folderId }, { columns: ['id', 'name'] })).map(({ id, name }) => [id, name]),
  );
  const counted = (kind: string) => all.find(({ key }) => key === kind)?.files ?? 0;
  return {
    quotaBytes: Number(usage?.quotaBytes ?? ctx.config.FILES_QUOTA_BYTES),
    usedBytes: Number(usage?.usedBytes ?? 0),
    reservedBytes: Number(usage?.reservedBytes ?? 0),
    files: counted('file'),
    folders: counted('folder'),
    byFolder: folders.map(({ key, ...tally }) => ({
      folderId: key === 'root' ? null : key,
      name: names.get(key) ?? null,
      ...tally,
    })),
    byEntityKind: entityKinds.map(({ key: entityKind, ...tally }) => ({ entityKind, ...tally })),
    byType: types.map(({ key: contentType, ...tally }) => ({ contentType, ...tally })),
  };
}

/** The bytes that count against the quota. */
export const usedBytes = async (tenant: Tenant): Promise<number> =>
  Number((await fileUsage.find(tenant, {}))?.usedBytes ?? 0);

const GROUPS_MAX = 200;

const largest = (tenant: Tenant, kind: TallyKind) =>
  rowsOf<{ key: string; files: number; bytes: number }>(tenant.tx)`
    SELECT key, files, bytes::float8 AS bytes FROM ${fileTallies.of(tenant)} t WHERE kind = ${kind} AND files > 0
    ORDER BY t.bytes DESC, key LIMIT ${GROUPS_MAX}`;

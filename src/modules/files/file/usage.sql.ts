import type { TenantContext } from '#platform/context.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { files, fileTallies, fileUsage } from '../tables.ts';
import type { TallyKind } from './tally.sql.ts';

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

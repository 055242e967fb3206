import { z } from 'zod';
import { notify } from '#modules/collaboration/index.ts';
import { organizationSettingsUpdated, requireOwner } from '#modules/organization/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { fileKey } from '#platform/export/file-export.ts';
import { fileExports } from '#platform/export/tables.ts';
import { rangeAnswer, rangeOf } from '#platform/http/bytes/byte-range.ts';
import { takeFromBucket } from '#platform/http/limits/rate-limit.sql.ts';
import { tooManyRequests } from '#platform/http/limits/rate-limit.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { type TenantJobContext, tenantJob } from '#platform/jobs/job.ts';
import { refusal } from '#platform/refusal.ts';
import { releaseFiles } from '#platform/storage/files.ts';
import type { StoredKind } from '#platform/storage/stored-kind.ts';
import { tick } from '#platform/tick.ts';
import { type OrganizationExportRow, organizationExports } from '../tables.ts';
import { Contents, writeArchive } from './archive.ts';
import { expireExports, failAbandoned, selectNextExpiry } from './export.sql.ts';

export const exportExpiry = tick('organization-exports');

export const ExportRunning = refusal(
  'organization_export_running',
  'An export of this organization is being made: wait until it is done.',
  409,
);
export const ExportUnavailable = refusal(
  'organization_export_unavailable',
  'This export cannot be downloaded: wait until it is done, or request a new one if it failed or expired.',
  409,
);

const PER_DAY = 5;
const DAY_SECONDS = 24 * 3600;
const KEPT_FOR = { hours: 7 * 24 };
const ATTEMPTS = 2;
const TIMEOUT_SECONDS = 4 * 3600;
/** Longer than all attempts together. */
const ABANDONED_AFTER = { hours: 12 };
/** In all organizations together: each reads everything that one has. */
const AT_ONCE = 2;

/** Asks for a ZIP of everything. It is made in the background, because it may take longer than a connection lasts. */
export async function beginExport(ctx: TenantContext) {
  const { userId } = requireOwner(ctx);
  await failAbandoned(ctx, ctx.now.subtract(ABANDONED_AFTER), ctx.now);
  if (await organizationExports.exists(ctx, { status: 'running' })) throw ExportRunning();
  const waitSeconds = await takeFromBucket(ctx.tx, `exports of ${ctx.organizationId}`, PER_DAY, DAY_SECONDS);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  const begun = await organizationExports
    .insert(ctx, { id: newId(), userId, createdAt: ctx.now })
    .catch(onViolation('organization_exports_running', ExportRunning));
  ctx.emit(organizationSettingsUpdated, { section: 'exports', old: {}, new: { exportId: begun.id }, userId });
  ctx.enqueue(makeExport, { id: begun.id }, { group: 'organization-exports', groupConcurrency: AT_ONCE });
  return describeExport(begun);
}

export const describeExport = ({ bytes, rowCount, fileCount, ...row }: OrganizationExportRow) => ({
  ...row,
  bytes: numberOf(bytes),
  rows: numberOf(rowCount),
  files: numberOf(fileCount),
});

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value));

/** The bytes, or a part of them, so that a download that was cut goes on where it was. */
export async function downloadExport(ctx: TenantSteps, id: string): Promise<RawAnswer> {
  const found = await ctx.transaction((unit) => {
    requireOwner(unit);
    return organizationExports.get(unit, id);
  });
  if (found.status !== 'done') throw ExportUnavailable();
  const size = Number(found.bytes);
  const tag = `"${id}"`;
  const range = rangeOf(ctx.request, tag, size);
  const stream = await ctx.storage.stream(keyOf(ctx.organizationId, id), range ?? undefined);
  if (!stream) throw ExportUnavailable();
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="colmado-${found.createdAt.slice(0, 10)}-${id}.zip"`,
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag: tag,
  };
  return rangeAnswer(stream, headers, size, range);
}

const keyOf = (organizationId: string, id: string): string => `exports/${organizationId}/${id}.zip`;

/** Files that were made from rows, so an export does not hold them. */
export const storedExports: StoredKind = {
  what: 'exports',
  page: async (tenant) => {
    const whole = await organizationExports.all(tenant, {}, { columns: ['id'] });
    const tables = await fileExports.all(tenant, {}, { columns: ['id'] });
    const { organizationId } = tenant;
    const keys = [
      ...whole.map(({ id }) => keyOf(organizationId, id)),
      ...tables.map(({ id }) => fileKey(organizationId, id)),
    ];
    return { files: keys.map((key) => ({ key, path: null })), next: null };
  },
};

export const makeExport = tenantJob({
  name: 'portability/make-export',
  whileClosed: true,
  payload: { id: z.uuid() },
  attempts: ATTEMPTS,
  backoffSeconds: 60,
  timeoutSeconds: TIMEOUT_SECONDS,
  run: async (ctx, { id }) => {
    const wanted = await ctx.transaction((unit) => organizationExports.find(unit, id));
    if (wanted?.status !== 'running') return;
    try {
      await make(ctx, wanted);
    } catch (error) {
      if (ctx.lastAttempt) await ctx.transaction((unit) => fail(unit, wanted));
      throw error;
    }
  },
});

async function make(ctx: TenantJobContext, { id, userId }: OrganizationExportRow): Promise<void> {
  const contents = new Contents();
  await ctx.storage.write(keyOf(ctx.organizationId, id), writeArchive(ctx, contents));
  await ctx.transaction(async (unit) => {
    const expiresAt = unit.now.add(KEPT_FOR);
    const { bytes, rows: rowCount, storedFiles: fileCount } = contents;
    const outcome = { status: 'done' as const, bytes, rowCount, fileCount, finishedAt: unit.now, expiresAt };
    const isFinished = (await organizationExports.updateAll(unit, { id, status: 'running' }, outcome)) > 0;
    if (!isFinished) return;
    unit.wakeAt(exportExpiry, expiresAt);
    await notify(unit, [userId], {
      kind: 'organization-export',
      es: {
        title: 'La exportación de su organización está lista',
        body: 'Descárguela dentro de siete días. Después se borra.',
      },
      en: {
        title: 'The export of your organization is ready',
        body: 'Download it within seven days. It is deleted afterwards.',
      },
      data: { exportId: id },
    });
  });
}

async function fail(ctx: TenantContext, { id, userId }: OrganizationExportRow): Promise<void> {
  await organizationExports.updateAll(ctx, { id, status: 'running' }, { status: 'failed', finishedAt: ctx.now });
  await releaseFiles(ctx, [keyOf(ctx.organizationId, id)]);
  await notify(ctx, [userId], {
    kind: 'organization-export',
    es: { title: 'La exportación de su organización falló', body: 'Pídala de nuevo. Si falla otra vez, escríbanos.' },
    en: { title: 'The export of your organization failed', body: 'Request it again. If it fails again, write to us.' },
    data: { exportId: id },
  });
}

export async function tickExports(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const expired = await expireExports(ctx, ctx.now);
  const keys = expired.map((id) => keyOf(ctx.organizationId, id));
  await releaseFiles(ctx, keys);
  return selectNextExpiry(ctx);
}

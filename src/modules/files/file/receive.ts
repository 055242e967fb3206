import type { TenantContext, TenantSteps } from '#platform/context.ts';
import type { IncomingFile, Received } from '#platform/http/bytes/upload.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { storeFiles } from '#platform/storage/files.ts';
import { tick } from '#platform/tick.ts';
import { contentTypeOf } from './content-type.ts';
import { reserveBytes, selectExpiredReservations, settleReservations } from './quota.sql.ts';

export const reservationExpiry = tick('file-reservations');

export const QuotaExceeded = refusal(
  'quota_exceeded',
  'The files of the organization would exceed its quota: delete files, or choose a larger plan.',
);

const RESERVED_FOR = { hours: 1 };

/** Bytes of an organization that are stored and counted, and belong to no file yet. */
export interface ReceivedFile extends Received {
  filename: string;
  contentType: string;
  storageKey: string;
  reservationId: string;
}

/**
 * Stores a file that arrives. Its largest possible size is reserved before the first byte is read, and released when the
 * transaction that keeps the file knows the real one, or when the upload fails.
 */
export async function receiveFile(steps: TenantSteps, file: IncomingFile): Promise<ReceivedFile> {
  const reservationId = newId();
  const storageKey = `files/${steps.organizationId}/${newId()}`;
  const announced = Number(steps.request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  const bytesMax = Math.min(steps.config.FILE_BYTES_MAX, file.bytesMax, announced);
  await steps.transaction((ctx) => reserve(ctx, reservationId, bytesMax));
  const discard = (): Promise<void> =>
    steps.transaction(async (ctx) => {
      await settleReservations(ctx, [reservationId]);
    });
  try {
    await storeFiles(steps, new Map([[storageKey, file.bytes]]));
    const facts = file.facts();
    const contentType = await contentTypeOf(facts.head, file.filename);
    return { facts, filename: file.filename, contentType, storageKey, reservationId, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function reserve(ctx: TenantContext, id: string, bytes: number): Promise<void> {
  const quotaBytes = ctx.config.FILES_QUOTA_BYTES;
  const expiresAt = ctx.now.add(RESERVED_FOR);
  if (!(await reserveBytes(ctx, { id, bytes, quotaBytes, expiresAt })))
    throw QuotaExceeded(`${bytes} more bytes do not fit into the quota. GET /v1/files/usage shows what takes room.`);
  ctx.wakeAt(reservationExpiry, expiresAt);
}

/** Releases the reservations of uploads whose process died. */
export async function expireReservations(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const ids = await selectExpiredReservations(ctx, ctx.now);
  if (ids.length > 0) await settleReservations(ctx, ids);
  return ids.length > 0 ? ctx.now.add({ seconds: 1 }) : null;
}

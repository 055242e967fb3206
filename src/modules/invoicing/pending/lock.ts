import type { TenantContext } from '#platform/context.ts';
import { NotFound, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { lockPendingRecords, type PendingRecord } from './pending.sql.ts';

/** The document that a request is about, held until the transaction ends. */
export async function lockPendingRecord(ctx: TenantContext, id: string, version?: number): Promise<PendingRecord> {
  const [document] = await lockPendingRecords(ctx, [id]);
  if (!document) throw NotFound();
  if (version !== undefined && version !== document.version) throw VersionConflict();
  return document;
}

/** The document that a body names, held until the transaction ends, or 422 with the path of the field. */
export async function requirePendingRecord(ctx: TenantContext, id: string, path: string): Promise<PendingRecord> {
  const [document] = await lockPendingRecords(ctx, [id]);
  if (!document) throw unknownReference(path, 'This document');
  return document;
}

import type { Tenant } from '#platform/db/table.ts';
import { unknownReference } from '#platform/refusal.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';

/** Documents for other modules. Locks are held until the transaction ends. */

export const selectPendingRecord = (tenant: Tenant, id: string): Promise<PendingRecord | undefined> =>
  pendingRecords.find(tenant, id);

export const selectPendingRecords = (tenant: Tenant, ids: string[]): Promise<PendingRecord[]> =>
  pendingRecords.all(tenant, { id: ids });

/** Always in the order of ids, so that two transactions do not wait for each other. */
export const lockPendingRecords = (tenant: Tenant, ids: string[]): Promise<PendingRecord[]> =>
  pendingRecords.all(tenant, { id: ids }, { orderBy: ['id'], lock: 'FOR UPDATE' });

/** The documents that no other transaction has locked, for work that must not wait. */
export const lockFreePendingRecords = (tenant: Tenant, ids: string[]): Promise<PendingRecord[]> =>
  pendingRecords.all(tenant, { id: ids }, { orderBy: ['id'], lock: 'FOR UPDATE SKIP LOCKED' });

export const lockPendingRecord = (tenant: Tenant, id: string, version?: number): Promise<PendingRecord> =>
  pendingRecords.lock(tenant, id, version);

/** Locks the document that a body names, or refuses the field at this path. */
export async function requirePendingRecord(tenant: Tenant, id: string, path: string): Promise<PendingRecord> {
  const document = await pendingRecords.find(tenant, id, { lock: 'FOR UPDATE' });
  if (!document) throw unknownReference(path, 'This document');
  return document;
}

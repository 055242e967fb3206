import { sql } from 'kysely';
import { rowOf } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

/** An unguessable value opens one thing of one kind in one organization. Only its hash is stored. */
export interface Capability {
  organizationId: string;
  kind: string;
  entityId: string;
}

export const insertCapability = (
  tx: Tx,
  capability: Capability & { hash: Buffer; createdAt: Temporal.Instant; expiresAt?: Temporal.Instant },
): Promise<unknown> => tx.insertInto('capabilities').values(capability).execute();

export const selectCapability = (tx: Tx, hash: Buffer, kind: string, now: Temporal.Instant) =>
  rowOf<Capability>(tx)`
    SELECT organization_id, kind, entity_id FROM capabilities
    WHERE hash = ${hash} AND kind = ${kind} AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)`;

/** Uses up a value that opens something once. Of concurrent uses one gets it. */
export const deleteCapability = (tx: Tx, hash: Buffer, kind: string, now: Temporal.Instant) =>
  rowOf<Capability & { createdAt: string; expiresAt: string | null }>(tx)`
    DELETE FROM capabilities
    WHERE hash = ${hash} AND kind = ${kind} AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)
    RETURNING organization_id, kind, entity_id, created_at, expires_at`;

/** Leaves the newest of those that open the same thing. */
export const deleteOldCapabilities = (tx: Tx, { organizationId, kind, entityId }: Capability, kept: number) =>
  sql`
    DELETE FROM capabilities WHERE hash IN (
      SELECT hash FROM capabilities
      WHERE organization_id = ${organizationId} AND kind = ${kind} AND entity_id = ${entityId}
      ORDER BY created_at DESC OFFSET ${kept})`.execute(tx);

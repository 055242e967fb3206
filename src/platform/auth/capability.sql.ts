import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

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

export async function selectCapability(
  tx: Tx,
  hash: Buffer,
  kind: string,
  now: Temporal.Instant,
): Promise<Capability | undefined> {
  const { rows } = await sql<Capability>`
    SELECT organization_id, kind, entity_id FROM capabilities
    WHERE hash = ${hash} AND kind = ${kind} AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)`.execute(tx);
  return rows[0];
}

/** Uses up a value that opens something once. Of concurrent uses one gets it. */
export async function deleteCapability(
  tx: Tx,
  hash: Buffer,
  kind: string,
  now: Temporal.Instant,
): Promise<(Capability & { createdAt: string; expiresAt: string | null }) | undefined> {
  const { rows } = await sql<Capability & { createdAt: string; expiresAt: string | null }>`
    DELETE FROM capabilities
    WHERE hash = ${hash} AND kind = ${kind} AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)
    RETURNING organization_id, kind, entity_id, created_at, expires_at`.execute(tx);
  return rows[0];
}

/** Leaves the newest of those that open the same thing. */
export const deleteOldCapabilities = (tx: Tx, { organizationId, kind, entityId }: Capability, kept: number) =>
  sql`
    DELETE FROM capabilities WHERE hash IN (
      SELECT hash FROM capabilities
      WHERE organization_id = ${organizationId} AND kind = ${kind} AND entity_id = ${entityId}
      ORDER BY created_at DESC OFFSET ${kept})`.execute(tx);

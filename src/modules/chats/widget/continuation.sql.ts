import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { messages } from '../tables.ts';

/** Moves the entries of a conversation behind those of another one, in their order. Answers how many there were. */
export async function moveEntries(
  tenant: Tenant,
  { from, into, lastSeq }: { from: string; into: string; lastSeq: bigint },
): Promise<bigint> {
  const { numAffectedRows } = await sql`
    UPDATE messages m SET conversation_id = ${into}::uuid, seq = ${lastSeq}::bigint + e.place
    FROM (SELECT o.id, row_number() OVER (ORDER BY o.seq) AS place FROM ${messages.of(tenant)} o
      WHERE o.conversation_id = ${from}) AS e
    WHERE m.organization_id = ${tenant.organizationId} AND m.id = e.id`.execute(tenant.tx);
  return numAffectedRows ?? 0n;
}

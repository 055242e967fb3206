import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/**
 * Hands the data of some contacts to another. What it already has is there once; its own primary data stay so, and where it
 * has none of a kind, the first one that was primary elsewhere becomes it.
 */
export async function moveData(tx: Tx, organizationId: string, from: string[], into: string): Promise<void> {
  await sql`
    DELETE FROM contact_data WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (
          PARTITION BY kind, normalised, CASE WHEN kind = 'date' THEN label END
          ORDER BY contact_id <> ${into}::uuid, announced_year DESC NULLS LAST, is_primary DESC, id) AS place
        FROM contact_data WHERE organization_id = ${organizationId} AND contact_id = ANY (${[...from, into]}::uuid[])
      ) AS ranked WHERE place > 1)`.execute(tx);
  await sql`
    UPDATE contact_data d SET contact_id = ${into}::uuid, is_primary = moved.first AND NOT moved.taken
    FROM (
      SELECT m.id, row_number() OVER (PARTITION BY m.kind ORDER BY m.is_primary DESC, m.id) = 1 AS first, EXISTS (
        SELECT FROM contact_data own WHERE own.organization_id = ${organizationId} AND own.contact_id = ${into}::uuid
          AND own.kind = m.kind AND own.is_primary) AS taken
      FROM contact_data m WHERE m.organization_id = ${organizationId} AND m.contact_id = ANY (${from}::uuid[])
    ) AS moved
    WHERE d.organization_id = ${organizationId} AND d.id = moved.id`.execute(tx);
}

/** From now on these contacts, and whatever was merged into them, lead to another. */
export const updateMerged = (
  tx: Tx,
  organizationId: string,
  from: string[],
  into: string,
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    UPDATE contacts SET merged_into = ${into}::uuid, merged_at = coalesce(merged_at, ${at}::timestamptz)
    WHERE organization_id = ${organizationId}
      AND (id = ANY (${from}::uuid[]) OR (merged_into IS NOT NULL AND merged_into = ANY (${from}::uuid[])))`.execute(
    tx,
  );

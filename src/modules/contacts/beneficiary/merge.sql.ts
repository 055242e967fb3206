import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import type { ContactMerge } from '../hooks.ts';
import { contactData } from '../tables.ts';

/**
 * Moves the data of some contacts to another, each value once. The primary data of the survivor stay primary; where it has
 * none of a kind, the first primary datum of the others becomes it.
 */
export async function moveData(tenant: Tenant, { from, into }: ContactMerge): Promise<void> {
  const { tx, organizationId } = tenant;
  await sql`
    DELETE FROM contact_data WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (
          PARTITION BY kind, normalised, CASE WHEN kind = 'date' THEN label END
          ORDER BY contact_id <> ${into}::uuid, announced_year DESC NULLS LAST, is_primary DESC, id) AS place
        FROM ${contactData.of(tenant)} d WHERE contact_id = ANY (${[...from, into]}::uuid[])
      ) AS ranked WHERE place > 1)`.execute(tx);
  await sql`
    UPDATE contact_data d SET contact_id = ${into}::uuid, is_primary = moved.first AND NOT moved.taken
    FROM (
      SELECT m.id, row_number() OVER (PARTITION BY m.kind ORDER BY m.is_primary DESC, m.id) = 1 AS first, EXISTS (
        SELECT FROM ${contactData.of(tenant)} own
        WHERE own.contact_id = ${into}::uuid AND own.kind = m.kind AND own.is_primary) AS taken
      FROM ${contactData.of(tenant)} m WHERE m.contact_id = ANY (${from}::uuid[])
    ) AS moved
    WHERE d.organization_id = ${organizationId} AND d.id = moved.id`.execute(tx);
}

/** Marks contacts, and those that were merged into them earlier, as merged into another. */
export async function updateMerged(
  { tx, organizationId }: Tenant,
  { from, into }: ContactMerge,
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    UPDATE contacts SET merged_into = ${into}::uuid, merged_at = coalesce(merged_at, ${at}::timestamptz)
    WHERE organization_id = ${organizationId} AND standing_id = ANY (${from}::uuid[])`.execute(tx);
}

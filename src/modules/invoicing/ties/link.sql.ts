import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

export type LinkKind = 'document' | 'record' | 'payment' | 'credit' | 'return';

export interface Link {
  kind: LinkKind;
  id: string;
}

export async function insertLinks(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  links: Link[],
  by: { userId: string | null; at: Temporal.Instant },
): Promise<void> {
  await sql`
    INSERT INTO pending_links (organization_id, pending_record_id, kind, linked_id, created_by, created_at)
    SELECT ${organizationId}::uuid, ${pendingRecordId}::uuid, given.kind, given.id, ${by.userId}::uuid, ${by.at}::timestamptz
    FROM unnest(${links.map(({ kind }) => kind)}::text[], ${links.map(({ id }) => id)}::uuid[]) AS given (kind, id)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Unties both ways: of two documents either may have been tied to the other. */
export async function deleteLinks(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  links: Link[],
): Promise<void> {
  await sql`
    DELETE FROM pending_links l
    USING unnest(${links.map(({ kind }) => kind)}::text[], ${links.map(({ id }) => id)}::uuid[]) AS given (kind, id)
    WHERE l.organization_id = ${organizationId} AND l.kind = given.kind
      AND ((l.pending_record_id = ${pendingRecordId} AND l.linked_id = given.id)
        OR (l.kind = 'document' AND l.pending_record_id = given.id AND l.linked_id = ${pendingRecordId}))`.execute(tx);
}

/** What a document is tied to, and the documents that are tied to it. */
export async function selectLinks({ tx, organizationId }: Tenant, pendingRecordId: string): Promise<Link[]> {
  const { rows } = await sql<Link>`
    SELECT kind, linked_id AS id FROM pending_links
    WHERE organization_id = ${organizationId} AND pending_record_id = ${pendingRecordId}
    UNION
    SELECT kind, pending_record_id FROM pending_links
    WHERE organization_id = ${organizationId} AND linked_id = ${pendingRecordId} AND kind = 'document'
    ORDER BY kind, id`.execute(tx);
  return rows;
}

export async function paymentExists({ tx, organizationId }: Tenant, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('pendingPayments')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

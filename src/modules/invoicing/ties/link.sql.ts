import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { DocumentLinkView } from '../pending/pending.schema.ts';
import { pendingLinks } from '../tables.ts';

export type Link = z.output<typeof DocumentLinkView>;

export function insertLinks(tenant: Tenant, pendingRecordId: string, links: Link[]): Promise<unknown> {
  const rows = links.map(({ kind, id: linkedId }) => ({ pendingRecordId, kind, linkedId }));
  return sql`${pendingLinks.insertion(tenant, rows)} ON CONFLICT DO NOTHING`.execute(tenant.tx);
}

/** Deletes links in both directions: either of two documents may have been linked to the other. */
export async function deleteLinks({ tx, organizationId }: Tenant, pendingRecordId: string, links: Link[]) {
  await sql`
    DELETE FROM pending_links l
    USING unnest(${links.map(({ kind }) => kind)}::text[], ${links.map(({ id }) => id)}::uuid[]) AS given (kind, id)
    WHERE l.organization_id = ${organizationId} AND l.kind = given.kind
      AND ((l.pending_record_id = ${pendingRecordId} AND l.linked_id = given.id)
        OR (l.kind = 'document' AND l.pending_record_id = given.id AND l.linked_id = ${pendingRecordId}))`.execute(tx);
}

/** The links of a document, and of other documents to it. */
export const selectLinks = (tenant: Tenant, pendingRecordId: string) =>
  rowsOf<Link>(tenant.tx)`${linksOf(tenant, pendingRecordId)}`;

export const linksOf = (tenant: Tenant, pendingRecordId: string): RawBuilder<unknown> => sql`
  SELECT l.kind, l.linked_id AS id FROM ${pendingLinks.of(tenant)} l WHERE l.pending_record_id = ${pendingRecordId}
  UNION
  SELECT l.kind, l.pending_record_id FROM ${pendingLinks.of(tenant)} l
  WHERE l.linked_id = ${pendingRecordId} AND l.kind = 'document'
  ORDER BY kind, id`;

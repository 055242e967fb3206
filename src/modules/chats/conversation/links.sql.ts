import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import type { Tenant } from '#platform/db/table.ts';
import { conversationLinks } from '../tables.ts';

const KIND = 'beneficiaryId';

/** Lets conversations about merged contacts be about their survivor, each once. */
export async function moveLinksOfContacts(tenant: Tenant, { from, into }: ContactMerge): Promise<void> {
  await sql`
    INSERT INTO conversation_links (organization_id, conversation_id, entity_kind, entity_id, created_at)
    SELECT ${tenant.organizationId}::uuid, l.conversation_id, l.entity_kind, ${into}::uuid, min(l.created_at)
    FROM ${conversationLinks.of(tenant)} l
    WHERE l.entity_kind = ${KIND} AND l.entity_id = ANY (${from}::uuid[])
    GROUP BY l.conversation_id, l.entity_kind
    ON CONFLICT DO NOTHING`.execute(tenant.tx);
  await conversationLinks.delete(tenant, { entityKind: KIND, entityId: from });
}

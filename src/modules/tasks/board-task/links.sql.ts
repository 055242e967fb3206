import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import type { Tenant } from '#platform/db/table.ts';
import { taskLinks } from '../tables.ts';

const KIND = 'beneficiaryId';

/** Lets tasks that link to merged contacts link to their survivor, each once. */
export async function moveLinksOfContacts(tenant: Tenant, { from, into }: ContactMerge): Promise<void> {
  await sql`
    INSERT INTO task_links (organization_id, task_id, entity_kind, entity_id)
    SELECT DISTINCT ${tenant.organizationId}::uuid, l.task_id, l.entity_kind, ${into}::uuid FROM ${taskLinks.of(tenant)} l
    WHERE l.entity_kind = ${KIND} AND l.entity_id = ANY (${from}::uuid[])
    ON CONFLICT DO NOTHING`.execute(tenant.tx);
  await taskLinks.delete(tenant, { entityKind: KIND, entityId: from });
}

import { sql } from 'kysely';
import { isUnused } from '#modules/organization/index.ts';
import type { Tenant } from '#platform/db/table.ts';

/** Takes a label off all conversations, unless its name is used again. */
export async function deleteLabel(tenant: Tenant, name: string): Promise<void> {
  await sql`
    DELETE FROM conversation_labels
    WHERE organization_id = ${tenant.organizationId} AND label = ${name} AND ${isUnused(tenant, name)}`.execute(
    tenant.tx,
  );
}

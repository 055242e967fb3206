import { sql } from 'kysely';
import { listOf } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { automations, secrets } from '../tables.ts';

export const secretList = listOf(secrets, { filters: {}, sort: { created: 'createdAt' }, order: '-created' });

/** An enabled automation that uses a secret. */
export async function selectUsers(tenant: Tenant, secretName: string): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT a.name FROM ${automations.of(tenant)} a
    WHERE a.enabled AND ${secretName}::text = ANY (a.secret_names) LIMIT 1`.execute(tenant.tx);
  return rows;
}

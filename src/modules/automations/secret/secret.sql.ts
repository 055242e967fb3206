import { listOf } from '#platform/db/list.ts';
import { rowOf, type Tenant } from '#platform/db/table.ts';
import { automations, secrets } from '../tables.ts';

export const secretList = listOf(secrets, { filters: {}, sort: { created: 'createdAt' }, order: '-created' });

/** An enabled automation that uses a secret. */
export const selectUser = (tenant: Tenant, secretName: string) =>
  rowOf<{ name: string }>(tenant.tx)`
    SELECT a.name FROM ${automations.of(tenant)} a
    WHERE a.enabled AND ${secretName}::text = ANY (a.secret_names) LIMIT 1`;

import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { type ResourceRow, resources } from '../tables.ts';

/** Locks resources against other changes, always in the same order. */
export const lockResources = (tenant: Tenant, ids: string[]): Promise<ResourceRow[]> =>
  resources.all(tenant, { id: ids }, { orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });

/** Marks resources whose prices or taxes changed, for lists by `updatedSince`. Their own version stays. */
export const touchResources = ({ tx, organizationId }: Tenant, ids: string[], at: Temporal.Instant): Promise<unknown> =>
  sql`UPDATE resources SET updated_at = ${at}
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`.execute(tx);

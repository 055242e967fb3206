import { sql } from 'kysely';
import { RetryTransaction, violates } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import { type ResourceRow, resources } from '../tables.ts';

/** Locks resources against other changes, always in the same order. */
export const lockResources = (tenant: Tenant, ids: string[]): Promise<ResourceRow[]> =>
  resources.all(tenant, { id: ids }, { orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });

/** Marks resources whose prices or taxes changed, for lists by `updatedSince`. Their own version stays. */
export const touchResources = ({ tx, organizationId }: Tenant, ids: string[], at: Temporal.Instant): Promise<unknown> =>
  sql`UPDATE resources SET updated_at = ${at}
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`.execute(tx);

/** Runs the work again where a concurrent request took the same key, so that the key is found taken and refused. */
export const retryIfTaken =
  (constraint: string) =>
  (error: unknown): never => {
    throw violates(error, constraint) ? new RetryTransaction() : error;
  };

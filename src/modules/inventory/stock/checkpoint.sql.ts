import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type StockCheckpoint, stockCheckpoints } from '../tables.ts';

/** The last day before `since` of which every resource has a checkpoint, with these checkpoints. */
export const selectCheckpoints = (tenant: Tenant, resourceIds: string[], since: string) =>
  rowsOf<StockCheckpoint>(tenant.tx)`
    SELECT ${stockCheckpoints.columns('c')} FROM ${stockCheckpoints.of(tenant)} c
    WHERE c.resource_id = ANY (${resourceIds}::uuid[]) AND c.date = (
      SELECT d.date FROM ${stockCheckpoints.of(tenant)} d
      WHERE d.resource_id = ANY (${resourceIds}::uuid[]) AND d.date < ${since}::date
      GROUP BY d.date HAVING count(*) = ${new Set(resourceIds).size}
      ORDER BY d.date DESC LIMIT 1)`;

/** Deletes the checkpoints of resources after a day. */
export const deleteCheckpoints = ({ tx, organizationId }: Tenant, resourceIds: string[], after: string) =>
  sql`
    DELETE FROM stock_checkpoints
    WHERE organization_id = ${organizationId} AND resource_id = ANY (${resourceIds}::uuid[])
      AND date > ${after}::date`.execute(tx);

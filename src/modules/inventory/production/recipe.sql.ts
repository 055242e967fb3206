import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { productions, recipeParts } from '../tables.ts';

/** These resources and all products made of them since a day, products of products included. */
export async function selectMadeOf(tenant: Tenant, resourceIds: string[], since: string): Promise<string[]> {
  const { rows } = await sql<{ resourceId: string }>`
    WITH RECURSIVE made AS (
      SELECT unnest(${resourceIds}::uuid[]) AS resource_id
      UNION
      SELECT r.resource_id FROM made
      JOIN ${recipeParts.of(tenant)} r ON r.part_id = made.resource_id
      WHERE EXISTS (
        SELECT FROM ${productions.of(tenant)} p WHERE p.resource_id = r.resource_id AND p.recipe_version = r.version
          AND p.status = 'applied' AND p.applied_on >= ${since}::date)
    )
    SELECT resource_id FROM made`.execute(tenant.tx);
  return rows.map(({ resourceId }) => resourceId);
}

import { sql } from 'kysely';
import { lookedUp } from '#platform/db/looked-up.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import { columnOf, type Tenant } from '#platform/db/table.ts';
import { productions, recipeParts, recipes, stockMovements } from '../tables.ts';

/**
 * The open productions: how much of a product each will make in its division (`made`), and how much of a part it will use (`used`). A
 * production that has started has reserved its parts.
 */
export const plannedProductions = (tenant: Pick<Tenant, 'organizationId'>): RowsQuery => sql`
  SELECT p.resource_id, p.division_id, p.quantity AS made, 0 AS used FROM ${productions.of(tenant)} p
  WHERE p.status IN ('planned', 'started')
  UNION ALL
  SELECT n.part_id, p.division_id, 0, round(n.quantity * (100 + n.waste) * p.quantity / (r.yields * 100), 6)
  FROM ${productions.of(tenant)} p
  CROSS JOIN ${lookedUp(recipes.of(tenant), 'r', sql`r.resource_id = p.resource_id AND r.version = p.recipe_version`)}
  CROSS JOIN ${lookedUp(recipeParts.of(tenant), 'n', sql`n.resource_id = p.resource_id AND n.version = p.recipe_version`)}
  WHERE p.status = 'planned'`;

/**
 * These resources and all products whose cost depends on theirs since a day: made of them since, or earlier of parts that were
 * missing or got another cost later. Products of products are included, since the day of the first product.
 */
export const selectMadeOf = (tenant: Tenant, resourceIds: string[], since: string) =>
  columnOf<string>(tenant.tx)`
    WITH RECURSIVE made AS (
      SELECT unnest(${resourceIds}::uuid[]) AS resource_id, ${since}::date AS since
      UNION
      SELECT r.resource_id, least(made.since, p.applied_on) FROM made
      JOIN ${recipeParts.of(tenant)} r ON r.part_id = made.resource_id
      JOIN ${productions.of(tenant)} p ON p.resource_id = r.resource_id AND p.recipe_version = r.version
      WHERE p.status = 'applied' AND (p.applied_on >= made.since OR EXISTS (
        SELECT FROM ${stockMovements.of(tenant)} u WHERE u.cause_kind = 'production' AND u.cause_id = p.id
          AND u.resource_id = made.resource_id AND (u.quantity_after < 0 OR u.revalued IS NOT NULL)))
    )
    SELECT DISTINCT resource_id FROM made`;

/** Writes the present cost of the used parts to their productions. */
export async function updatePartsCosts(tenant: Tenant, movementIds: string[]): Promise<void> {
  const { organizationId } = tenant;
  await sql`
    UPDATE productions p SET parts_cost = (
      SELECT -sum(coalesce(u.revalued, u.value)) FROM ${stockMovements.of(tenant)} u
      WHERE u.cause_kind = 'production' AND u.cause_id = p.id AND u.quantity < 0)
    WHERE p.organization_id = ${organizationId} AND p.status = 'applied' AND p.id IN (
      SELECT m.cause_id FROM ${stockMovements.of(tenant)} m
      WHERE m.id = ANY (${movementIds}::uuid[]) AND m.cause_kind = 'production')`.execute(tenant.tx);
}

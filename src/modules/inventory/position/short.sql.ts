import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { lotPositions, lots, type StockKey, stockMovements, stockPositions } from '../tables.ts';

/**
 * The positions that may need goods, some more than once: `resource_id`, `division_id`, and how much is in lots that cannot be sold
 * (`unusable`). All others have their minimum without anything that is ordered.
 */
export const shortStock = (ctx: TenantContext): RowsQuery => sql`
  SELECT s.resource_id, s.division_id, 0 AS unusable FROM ${stockPositions.of(ctx)} s WHERE s.short
  UNION ALL
  SELECT h.resource_id, h.division_id, h.quantity
  FROM ${lotPositions.of(ctx)} h CROSS JOIN ${lookedUp(lots.of(ctx), 'l', sql`l.id = h.lot_id`)}
  WHERE l.blocked OR l.expires_on < ${ctx.today}::date`;

/** Positions with the limits that hold for them. `unit_cost` is minor units of the organization's currency. */
export const limitedPositions = (tenant: Pick<Tenant, 'organizationId'>): RowsQuery => sql`
  SELECT p.resource_id, p.division_id, p.quantity, p.reserved, p.unit_cost,
         coalesce(p.minimum, p.resource_minimum) AS minimum, p.maximum
  FROM ${stockPositions.of(tenant)} p`;

/** Arrivals of bought goods, each with the invoice or delivery that brought them. An index has those of a resource, newest first. */
export const boughtArrivals = (tenant: Pick<Tenant, 'organizationId'>): RowsQuery => sql`
  SELECT m.resource_id, m.date, m.id, m.cause_kind, m.cause_id FROM ${stockMovements.of(tenant)} m
  WHERE m.cause_kind IN ('invoice', 'delivery') AND m.quantity > 0 AND m.reverses_id IS NULL`;

/** How much of each resource was sold or used in production in each division since a day, less what customers returned. */
export async function selectConsumption(
  tenant: Tenant,
  resourceIds: string[],
  since: Temporal.PlainDate,
): Promise<(StockKey & { quantity: string })[]> {
  // A transfer to another division is its own document.
  return rowsOf<StockKey & { quantity: string }>(tenant.tx)`
    SELECT m.resource_id, m.division_id, trim_scale(-sum(m.quantity)) AS quantity
    FROM ${stockMovements.of(tenant)} m
    WHERE m.resource_id = ANY (${resourceIds}::uuid[]) AND m.date >= ${since}::date AND m.reverses_id IS NULL
      AND CASE m.cause_kind
        WHEN 'invoice' THEN m.quantity < 0
        WHEN 'production' THEN m.quantity < 0
        WHEN 'delivery' THEN m.quantity < 0 AND m.document_id <> m.cause_id
        WHEN 'return' THEN m.quantity > 0
        ELSE false
      END
      AND NOT EXISTS (SELECT FROM ${stockMovements.of(tenant)} v WHERE v.reverses_id = m.id)
    GROUP BY m.resource_id, m.division_id`;
}

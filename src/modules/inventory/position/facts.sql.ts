import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** What there is of a resource, in all divisions together. */
export interface ResourceStock {
  resourceId: string;
  quantity: string;
  reserved: string;
  value: bigint;
  lastMovedOn: string | null;
}

export async function selectStockOfResources(
  tx: Tx,
  organizationId: string,
  resourceIds: string[],
): Promise<ResourceStock[]> {
  const { rows } = await sql<ResourceStock>`
    SELECT p.resource_id, trim_scale(sum(p.quantity)) AS quantity, trim_scale(sum(p.reserved)) AS reserved,
           sum(p.value)::bigint AS value, coalesce(
             (SELECT max(m.date) FROM stock_movements m WHERE m.organization_id = ${organizationId}
                AND m.resource_id = p.resource_id AND m.type = 'OUT' AND m.reverses_id IS NULL),
             (SELECT min(m.date) FROM stock_movements m WHERE m.organization_id = ${organizationId}
                AND m.resource_id = p.resource_id)) AS last_moved_on
    FROM stock_positions p
    WHERE p.organization_id = ${organizationId} AND p.resource_id = ANY (${resourceIds}::uuid[])
    GROUP BY p.resource_id`.execute(tx);
  return rows;
}

export async function selectStockTotals(
  tx: Tx,
  organizationId: string,
): Promise<{ resourcesInStock: number; resourcesOutOfStock: number; belowMinimum: number; value: bigint }> {
  const { rows } = await sql<{
    resourcesInStock: number;
    resourcesOutOfStock: number;
    belowMinimum: number;
    value: bigint;
  }>`
    SELECT count(*) FILTER (WHERE quantity > 0)::int AS resources_in_stock,
           count(*) FILTER (WHERE quantity <= 0)::int AS resources_out_of_stock,
           count(*) FILTER (WHERE is_low)::int AS below_minimum, coalesce(sum(value), 0)::bigint AS value
    FROM (SELECT sum(quantity) AS quantity, bool_or(low) AS is_low, sum(value) AS value
          FROM stock_positions WHERE organization_id = ${organizationId} GROUP BY resource_id) AS resources`.execute(
    tx,
  );
  return rows[0]!;
}

/** Whether something is in stock, promised or owed in a division. */
export async function hasStock(tx: Tx, organizationId: string, divisionId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT EXISTS (
      SELECT FROM stock_positions
      WHERE organization_id = ${organizationId} AND division_id = ${divisionId}
        AND (quantity <> 0 OR reserved <> 0)) AS held`.execute(tx);
  return rows[0]!.held;
}

/** Whether stock is kept here: something has moved, whatever is left of it. */
export async function hasMoved(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('stockMovements')
    .select('id')
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

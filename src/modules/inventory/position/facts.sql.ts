import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { stockMovements, stockPositions } from '../tables.ts';

/** The stock of a resource in all divisions together. */
interface ResourceStock {
  resourceId: string;
  quantity: string;
  reserved: string;
  value: bigint;
  lastMovedOn: string | null;
}

export async function selectStockOfResources(tenant: Tenant, resourceIds: string[]): Promise<ResourceStock[]> {
  const movements = stockMovements.of(tenant);
  return rowsOf<ResourceStock>(tenant.tx)`
    SELECT p.resource_id, trim_scale(sum(p.quantity)) AS quantity, trim_scale(sum(p.reserved)) AS reserved,
           sum(p.value)::numeric(40,0) AS value, coalesce(
             (SELECT max(m.date) FROM ${movements} m
                WHERE m.resource_id = p.resource_id AND m.type = 'OUT' AND m.reverses_id IS NULL),
             (SELECT min(m.date) FROM ${movements} m WHERE m.resource_id = p.resource_id)) AS last_moved_on
    FROM ${stockPositions.of(tenant)} p
    WHERE p.resource_id = ANY (${resourceIds}::uuid[])
    GROUP BY p.resource_id`;
}

interface StockTotals {
  resourcesInStock: number;
  resourcesOutOfStock: number;
  belowMinimum: number;
  value: bigint;
}

export async function selectStockTotals(tenant: Tenant): Promise<StockTotals> {
  const rows = await rowsOf<StockTotals>(tenant.tx)`
    SELECT count(*) FILTER (WHERE quantity > 0)::int AS resources_in_stock,
           count(*) FILTER (WHERE quantity <= 0)::int AS resources_out_of_stock,
           count(*) FILTER (WHERE is_low)::int AS below_minimum, coalesce(sum(value), 0)::numeric(40,0) AS value
    FROM (SELECT sum(quantity) AS quantity, bool_or(low) AS is_low, sum(value) AS value
          FROM ${stockPositions.of(tenant)} p GROUP BY resource_id) AS resources`;
  return rows[0]!;
}

/** Whether a division holds, has reserved or owes something. */
export async function hasStock(tenant: Tenant, divisionId: string): Promise<boolean> {
  const rows = await rowsOf<{ held: boolean }>(tenant.tx)`
    SELECT EXISTS (
      SELECT FROM ${stockPositions.of(tenant)} p
      WHERE p.division_id = ${divisionId} AND (p.quantity <> 0 OR p.reserved <> 0)) AS held`;
  return rows[0]!.held;
}

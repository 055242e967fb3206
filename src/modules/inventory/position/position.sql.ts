import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { filter, list, listOf, oneOf } from '#platform/db/list.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import { onlyRowOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { forgetPositions } from '../stock/stock.sql.ts';
import { lotPositions, lots, type StockKey, type StockPosition, stockMovements, stockPositions } from '../tables.ts';

const ofProducts = {
  resourceId: oneOf('resourceId', z.uuid()),
  divisionId: oneOf('divisionId', z.uuid()),
  search: filter(
    z.string().trim().min(1).max(200).optional().describe('Words of the product.'),
    (words, { organizationId }) => isFound(organizationId, 'resource', sql`t.resource_id`, words),
  ),
};

export const positionList = listOf(stockPositions, {
  filters: {
    ...ofProducts,
    // Not a parameter, so that the index of low positions is used.
    low: filter(z.boolean().optional().describe('Only those below their minimum, or only the others.'), (low) =>
      low ? sql`t.low` : sql`NOT t.low`,
    ),
  },
  sort: { resource: 'resourceId' },
  order: 'resource',
  key: [{ by: sql`t.division_id`, type: 'uuid' }],
});

type PositionRules = Pick<
  StockPosition,
  | 'resourceId'
  | 'divisionId'
  | 'minimum'
  | 'resourceMinimum'
  | 'maximum'
  | 'location'
  | 'negativeRule'
  | 'allowsNegative'
  | 'version'
>;

/** Sets the rules; a position that has them keeps its version. One below zero may stay there until the missing stock has arrived. */
export async function updateRules(tenant: Tenant, rules: PositionRules[]): Promise<StockPosition[]> {
  const { tx, organizationId } = tenant;
  forgetPositions(tenant);
  const column = <K extends keyof PositionRules>(name: K) => rules.map((rule) => rule[name]);
  return rowsOf<StockPosition>(tx)`
    UPDATE stock_positions p
    SET minimum = r.minimum, resource_minimum = r.resource_minimum, maximum = r.maximum, location = r.location,
        negative_rule = r.negative_rule, allows_negative = r.allows_negative OR p.quantity < p.reserved,
        version = CASE WHEN (p.minimum, p.maximum, p.location, p.negative_rule)
          IS DISTINCT FROM (r.minimum, r.maximum, r.location, r.negative_rule) THEN r.version ELSE p.version END
    FROM unnest(${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('minimum')}::numeric[],
                ${column('resourceMinimum')}::numeric[], ${column('maximum')}::numeric[], ${column('location')}::text[],
                ${column('negativeRule')}::boolean[], ${column('allowsNegative')}::boolean[],
                ${column('version')}::int[])
      AS r (resource_id, division_id, minimum, resource_minimum, maximum, location, negative_rule, allows_negative, version)
    WHERE p.organization_id = ${organizationId} AND p.resource_id = r.resource_id AND p.division_id = r.division_id
    RETURNING ${stockPositions.columns('p')}`;
}

/** The stock of a product in a division at the end of a day. */
export interface ValuedStock extends StockKey {
  quantity: string;
  value: bigint;
}

export interface Valuing extends TenantContext {
  asOf: string;
}

/** From the present stock and the movements after the day: so the cost depends on the time since then, not on the whole history. */
const stockAsOf = (ctx: Valuing) => sql`(
  SELECT p.resource_id, p.division_id, p.quantity - coalesce(l.quantity, 0) AS quantity,
         (p.value - coalesce(l.value, 0))::numeric(40,0) AS value
  FROM ${stockPositions.of(ctx)} p LEFT JOIN LATERAL (
    SELECT sum(m.quantity) AS quantity, sum(m.value)::numeric(40,0) AS value FROM ${stockMovements.of(ctx)} m
    WHERE m.resource_id = p.resource_id AND m.division_id = p.division_id AND m.date > ${ctx.asOf}::date) l ON true) t`;

export const valuationList = list<ValuedStock, Valuing>()({
  from: stockAsOf,
  select: sql`t.resource_id, t.division_id, trim_scale(t.quantity) AS quantity, t.value`,
  filters: ofProducts,
  where: () => sql`(t.quantity <> 0 OR t.value <> 0)`,
  sort: { resource: { by: sql`t.resource_id`, type: 'uuid' } },
  order: 'resource',
  key: [{ by: sql`t.division_id`, type: 'uuid' }],
});

interface DivisionValue {
  divisionId: string;
  value: bigint;
  positions: number;
}

/** The value of the stock of each division at the end of a day. */
export const selectValues = (ctx: Valuing, divisionId: string | undefined) =>
  rowsOf<DivisionValue>(ctx.tx)`
    SELECT t.division_id, sum(t.value)::numeric(40,0) AS value, count(*) FILTER (WHERE t.value <> 0)::int AS positions
    FROM (
      SELECT v.resource_id, v.division_id, sum(v.value)::numeric(40,0) AS value FROM (
        SELECT p.resource_id, p.division_id, p.value FROM ${stockPositions.of(ctx)} p
        UNION ALL
        SELECT m.resource_id, m.division_id, -m.value FROM ${stockMovements.of(ctx)} m WHERE m.date > ${ctx.asOf}::date) AS v
      GROUP BY v.resource_id, v.division_id) AS t
    ${divisionId === undefined ? sql`` : sql`WHERE t.division_id = ${divisionId}`}
    GROUP BY t.division_id ORDER BY t.division_id`;

/** Copies the minimum of a resource to its positions. Their version stays: it counts the changes of their own rules. */
export async function updateResourceMinimums(tenant: Tenant, minimums: Map<string, string | null>): Promise<void> {
  const { tx, organizationId } = tenant;
  forgetPositions(tenant);
  await sql`
    UPDATE stock_positions p SET resource_minimum = r.minimum
    FROM unnest(${[...minimums.keys()]}::uuid[], ${[...minimums.values()]}::numeric[]) AS r (id, minimum)
    WHERE p.organization_id = ${organizationId} AND p.resource_id = r.id`.execute(tx);
}

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

export const selectStockTotals = (tenant: Tenant) =>
  onlyRowOf<StockTotals>(tenant.tx)`
    SELECT count(*) FILTER (WHERE quantity > 0)::int AS resources_in_stock,
           count(*) FILTER (WHERE quantity <= 0)::int AS resources_out_of_stock,
           count(*) FILTER (WHERE is_low)::int AS below_minimum, coalesce(sum(value), 0)::numeric(40,0) AS value
    FROM (SELECT sum(quantity) AS quantity, bool_or(low) AS is_low, sum(value) AS value
          FROM ${stockPositions.of(tenant)} p GROUP BY resource_id) AS resources`;

/** Whether a division holds, has reserved or owes something. */
export const hasStock = (tenant: Tenant, divisionId: string) =>
  scalarOf<boolean>(tenant.tx)`
    SELECT EXISTS (
      SELECT FROM ${stockPositions.of(tenant)} p
      WHERE p.division_id = ${divisionId} AND (p.quantity <> 0 OR p.reserved <> 0)) AS held`;

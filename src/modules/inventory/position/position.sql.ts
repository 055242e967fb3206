import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { forgetPositions } from '../stock/stock.sql.ts';
import { type StockPosition, stockPositions } from '../tables.ts';

export const positionList = listOf(stockPositions, {
  filters: {
    resourceId: oneOf('resourceId', z.uuid()),
    divisionId: oneOf('divisionId', z.uuid()),
    search: filter(
      z.string().trim().min(1).max(200).optional().describe('Words of the product.'),
      (words, { organizationId }) => isFound(organizationId, 'resource', sql`t.resource_id`, words),
    ),
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

/** Sets the rules. A position below zero may stay there until the missing stock has arrived. */
export async function updateRules(tenant: Tenant, rules: PositionRules[]): Promise<StockPosition[]> {
  const { tx, organizationId } = tenant;
  forgetPositions(tenant);
  const column = <K extends keyof PositionRules>(name: K) => rules.map((rule) => rule[name]);
  return rowsOf<StockPosition>(tx)`
    UPDATE stock_positions p
    SET minimum = r.minimum, resource_minimum = r.resource_minimum, maximum = r.maximum, location = r.location,
        negative_rule = r.negative_rule, allows_negative = r.allows_negative OR p.quantity < p.reserved,
        version = r.version
    FROM unnest(${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('minimum')}::numeric[],
                ${column('resourceMinimum')}::numeric[], ${column('maximum')}::numeric[], ${column('location')}::text[],
                ${column('negativeRule')}::boolean[], ${column('allowsNegative')}::boolean[],
                ${column('version')}::int[])
      AS r (resource_id, division_id, minimum, resource_minimum, maximum, location, negative_rule, allows_negative, version)
    WHERE p.organization_id = ${organizationId} AND p.resource_id = r.resource_id AND p.division_id = r.division_id
    RETURNING ${stockPositions.columns('p')}`;
}

interface DivisionValue {
  divisionId: string;
  value: bigint;
  positions: number;
}

/** The value of the stock of each division. */
export const selectValues = (tenant: Tenant, divisionId: string | undefined) =>
  rowsOf<DivisionValue>(tenant.tx)`
    SELECT p.division_id, sum(p.value)::numeric(40,0) AS value, count(*) FILTER (WHERE p.value <> 0)::int AS positions
    FROM ${stockPositions.of(tenant)} p
    ${divisionId === undefined ? sql`` : sql`WHERE p.division_id = ${divisionId}`}
    GROUP BY p.division_id ORDER BY p.division_id`;

/** Copies the minimum of a resource to its positions. Their version stays: it counts the changes of their own rules. */
export async function updateResourceMinimum(tenant: Tenant, resourceId: string, minimum: string | null): Promise<void> {
  const { tx, organizationId } = tenant;
  forgetPositions(tenant);
  await sql`UPDATE stock_positions SET resource_minimum = ${minimum}
    WHERE organization_id = ${organizationId} AND resource_id = ${resourceId}`.execute(tx);
}

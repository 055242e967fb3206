import { sql } from 'kysely';
import { z } from 'zod';
import { buyableResources, membersOf } from '#modules/catalog/index.ts';
import { findContact } from '#modules/contacts/index.ts';
import { incomingGoods } from '#modules/fulfilment/index.ts';
import { limitedPositions, plannedProductions, type StockKey, shortStock } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { byDefault, filter, isOneOf, list, oneOf, search, several } from '#platform/db/list.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { lastPurchase } from './purchases.sql.ts';

/** The divisions that are supplied: those in use. Goods of documents without a division arrive in the only one. */
export interface Planning extends TenantContext {
  divisionIds: string[];
  onlyDivisionId: string | null;
}

/** A position that needs goods. Quantities are decimals; `unitCost` is minor units of the organization's currency. */
export interface ShortPosition extends StockKey {
  quantity: string;
  reserved: string;
  unusable: string;
  onOrder: string;
  forProduction: string;
  minimum: string | null;
  maximum: string | null;
  unitCost: string;
}

/**
 * Positions with what is expected of them once all ordered goods are there and all planned productions are made. Grouped and looked
 * up by key, so that the cost follows the present stock and the open documents, not the history.
 */
const planned = (ctx: Planning) => sql`(
  SELECT g.resource_id, g.resource_id AS id, g.division_id, sum(g.unusable) AS unusable, sum(g.on_order) AS on_order,
    sum(g.used) AS for_production FROM (
    SELECT s.resource_id, s.division_id, s.unusable, 0 AS on_order, 0 AS used, true AS is_short FROM (${shortStock(ctx)}) s
    UNION ALL
    SELECT i.resource_id, coalesce(i.division_id, ${ctx.onlyDivisionId}::uuid), 0, i.quantity, 0, false
    FROM (${incomingGoods(ctx)}) i
    UNION ALL
    SELECT m.resource_id, m.division_id, 0, m.made, m.used, m.used > 0 FROM (${plannedProductions(ctx)}) m) AS g
  GROUP BY g.resource_id, g.division_id HAVING bool_or(g.is_short)) t
  CROSS JOIN ${lookedUp(sql`(${limitedPositions(ctx)})`, 'h', sql`h.resource_id = t.resource_id AND h.division_id = t.division_id`)}
  CROSS JOIN ${lookedUp(sql`(${buyableResources(ctx)})`, 'r', sql`r.id = t.resource_id`)}
  CROSS JOIN LATERAL (
    SELECT h.quantity - h.reserved - t.unusable + t.on_order - t.for_production AS expected,
      -- With a maximum only, the position is filled once nothing is left.
      coalesce(h.minimum, CASE WHEN h.maximum > 0 THEN 0.000001 END, 0) AS needed) p`;

const filters = {
  divisionId: oneOf('divisionId', z.uuid()),
  resourceId: oneOf('resourceId', z.uuid()),
  supplierId: filter(
    several(z.uuid()).optional().describe('Only what is bought from these contacts.'),
    async (value, ctx) => {
      const ids = await Promise.all([value].flat().map(async (id) => (await findContact(ctx, id))?.id ?? id));
      const last = lastPurchase(ctx, sql`t.resource_id`, sql`NULL::uuid`);
      return sql`coalesce(r.supplier_id, (SELECT l.contact_id FROM (${last}) l)) = ANY (${ids}::uuid[])`;
    },
  ),
  category: filter(
    z.string().trim().max(100).optional().describe('Only this category.'),
    (category) => sql`r.category = ${category}`,
  ),
  listId: filter(
    several(z.uuid()).optional().describe('Only members of these lists.'),
    (listId, ctx) => sql`t.resource_id IN (${membersOf(ctx, sql`${[listId].flat()}::uuid[]`)})`,
  ),
  search: search('resource', 'Words of the product.'),
  outOfStock: byDefault(
    filter(z.boolean().describe('Also products without a minimum that have run out.'), (isIncluded) =>
      isIncluded ? sql`(p.expected < p.needed OR p.expected <= 0)` : sql`p.expected < p.needed`,
    ),
    false,
  ),
};

export const suggestionList = list<ShortPosition, Planning>()({
  from: planned,
  select: sql`t.resource_id, t.division_id, h.quantity, h.reserved, t.unusable, t.on_order, t.for_production, h.minimum, h.maximum, h.unit_cost`,
  filters,
  scope: {
    keys: filter(
      z.custom<StockKey[]>(),
      (keys) => sql`(t.resource_id, t.division_id) IN (SELECT * FROM unnest(
        ${keys.map(({ resourceId }) => resourceId)}::uuid[], ${keys.map(({ divisionId }) => divisionId)}::uuid[]))`,
    ),
  },
  where: ({ divisionIds }) => isOneOf(sql`t.division_id`, divisionIds),
  sort: {
    name: { by: sql`r.sort_name`, type: 'text' },
    // The part of the minimum that there will be: the emptiest first.
    level: { by: sql`round(p.expected / greatest(p.needed, 1), 6)`, type: 'numeric' },
  },
  order: 'name',
  key: [
    { by: sql`t.resource_id`, type: 'uuid' },
    { by: sql`t.division_id`, type: 'uuid' },
  ],
});

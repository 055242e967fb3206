import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { rowsOf } from '#platform/db/table.ts';
import { resourceAttributes, resources } from '../tables.ts';

/** Products of a collection of which values are counted, and values of one attribute. */
const PRODUCTS_MAX = 10_000;
const VALUES_MAX = 50;

/** Wanted values by the name of their attribute: a product has one of the values of each. */
export type WantedAttributes = ReadonlyMap<string, string[]>;

export interface FacetValue {
  name: string;
  value: string;
  count: number;
}

/**
 * The values of these attributes among the products `t` that meet a condition, the most frequent ones first. The values of an
 * attribute are counted among the products that have the wanted values of all others, so that another value can be chosen.
 */
export function selectFacetValues(
  ctx: TenantContext,
  where: RawBuilder<unknown>,
  names: string[],
  wanted: WantedAttributes,
): Promise<FacetValue[]> {
  const pairs = [...wanted].flatMap(([name, values]) => values.map((value) => ({ name, value })));
  return rowsOf<FacetValue>(ctx.tx)`
    WITH found AS MATERIALIZED (
      SELECT t.id FROM ${resources.of(ctx)} t WHERE ${where} LIMIT ${sql.lit(PRODUCTS_MAX)}
    ), valued AS MATERIALIZED (
      SELECT a.resource_id, a.name, a.value, w.name IS NOT NULL AS is_wanted
      FROM found f CROSS JOIN ${lookedUp(resourceAttributes.of(ctx), 'a', sql`a.resource_id = f.id AND a.name = ANY (${names}::text[])`)}
      LEFT JOIN unnest(${pairs.map(({ name }) => name)}::text[], ${pairs.map(({ value }) => value)}::text[]) AS w (name, value)
        ON w.name = a.name AND w.value = a.value
    ), met AS (
      SELECT v.resource_id, count(*) AS met FROM valued v WHERE v.is_wanted GROUP BY v.resource_id
    ), counted AS (
      SELECT v.name, v.value, count(*)::int AS count,
        row_number() OVER (PARTITION BY v.name ORDER BY count(*) DESC, v.value) AS place
      FROM valued v LEFT JOIN met m ON m.resource_id = v.resource_id
      WHERE coalesce(m.met, 0) + (v.name = ANY (${[...wanted.keys()]}::text[]) AND NOT v.is_wanted)::int = ${wanted.size}
      GROUP BY v.name, v.value
    )
    SELECT c.name, c.value, c.count FROM counted c WHERE c.place <= ${sql.lit(VALUES_MAX)} ORDER BY c.name, c.place`;
}

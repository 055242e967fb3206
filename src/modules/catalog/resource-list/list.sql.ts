import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { containing, filter, isOneOf, list, listOf, oneOf, several, updated, updatedSince } from '#platform/db/list.ts';
import { isNamed } from '#platform/db/named.ts';
import { mapOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { SEARCHED_AS } from '../resource/search.sql.ts';
import {
  type ResourceList,
  type ResourceRow,
  resourceAttributes,
  resourceListMembers,
  resourceLists,
  resources,
} from '../tables.ts';
import type { WantedAttributes } from './facets.sql.ts';
import { type ProductListRule, ProductListType } from './list.schema.ts';

export const listsOfResources = listOf(resourceLists, {
  filters: {
    search: containing(['name'], 'In the name.'),
    type: oneOf('type', ProductListType),
    resourceId: filter(
      several(z.uuid()).optional().describe('Lists that this resource belongs to.'),
      (resourceId, ctx) => sql`t.id IN (SELECT m.list_id FROM ${resourceListMembers.of(ctx)} m
        WHERE ${isOneOf(sql`m.resource_id`, resourceId)})`,
    ),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

type Rule = z.output<typeof ProductListRule>;
export type RuleList = ResourceList & { rule: Rule };

/** Locks the lists by rule, or one of them, in one order. */
export const lockRuleLists = (tenant: Tenant, id?: string) =>
  rowsOf<RuleList>(tenant.tx)`
    SELECT ${resourceLists.columns('l')} FROM ${resourceLists.of(tenant)} l
    WHERE l.rule IS NOT NULL ${id === undefined ? sql`` : sql`AND l.id = ${id}`}
    ORDER BY l.id FOR UPDATE OF l`;

export const countRuleLists = (tenant: Tenant) =>
  scalarOf<number>(tenant.tx)`
    SELECT count(*)::int AS count FROM ${resourceLists.of(tenant)} l WHERE l.rule IS NOT NULL`;

/** Notes when lists were rebuilt. Their version stays, because nothing that a person set has changed. */
export const markBuilt = ({ tx, organizationId }: Tenant, ids: string[], at: Temporal.Instant): Promise<unknown> =>
  sql`UPDATE resource_lists SET built_at = ${at}
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`.execute(tx);

/** The number of members of each list, counted no further than the limit. */
export const countMembers = (tenant: Tenant, listIds: string[], limit: number) =>
  mapOf<number>(tenant.tx)`
    SELECT l.id, (SELECT count(*)::int FROM (
      SELECT FROM ${resourceListMembers.of(tenant)} m WHERE m.list_id = l.id LIMIT ${limit}) AS counted) AS count
    FROM unnest(${listIds}::uuid[]) AS l (id)`;

function belongs(tenant: Tenant, rule: Rule): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`r.archived_at IS NULL`];
  if (rule.kinds) conditions.push(sql`r.kind = ANY (${rule.kinds}::text[])`);
  if (rule.categories) conditions.push(sql`r.category = ANY (${rule.categories}::text[])`);
  if (rule.search) conditions.push(isFound(tenant.organizationId, SEARCHED_AS, sql`r.id`, rule.search));
  if (rule.attributes) conditions.push(sql`r.attributes @> ${JSON.stringify(rule.attributes)}::jsonb`);
  if (rule.costFrom !== undefined) conditions.push(sql`r.cost >= ${rule.costFrom}::numeric`);
  if (rule.costTo !== undefined) conditions.push(sql`r.cost <= ${rule.costTo}::numeric`);
  if (rule.tracksStock !== undefined) conditions.push(sql`r.tracks_stock = ${rule.tracksStock}`);
  if (rule.createdSince) conditions.push(sql`r.created_at >= ${rule.createdSince}::timestamptz`);
  return sql.join(conditions, sql` AND `);
}

/** Finds the members of a list by its rule: all of them, or only among these resources. */
export async function findMembers(
  tenant: Tenant,
  { id: listId, rule }: Pick<RuleList, 'id' | 'rule'>,
  resourceIds?: string[],
): Promise<void> {
  const { tx, organizationId } = tenant;
  const among = (id: RawBuilder<unknown>) => (resourceIds ? sql`AND ${id} = ANY (${resourceIds}::uuid[])` : sql``);
  await sql`
    DELETE FROM resource_list_members m
    WHERE m.organization_id = ${organizationId} AND m.list_id = ${listId} ${among(sql`m.resource_id`)}
      AND NOT EXISTS (
        SELECT FROM ${resources.of(tenant)} r WHERE r.id = m.resource_id AND ${belongs(tenant, rule)})`.execute(tx);
  await sql`
    INSERT INTO resource_list_members (organization_id, list_id, resource_id)
    SELECT r.organization_id, ${listId}::uuid, r.id FROM ${resources.of(tenant)} r
    WHERE ${belongs(tenant, rule)} ${among(sql`r.id`)}
    ON CONFLICT (organization_id, list_id, resource_id) DO NOTHING`.execute(tx);
}

export type CollectionProduct = Pick<
  ResourceRow,
  'id' | 'name' | 'description' | 'code' | 'category' | 'unit' | 'attributes' | 'images'
>;

/** The products of one collection that are still sold, as strangers may see them: nothing of costs and stock. */
export const collectionProducts = list<CollectionProduct>()({
  from: (ctx) => sql`${resources.of(ctx)} t`,
  select: sql`t.id, t.name, t.description, t.code, t.category, t.unit, t.attributes, t.images`,
  filters: {
    search: filter(z.string().max(100).optional().describe('Beginnings of words of the name.'), (text, ctx) =>
      // A form sends an empty field.
      text.trim() === '' ? null : isFound(ctx.organizationId, SEARCHED_AS, sql`t.id`, text),
    ),
    updatedSince,
  },
  scope: {
    collectionId: filter(z.uuid(), (id, ctx) =>
      isNamed(ctx, { id: sql`m.resource_id`, from: sql`${resourceListMembers.of(ctx)} m WHERE m.list_id = ${id}` }),
    ),
    wanted: filter(z.custom<WantedAttributes>(), async (wanted, ctx) => {
      const conditions = await Promise.all(
        [...wanted].map(([name, values]) =>
          isNamed(ctx, {
            id: sql`a.resource_id`,
            from: sql`${resourceAttributes.of(ctx)} a WHERE a.name = ${name} AND a.value = ANY (${values})`,
          }),
        ),
      );
      return conditions.length === 0 ? null : sql.join(conditions, sql` AND `);
    }),
  },
  where: () => sql`t.archived_at IS NULL`,
  sort: { name: { by: sql`t.sort_name`, type: 'text' }, updated },
  order: 'name',
});

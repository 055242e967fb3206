import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { SEARCHED_AS } from '../resource/search.sql.ts';
import type { GivenRule } from './list.schema.ts';

export interface Member {
  resourceId: string;
  quantity: string;
}

/** How many members each list has, counted no further than the limit. */
export async function countMembers(
  tx: Tx,
  organizationId: string,
  listIds: string[],
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT l.id, (SELECT count(*)::int FROM (SELECT FROM resource_list_members m WHERE m.organization_id = ${organizationId}
      AND m.list_id = l.id LIMIT ${limit}) AS counted) AS count
    FROM unnest(${listIds}::uuid[]) AS l (id)`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The members of a list: those of these resources, or all. */
export const selectMembers = (
  tx: Tx,
  organizationId: string,
  listId: string,
  resourceIds: string[] | null,
): Promise<Member[]> =>
  tx
    .selectFrom('resourceListMembers')
    .select(['resourceId', 'quantity'])
    .where('organizationId', '=', organizationId)
    .where('listId', '=', listId)
    .$if(resourceIds !== null, (query) => query.where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`))
    .orderBy('resourceId')
    .execute();

/** The members of lists, in one order. */
export const selectMembersOf = (
  tx: Tx,
  organizationId: string,
  listIds: string[],
): Promise<(Member & { listId: string })[]> =>
  tx
    .selectFrom('resourceListMembers')
    .select(['listId', 'resourceId', 'quantity'])
    .where('organizationId', '=', organizationId)
    .where('listId', '=', sql<string>`ANY (${listIds}::uuid[])`)
    .orderBy('listId')
    .orderBy('resourceId')
    .execute();

/** Which of these lists each of these resources belongs to. */
export const selectMemberships = (
  tx: Tx,
  organizationId: string,
  listIds: string[],
  resourceIds: string[],
): Promise<{ listId: string; resourceId: string }[]> =>
  tx
    .selectFrom('resourceListMembers')
    .select(['listId', 'resourceId'])
    .where('organizationId', '=', organizationId)
    .where('listId', '=', sql<string>`ANY (${listIds}::uuid[])`)
    .where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)
    .execute();

/** These are the members of a list from now on. */
export async function replaceMembers(tx: Tx, organizationId: string, listId: string, members: Member[]): Promise<void> {
  const ids = members.map(({ resourceId }) => resourceId);
  await sql`DELETE FROM resource_list_members WHERE organization_id = ${organizationId} AND list_id = ${listId}
    AND resource_id <> ALL (${ids}::uuid[])`.execute(tx);
  await sql`
    INSERT INTO resource_list_members (organization_id, list_id, resource_id, quantity)
    SELECT ${organizationId}::uuid, ${listId}::uuid, g.* FROM unnest(${ids}::uuid[],
      ${members.map(({ quantity }) => quantity)}::numeric[]) AS g
    ON CONFLICT (organization_id, list_id, resource_id) DO UPDATE SET quantity = excluded.quantity`.execute(tx);
}

function belongs(organizationId: string, rule: GivenRule): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`r.organization_id = ${organizationId}`, sql`r.archived_at IS NULL`];
  if (rule.kinds) conditions.push(sql`r.kind = ANY (${rule.kinds}::text[])`);
  if (rule.categories) conditions.push(sql`r.category = ANY (${rule.categories}::text[])`);
  if (rule.search) conditions.push(isFound(organizationId, SEARCHED_AS, sql`r.id`, rule.search));
  if (rule.attributes) conditions.push(sql`r.attributes @> ${JSON.stringify(rule.attributes)}::jsonb`);
  if (rule.costFrom !== undefined) conditions.push(sql`r.cost >= ${rule.costFrom}::numeric`);
  if (rule.costTo !== undefined) conditions.push(sql`r.cost <= ${rule.costTo}::numeric`);
  if (rule.tracksStock !== undefined) conditions.push(sql`r.tracks_stock = ${rule.tracksStock}`);
  if (rule.createdSince) conditions.push(sql`r.created_at >= ${rule.createdSince}::timestamptz`);
  return sql.join(conditions, sql` AND `);
}

/** Finds the members of a list by its rule: all of them, or whether these resources are. */
export async function findMembers(
  tx: Tx,
  organizationId: string,
  listId: string,
  rule: GivenRule,
  resourceIds: string[] | null,
): Promise<void> {
  const among = (id: RawBuilder<unknown>) => (resourceIds ? sql`AND ${id} = ANY (${resourceIds}::uuid[])` : sql``);
  await sql`
    DELETE FROM resource_list_members m
    WHERE m.organization_id = ${organizationId} AND m.list_id = ${listId} ${among(sql`m.resource_id`)}
      AND NOT EXISTS (SELECT FROM resources r WHERE r.id = m.resource_id AND ${belongs(organizationId, rule)})`.execute(
    tx,
  );
  await sql`
    INSERT INTO resource_list_members (organization_id, list_id, resource_id)
    SELECT ${organizationId}::uuid, ${listId}::uuid, r.id FROM resources r
    WHERE ${belongs(organizationId, rule)} ${among(sql`r.id`)}
    ON CONFLICT (organization_id, list_id, resource_id) DO NOTHING`.execute(tx);
}

import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { lockForLimit } from '#platform/db/table.ts';
import { referencingTable } from '#platform/db/violation.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { changedFields } from '#platform/events/changed-fields.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { ROWS_COUNTED_MAX } from '#platform/http/page.ts';
import { moneyText } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import {
  resourceCreated,
  resourceListCreated,
  resourceListDeleted,
  resourceListUpdated,
  resourceUpdated,
} from '../events.ts';
import { describePicked } from '../resource/describe.ts';
import { pageOfResources } from '../resource/list.ts';
import { refuseUnknown } from '../resource/reference.ts';
import { discountRules, type ResourceList, resourceListMembers, resourceLists, resources } from '../tables.ts';
import type { NewProductList, ProductListChange } from './list.schema.ts';
import { countMembers, countRuleLists, findMembers, lockRuleLists, markBuilt, type RuleList } from './list.sql.ts';

const RULE_LISTS_MAX = 50;

export const ListInvalid = refusal('list_invalid', 'The fields of this list contradict each other: see `detail`.');
export const ListInUse = refusal('list_in_use', 'A discount or a document uses this list: remove it there first.', 409);
export const TooManyRuleLists = refusal(
  'too_many_rule_lists',
  `An organization has at most ${RULE_LISTS_MAX} lists by rule.`,
);

interface Member {
  resourceId: string;
  quantity: string;
}

export async function createList(ctx: TenantContext, given: z.output<typeof NewProductList>) {
  const { name, type, description = '', rule = null, members } = given;
  refuseContradictions(type, given);
  if (!rule && !members) throw ListInvalid('A list needs members, or a rule that finds them.');
  if (rule) await lockForLimit(ctx, 'rule lists');
  if (rule && (await countRuleLists(ctx)) >= RULE_LISTS_MAX) throw TooManyRuleLists();
  if (members) await requireMembers(ctx, members);
  const list = await resourceLists.insert(ctx, {
    name,
    type,
    description,
    rule,
    ...pricedIn(ctx, given.price ?? null, given.currency),
    builtAt: ctx.now,
  });
  if (rule) await findMembers(ctx, { id: list.id, rule });
  else await replaceMembers(ctx, list.id, members!);
  ctx.emit(resourceListCreated, { resourceListId: list.id, name, type, ...(ctx.userId && { userId: ctx.userId }) });
  return describeList(ctx, list);
}

/** Packs and bundles list their parts, and only they have a price. */
function refuseContradictions(
  type: ResourceList['type'],
  { rule, members, price }: { rule?: unknown; members?: unknown; price?: string | null | undefined },
): void {
  if (rule && members) throw ListInvalid('Members are listed by hand or found by a rule, not both.');
  if (rule && type !== 'COLLECTION')
    throw ListInvalid('A pack or bundle lists its parts: only a collection has a rule.');
  if (price && type === 'COLLECTION') throw ListInvalid('A collection is not sold as one: it has no price.');
}

const pricedIn = (ctx: TenantContext, price: string | null, currency: string | null | undefined) =>
  price === null ? { price: null, currency: null } : { price, currency: currency ?? ctx.currency };

async function requireMembers(ctx: TenantContext, members: Member[]): Promise<void> {
  const ids = members.map(({ resourceId }) => resourceId);
  refuseUnknown(ids, await resources.all(ctx, { id: ids }, { columns: ['id'] }), 'body.members[].resourceId');
}

async function replaceMembers(ctx: TenantContext, listId: string, members: Member[]): Promise<void> {
  await resourceListMembers.delete(ctx, { listId });
  const rows = members.map(({ resourceId, quantity }) => ({ listId, resourceId, quantity }));
  await resourceListMembers.insertMany(ctx, rows);
}

export async function changeList(ctx: TenantContext, change: z.output<typeof ProductListChange>) {
  const { id, version, members, rule, ...given } = change;
  const before = await resourceLists.lock(ctx, id, version);
  refuseContradictions(before.type, { rule: rule ?? before.rule, members, price: given.price });
  if (rule && !before.rule) throw ListInvalid('The members of this list are listed by hand: it cannot get a rule.');
  if (members) await requireMembers(ctx, members);
  const price = given.price === undefined ? before.price : given.price;
  const after = {
    name: given.name ?? before.name,
    description: given.description ?? before.description,
    rule: rule ?? before.rule,
    ...pricedIn(ctx, price, given.currency ?? before.currency),
  };
  const old = comparable(before);
  const current = comparable(after);
  if (members) {
    const present = await resourceListMembers.all(ctx, { listId: id }, { orderBy: ['resourceId'] });
    old.members = present.map(plainMember);
    current.members = members.map(plainMember).toSorted((a, b) => (a.resourceId < b.resourceId ? -1 : 1));
  }
  const changed = changedFields(old, current);
  if (!changed) return describeList(ctx, before);
  const list = await resourceLists.update(ctx, id, { ...after, updatedAt: ctx.now });
  if ('members' in changed.new) await replaceMembers(ctx, id, members!);
  if ('rule' in changed.new) await rebuild(ctx, [list as RuleList]);
  ctx.emit(resourceListUpdated, { resourceListId: id, ...(ctx.userId && { userId: ctx.userId }), ...changed });
  return describeList(ctx, await resourceLists.get(ctx, id));
}

const plainMember = ({ resourceId, quantity }: Member): Member => ({ resourceId, quantity: plainDecimal(quantity) });

const comparable = (
  list: Pick<ResourceList, 'name' | 'description' | 'rule' | 'price' | 'currency'>,
): Record<string, unknown> => {
  const { name, description, rule, price, currency } = list;
  return { name, description, rule, price: price === null ? null : plainDecimal(price), currency };
};

export async function removeList(ctx: TenantContext, id: string): Promise<void> {
  const { name, type } = await resourceLists.lock(ctx, id);
  if (await discountRules.exists(ctx, { listId: id })) throw ListInUse();
  await resourceLists.delete(ctx, id).catch((error: unknown) => {
    throw referencingTable(error) ? ListInUse() : error;
  });
  ctx.emit(resourceListDeleted, { resourceListId: id, name, type });
}

/** Finds the members of lists by rule again: of one list, or of all. */
export async function clearCache(ctx: TenantContext, id: string | undefined) {
  const lists = await lockRuleLists(ctx, id);
  if (id !== undefined && lists.length === 0) await resourceLists.get(ctx, id);
  await rebuild(ctx, lists);
  return { rebuiltCount: lists.length };
}

async function rebuild(ctx: TenantContext, lists: RuleList[]): Promise<void> {
  for (const list of lists) await findMembers(ctx, list);
  await markBuilt(
    ctx,
    lists.map(({ id }) => id),
    ctx.now,
  );
}

/** Lists by rule follow the resources: a changed resource is matched against every rule again. */
export const followResources = subscriber({
  name: 'catalog/follow-resources',
  follows: [resourceCreated, resourceUpdated],
  handle: async (ctx, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.resourceId))];
    for (const list of await lockRuleLists(ctx)) await findMembers(ctx, list, ids);
  },
});

const describeList = async (ctx: TenantContext, list: ResourceList) => (await describeLists(ctx, [list]))[0]!;

export async function describeLists(ctx: TenantContext, lists: ResourceList[]) {
  const ids = lists.map(({ id }) => id);
  const counts = await countMembers(ctx, ids, ROWS_COUNTED_MAX);
  return lists.map((list) => ({
    ...list,
    price: list.price === null ? null : moneyText(list.price, list.currency!),
    memberCount: counts.get(list.id) ?? 0,
  }));
}

export async function readList(ctx: TenantContext, id: string) {
  return describeList(ctx, await resourceLists.get(ctx, id));
}

/** The resources of a list with their quantities. */
export async function listMembers(ctx: TenantContext, listId: string, query: Parameters<typeof pageOfResources>[1]) {
  await resourceLists.get(ctx, listId);
  return pageOfResources(ctx, { ...query, listId }, async (rows) => {
    const members = await resourceListMembers.all(ctx, { listId, resourceId: rows.map(({ id }) => id) });
    const quantities = new Map(members.map(({ resourceId, quantity }) => [resourceId, plainDecimal(quantity)]));
    // A resource may have left the list since its row was read.
    return (await describePicked(ctx, rows)).flatMap((resource) => {
      const quantity = quantities.get(resource.id);
      return quantity === undefined ? [] : [{ ...resource, quantity }];
    });
  });
}

/** Collections of products, in the order of the ids. */
export async function findCollections(
  ctx: TenantContext,
  ids: string[],
): Promise<{ id: string; name: string; description: string }[]> {
  const columns = ['id', 'name', 'description'] as const;
  const found = await resourceLists.all(ctx, { id: ids, type: 'COLLECTION' }, { columns });
  return ids.flatMap((id) => found.find((list) => list.id === id) ?? []);
}

/** The products that are in any of these collections. */
export async function collectedAmong(ctx: TenantContext, listIds: string[], resourceIds: string[]): Promise<string[]> {
  const rows = await resourceListMembers.all(
    ctx,
    { listId: listIds, resourceId: resourceIds },
    { columns: ['resourceId'] },
  );
  return rows.map(({ resourceId }) => resourceId);
}

import { isDeepStrictEqual } from 'node:util';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { referencingTable } from '#platform/db/database.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { type PageRequest, pageWindow, ROWS_COUNTED_MAX, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { exponentOf } from '#platform/money.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { isListUsed } from '../discount/rule.sql.ts';
import {
  resourceCreated,
  resourceListCreated,
  resourceListDeleted,
  resourceListUpdated,
  resourceUpdated,
} from '../events.ts';
import { pickResources } from '../resource/list.ts';
import { selectResources } from '../resource/resource.sql.ts';
import type { GivenList, GivenListChange, GivenRule } from './list.schema.ts';
import {
  countRuleLists,
  deleteList,
  insertList,
  type ListFields,
  type ListType,
  lockList,
  lockRuleLists,
  type ResourceList,
  selectList,
  selectLists,
  updateBuilt,
  updateList,
} from './list.sql.ts';
import { countMembers, findMembers, type Member, replaceMembers, selectMembers } from './member.sql.ts';

const RULE_LISTS_MAX = 50;

export const ListInvalid = refusal(422, 'list_invalid', 'A list of this type cannot be like this.');
export const ListInUse = refusal(409, 'list_in_use', 'A discount or a document names this list, so it stays.');
export const TooManyRuleLists = refusal(
  422,
  'too_many_rule_lists',
  `An organization has at most ${RULE_LISTS_MAX} lists by rule.`,
);

export async function createList(ctx: TenantContext, given: GivenList) {
  const { tx, organizationId } = ctx;
  refuseContradictions(given.type, given);
  if (!given.rule && !given.members) throw ListInvalid('It names its members, or a rule by which they are found.');
  if (given.rule && (await countRuleLists(tx, organizationId)) >= RULE_LISTS_MAX) throw TooManyRuleLists();
  if (given.members) await requireMembers(ctx, given.members);
  const id = newId();
  const { name, type, description = '', rule = null } = given;
  const price = await pricedIn(ctx, given.price ?? null, given.currency);
  await insertList(tx, organizationId, {
    id,
    name,
    type,
    description,
    rule,
    ...price,
    createdBy: ctx.userId,
    at: ctx.now,
  });
  if (rule) await findMembers(tx, organizationId, id, rule, null);
  else await replaceMembers(tx, organizationId, id, given.members!);
  ctx.emit(resourceListCreated, { resourceListId: id, name, type, ...(ctx.userId && { userId: ctx.userId }) });
  return describeList(ctx, id);
}

/** What is sold as one has named parts, and only that has a price. */
function refuseContradictions(
  type: ListType,
  { rule, members, price }: { rule?: unknown; members?: unknown; price?: string | null | undefined },
): void {
  if (rule && members) throw ListInvalid('Its members are named by hand or found by a rule, not both.');
  if (rule && type !== 'COLLECTION')
    throw ListInvalid('A pack or bundle names its parts: only a collection has a rule.');
  if (price && type === 'COLLECTION') throw ListInvalid('A collection is not sold as one: it has no price.');
}

async function pricedIn(ctx: TenantContext, price: string | null, currency: string | undefined) {
  if (price === null) return { price: null, currency: null };
  return { price, currency: currency ?? (await findOrganization(ctx.tx, ctx.organizationId)).currency };
}

async function requireMembers(ctx: TenantContext, members: Member[]): Promise<void> {
  const ids = members.map(({ resourceId }) => resourceId);
  const known = new Set((await selectResources(ctx.tx, ctx.organizationId, ids)).map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw unknownReference(`body.members[${unknown}].resourceId`, 'This resource');
}

export async function changeList(ctx: TenantContext, { id, version, members, rule, ...given }: GivenListChange) {
  const { tx, organizationId } = ctx;
  const before = await lockList(tx, organizationId, id);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  refuseContradictions(before.type, { rule: rule ?? before.rule, members, price: given.price });
  if (rule && !before.rule) throw ListInvalid('Its members are named by hand: a rule is for another list.');
  if (members) await requireMembers(ctx, members);
  const price = given.price === undefined ? before.price : given.price;
  const after: ListFields = {
    name: given.name ?? before.name,
    description: given.description ?? before.description,
    rule: rule ?? before.rule,
    ...(await pricedIn(ctx, price, given.currency ?? before.currency ?? undefined)),
  };
  const [old, current] = [{ ...comparable(before) }, { ...comparable(after) }] as Record<string, unknown>[];
  if (members) {
    old!.members = (await selectMembers(tx, organizationId, id, null)).map(plainMember);
    current!.members = members.map(plainMember).toSorted((a, b) => (a.resourceId < b.resourceId ? -1 : 1));
  }
  const changed = Object.keys(current!).filter((field) => !isDeepStrictEqual(old![field], current![field]));
  if (changed.length === 0) return describeList(ctx, id);
  await updateList(tx, organizationId, id, after, ctx.now);
  if (changed.includes('members')) await replaceMembers(tx, organizationId, id, members!);
  if (changed.includes('rule')) await rebuild(ctx, [{ ...before, ...after }]);
  const only = (fields: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  ctx.emit(resourceListUpdated, {
    resourceListId: id,
    ...(ctx.userId && { userId: ctx.userId }),
    old: only(old!),
    new: only(current!),
  });
  return describeList(ctx, id);
}

const plainMember = ({ resourceId, quantity }: Member): Member => ({ resourceId, quantity: plainDecimal(quantity) });

const comparable = ({ name, description, rule, price, currency }: ListFields): ListFields => ({
  name,
  description,
  rule,
  price: price === null ? null : plainDecimal(price),
  currency,
});

export async function removeList(ctx: TenantContext, id: string) {
  const list = await lockList(ctx.tx, ctx.organizationId, id);
  if (!list) throw NotFound();
  if (await isListUsed(ctx.tx, ctx.organizationId, id)) throw ListInUse();
  await deleteList(ctx.tx, ctx.organizationId, id).catch((error: unknown) => {
    if (referencingTable(error)) throw ListInUse();
    throw error;
  });
  ctx.emit(resourceListDeleted, { resourceListId: id, name: list.name, type: list.type });
  return { id };
}

/** Finds the members of lists by rule anew: of one, or of all. */
export async function clearCache(ctx: TenantContext, id: string | null) {
  const lists = await lockRuleLists(ctx.tx, ctx.organizationId, id);
  if (id !== null && lists.length === 0 && !(await selectList(ctx.tx, ctx.organizationId, id))) throw NotFound();
  await rebuild(ctx, lists);
  return { rebuiltCount: lists.length };
}

async function rebuild(ctx: TenantContext, lists: ResourceList[]): Promise<void> {
  const { tx, organizationId } = ctx;
  for (const { id, rule } of lists) await findMembers(tx, organizationId, id, rule as GivenRule, null);
  const ids = lists.map(({ id }) => id);
  if (ids.length > 0) await updateBuilt(tx, organizationId, ids, ctx.now);
}

/** Lists by rule follow the resources: one that changed is matched against every rule again. */
export const followResources = subscriber({
  name: 'catalog/follow-resources',
  follows: [resourceCreated, resourceUpdated],
  handle: async (ctx, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.resourceId))];
    for (const { id, rule } of await lockRuleLists(ctx.tx, ctx.organizationId, null)) {
      await findMembers(ctx.tx, ctx.organizationId, id, rule as GivenRule, ids);
    }
  },
});

export async function describeList(ctx: TenantContext, id: string) {
  const list = await selectList(ctx.tx, ctx.organizationId, id);
  if (!list) throw NotFound();
  return (await describeLists(ctx, [list]))[0]!;
}

async function describeLists(ctx: TenantContext, lists: ResourceList[]) {
  const ids = lists.map(({ id }) => id);
  const counts = await countMembers(ctx.tx, ctx.organizationId, ids, ROWS_COUNTED_MAX);
  return lists.map((list) => ({
    ...list,
    price: list.price === null ? null : plainDecimal(list.price, exponentOf(list.currency!)),
    memberCount: counts.get(list.id) ?? 0,
  }));
}

export async function listLists(
  ctx: TenantContext,
  query: PageRequest & { type?: ListType | undefined; resourceId?: string | undefined },
) {
  const { rows, counted } = await selectLists(ctx.tx, ctx.organizationId, query, pageWindow(query));
  const page = toPage(query, rows, counted);
  return { ...page, data: await describeLists(ctx, page.data) };
}

/** The resources of a list, by name, each with its quantity. */
export async function listMembers(
  ctx: TenantContext,
  listId: string,
  query: PageRequest & { cursor?: string | undefined; search?: string | undefined },
) {
  if (!(await selectList(ctx.tx, ctx.organizationId, listId))) throw NotFound();
  const page = await pickResources(ctx, { ...query, listId });
  const ids = page.data.map(({ id }) => id);
  const members = await selectMembers(ctx.tx, ctx.organizationId, listId, ids);
  const quantities = new Map(members.map(({ resourceId, quantity }) => [resourceId, plainDecimal(quantity)]));
  // What left the list between the two questions is no longer told.
  const data = page.data.flatMap((resource) => {
    const quantity = quantities.get(resource.id);
    return quantity === undefined ? [] : [{ ...resource, quantity }];
  });
  return { ...page, data };
}

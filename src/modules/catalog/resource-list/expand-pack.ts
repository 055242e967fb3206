import type { TenantContext } from '#platform/context.ts';
import { exponentOf } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { plainDecimal, proportion, scaled, unscaled } from '../decimal.ts';
import { type ListType, selectList } from './list.sql.ts';
import { selectMembers } from './member.sql.ts';

export const NotSoldAsOne = refusal(422, 'list_not_sold_as_one', 'A collection is not sold as one: sell its members.');

/** A pack or bundle, and what so many of it consist of. */
export interface ExpandedPack {
  id: string;
  name: string;
  type: ListType;
  /** What one is sold for. Null: the sum of its parts. */
  price: string | null;
  currency: string | null;
  parts: { resourceId: string; quantity: string }[];
}

/** What leaves the stock when so many of a pack or bundle are sold. */
export async function expandPack(
  ctx: TenantContext,
  listId: string,
  quantity: string,
  path = 'body.resourceListId',
): Promise<ExpandedPack> {
  const [list, members] = await Promise.all([
    selectList(ctx.tx, ctx.organizationId, listId),
    selectMembers(ctx.tx, ctx.organizationId, listId, null),
  ]);
  if (!list) throw unknownReference(path, 'This list');
  if (list.type === 'COLLECTION') throw NotSoldAsOne();
  return {
    id: list.id,
    name: list.name,
    type: list.type,
    price: list.price === null ? null : plainDecimal(list.price, exponentOf(list.currency!)),
    currency: list.currency,
    parts: members.map((member) => ({
      resourceId: member.resourceId,
      quantity: unscaled(proportion(scaled(member.quantity), quantity, '1')),
    })),
  };
}

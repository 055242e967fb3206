import type { TenantContext } from '#platform/context.ts';
import { resourceListMembers, resourceLists } from '../tables.ts';

/** Collections of products, in the order of the ids. */
export async function findCollections(
  ctx: TenantContext,
  ids: string[],
): Promise<{ id: string; name: string; description: string }[]> {
  const columns = ['id', 'name', 'description'] as const;
  const found = await resourceLists.all(ctx, { id: ids, type: 'COLLECTION' }, { columns });
  return ids.flatMap((id) => found.find((list) => list.id === id) ?? []);
}

/** Those of the products that are in any of these collections. */
export async function collectedAmong(ctx: TenantContext, listIds: string[], resourceIds: string[]): Promise<string[]> {
  const rows = await resourceListMembers.all(
    ctx,
    { listId: listIds, resourceId: resourceIds },
    { columns: ['resourceId'] },
  );
  return rows.map(({ resourceId }) => resourceId);
}

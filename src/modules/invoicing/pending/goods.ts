import { expandPack, findPacks, findResources, type Pack, type Resource } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { PendingElement } from './element.sql.ts';
import type { Direction } from './pending.sql.ts';

/** What a line takes out of stock or brings into it. */
export interface GoodsLine {
  elementId: string;
  resourceId: string;
  /** More than zero. */
  quantity: string;
  serialNumbers: string[];
}

/** What lines sell or buy, as it stands in the catalog. */
export interface SoldItems {
  /** The items of the lines, and those in their packs. */
  resources: Map<string, Resource>;
  packs: Map<string, Pack>;
}

/** The items and packs that lines name; those that are unknown are missing. */
export async function findSold(
  ctx: TenantContext,
  elements: { resourceId?: string | null | undefined; resourceListId?: string | null | undefined }[],
): Promise<SoldItems> {
  const listIds = new Set(elements.flatMap(({ resourceListId }) => resourceListId ?? []));
  const packs = await findPacks(ctx, [...listIds]);
  const parts = [...packs.values()].flatMap((pack) => pack.parts.map(({ resourceId }) => resourceId));
  const resourceIds = new Set([...elements.flatMap(({ resourceId }) => resourceId ?? []), ...parts]);
  return { packs, resources: await findResources(ctx, [...resourceIds]) };
}

export type Sold = Pick<
  PendingElement,
  'id' | 'resourceId' | 'resourceListId' | 'quantity' | 'serialNumbers' | 'chartAccountId'
>;

/** The goods in the lines of a document; who buys a pack or a combo takes its parts. What is posted elsewhere is no stock. */
export const goodsOf = (direction: Direction, elements: Sold[], { resources, packs }: SoldItems): GoodsLine[] =>
  elements.flatMap((element) => {
    if (direction === 'purchase' && element.chartAccountId !== null) return [];
    const { resourceListId, resourceId, quantity } = element;
    const items = resourceListId ? expandPack(packs.get(resourceListId)!, quantity) : [{ resourceId, quantity }];
    return items.flatMap((item) => {
      const resource = item.resourceId === null ? undefined : resources.get(item.resourceId);
      return resource ? goodsOfItem(direction, element, resource, item.quantity) : [];
    });
  });

function goodsOfItem(direction: Direction, element: Sold, resource: Resource, quantity: string): GoodsLine[] {
  const { id: elementId, serialNumbers: given, resourceListId } = element;
  // The serial numbers of a pack are those of the part that has them.
  const serialNumbers = resourceListId === null || resource.tracksSerials ? given : [];
  if (resource.tracksStock) return [{ elementId, resourceId: resource.id, quantity, serialNumbers }];
  if (resource.kind !== 'combo' || direction === 'purchase') return [];
  return expandPack(resource, quantity).map((part) => ({ elementId, ...part, serialNumbers: [] }));
}

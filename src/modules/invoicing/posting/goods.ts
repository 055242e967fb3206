import { expandPack, findPacks, findResources, type Pack, type Resource } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, sum, toMillionths } from '#platform/decimal.ts';
import type { PendingElement } from '../pending/element.sql.ts';
import type { Direction, PendingRecord } from '../tables.ts';
import { type SoldPart, selectSoldParts } from './parts.sql.ts';

/** What a line takes out of stock or brings into it. */
export interface GoodsLine {
  elementId: string;
  resourceId: string;
  /** How much of it is in one of the line. */
  each: string;
  /** More than zero. */
  quantity: string;
  serialNumbers: string[];
  /** The numbers are of several parts: this one's are those that belong to it. */
  sharesSerials: boolean;
}

/** What lines sell or buy, as it stands in the catalog. */
export interface SoldItems {
  /** The items of the lines, those in their packs, and the parts of combos. */
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
  const members = [...packs.values()].flatMap((pack) => pack.parts.map(({ resourceId }) => resourceId));
  const resourceIds = new Set([...elements.flatMap(({ resourceId }) => resourceId ?? []), ...members]);
  const resources = await findResources(ctx, [...resourceIds]);
  const parts = [...resources.values()].flatMap((resource) => resource.parts.map(({ resourceId }) => resourceId));
  const further = await findResources(
    ctx,
    parts.filter((id) => !resources.has(id)),
  );
  return { packs, resources: new Map([...resources, ...further]) };
}

export type Sold = Pick<PendingElement, 'id' | 'resourceId' | 'resourceListId' | 'chartAccountId'>;

/** What one of a line is made of: who buys a pack or a combo takes its parts. What is posted elsewhere is no stock. */
export function partsOf(direction: Direction, element: Sold, { resources, packs }: SoldItems): SoldPart[] {
  if (direction === 'purchase' && element.chartAccountId !== null) return [];
  const items = element.resourceListId ? packs.get(element.resourceListId)!.parts : itself(element);
  const parts = items.flatMap((item) => {
    const resource = resources.get(item.resourceId);
    return resource?.kind === 'combo' && direction === 'sale' ? expandPack(resource, item.quantity) : [item];
  });
  const tracked = parts.filter(({ resourceId }) => resources.get(resourceId)?.tracksStock);
  return [...Map.groupBy(tracked, ({ resourceId }) => resourceId)].map(([resourceId, same]) => ({
    resourceId,
    quantity: fromMillionths(sum(same.map(({ quantity }) => toMillionths(quantity)))),
  }));
}

const itself = ({ resourceId }: Pick<Sold, 'resourceId'>): SoldPart[] =>
  resourceId === null ? [] : [{ resourceId, quantity: '1' }];

/** What the lines of an invoice took or brought when it was issued. */
export interface SoldGoods {
  resources: Map<string, Resource>;
  /** What one of each line was made of, by its id. Empty: it has no stock. */
  parts: Map<string, SoldPart[]>;
}

/** What an issued invoice has sold or bought, of packs and combos what they were made of then. */
export async function findSoldGoods(
  ctx: TenantContext,
  { id, direction }: Pick<PendingRecord, 'id' | 'direction'>,
  elements: Sold[],
): Promise<SoldGoods> {
  const kept = await selectSoldParts(ctx, id);
  const items = [...elements.flatMap(itself), ...[...kept.values()].flat()];
  const resources = await findResources(ctx, [...new Set(items.map(({ resourceId }) => resourceId))]);
  // A combo of which nothing was kept had no stock in it then, whatever it is made of now.
  const isCombo = ({ resourceId }: Sold) => resourceId !== null && resources.get(resourceId)?.kind === 'combo';
  const asItself = (element: Sold) =>
    isCombo(element) ? [] : partsOf(direction, { ...element, resourceListId: null }, { resources, packs: new Map() });
  return {
    resources,
    parts: new Map(elements.map((element) => [element.id, kept.get(element.id) ?? asItself(element)])),
  };
}

/** So much of a line, with what one of it is made of. */
export interface LineOfParts extends Pick<PendingElement, 'id' | 'quantity' | 'serialNumbers'> {
  parts: SoldPart[];
}

/** The goods in lines. The serial numbers of a line are those of the parts that have them. */
export const goodsOf = (lines: LineOfParts[], resources: Map<string, Resource>): GoodsLine[] =>
  lines.flatMap(({ id: elementId, quantity, serialNumbers, parts }) => {
    const numbered = parts.filter(({ resourceId }) => resources.get(resourceId)!.tracksSerials);
    // Where no part has numbers, whoever gets them refuses them.
    const named = numbered.length > 0 ? numbered : parts.slice(0, 1);
    return expandPack({ parts }, quantity).map((part, place) => ({
      elementId,
      ...part,
      each: parts[place]!.quantity,
      serialNumbers: named.includes(parts[place]!) ? serialNumbers : [],
      sharesSerials: numbered.length > 1,
    }));
  });

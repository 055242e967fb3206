import { expandPack, findPacks, findResources, type Pack, type Resource } from '#modules/catalog/index.ts';
import { type LineLot, lotsBetween, withQuantities } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, MILLION, sum, toMillionths } from '#platform/decimal.ts';
import type { PendingElement } from '../pending/element.sql.ts';
import type { Direction, PendingRecord } from '../tables.ts';
import { type SoldPart, selectSoldParts } from './parts.sql.ts';

/** The goods of a line that leave or enter the stock. */
export interface GoodsLine {
  elementId: string;
  resourceId: string;
  /** Its quantity in one unit of the line. */
  each: string;
  /** More than zero. */
  quantity: string;
  serialNumbers: string[];
  /** Selects the serial numbers that belong to this part of a pack. */
  sharesSerials: boolean;
  lots: LineLot[];
}

/** The items and packs of lines, as they are in the catalog. */
export interface SoldItems {
  /** The items of the lines, those in their packs, and the parts of combos. */
  resources: Map<string, Resource>;
  packs: Map<string, Pack>;
}

/** The items and packs that lines name, without unknown ones. */
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

/** The parts of one unit of a line: those of its pack or combo, or the item. Lines with an account of their own have no stock. */
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

/** The goods that the lines of an invoice moved when it was issued. */
export interface SoldGoods {
  resources: Map<string, Resource>;
  /** The parts of one unit of each line, by its id. Empty: it has no stock. */
  parts: Map<string, SoldPart[]>;
}

/** The goods of an issued invoice, with the parts that packs and combos had then. */
export async function findSoldGoods(
  ctx: TenantContext,
  { id, direction }: Pick<PendingRecord, 'id' | 'direction'>,
  elements: Sold[],
): Promise<SoldGoods> {
  const kept = await selectSoldParts(ctx, id);
  const items = [...elements.flatMap(itself), ...[...kept.values()].flat()];
  const resources = await findResources(ctx, [...new Set(items.map(({ resourceId }) => resourceId))]);
  // A combo without stored parts contained no stock at that time, even if it does now.
  const isCombo = ({ resourceId }: Sold) => resourceId !== null && resources.get(resourceId)?.kind === 'combo';
  const asItself = (element: Sold) =>
    isCombo(element) ? [] : partsOf(direction, { ...element, resourceListId: null }, { resources, packs: new Map() });
  return {
    resources,
    parts: new Map(elements.map((element) => [element.id, kept.get(element.id) ?? asItself(element)])),
  };
}

/** A quantity of a line, with the parts of one unit. */
interface LineOfParts extends Pick<PendingElement, 'id' | 'quantity' | 'serialNumbers' | 'lots'> {
  parts: SoldPart[];
}

/** The component of a line that its lots belong to. If none has lots, inventory refuses them. */
const partInLots = (parts: SoldPart[], resources: Map<string, Resource>): SoldPart | undefined =>
  parts.find(({ resourceId }) => resources.get(resourceId)?.tracksLots) ?? parts[0];

/** The lots of a part of a line: those of its units from `before` on, in millionths. */
export function lotsOfPart(
  { quantity: whole, lots, parts }: Omit<LineOfParts, 'id' | 'serialNumbers'>,
  resources: Map<string, Resource>,
  { before, quantity }: { before: bigint; quantity: bigint },
): LineLot[] {
  const each = toMillionths(partInLots(parts, resources)?.quantity ?? '1');
  const [length, from, to] = [toMillionths(whole), before, before + quantity].map(
    (size) => (size * each) / MILLION,
  ) as [bigint, bigint, bigint];
  return lotsBetween(lots, length, from, to);
}

/** The goods in lines. The serial numbers of a line are those of the parts that have them, and its lots those of the first part with lots. */
export const goodsOf = (lines: LineOfParts[], resources: Map<string, Resource>): GoodsLine[] =>
  lines.flatMap(({ id: elementId, quantity, serialNumbers, lots, parts }) => {
    const numbered = parts.filter(({ resourceId }) => resources.get(resourceId)!.tracksSerials);
    // If no part has serial numbers, inventory refuses them.
    const named = numbered.length > 0 ? numbered : parts.slice(0, 1);
    const inLots = partInLots(parts, resources);
    return expandPack({ parts }, quantity).map((part, place) => ({
      elementId,
      ...part,
      each: parts[place]!.quantity,
      serialNumbers: named.includes(parts[place]!) ? serialNumbers : [],
      sharesSerials: numbered.length > 1,
      lots: inLots === parts[place] ? withQuantities(lots, part.quantity) : [],
    }));
  });

import type { Resource } from '#modules/catalog/index.ts';
import { divideRounded } from '#platform/money.ts';
import { decimalOf, millionths } from './conversion.ts';
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

const MILLION = 1_000_000n;

/** The goods in the lines of a document; who buys a combo takes its parts. What is posted elsewhere is no stock. */
export const goodsOf = (
  direction: Direction,
  elements: Pick<PendingElement, 'id' | 'resourceId' | 'quantity' | 'serialNumbers' | 'chartAccountId'>[],
  resources: Map<string, Resource>,
): GoodsLine[] =>
  elements.flatMap(({ id: elementId, resourceId, quantity, serialNumbers, chartAccountId }) => {
    const resource = resourceId === null ? undefined : resources.get(resourceId);
    if (!resource || (direction === 'purchase' && chartAccountId !== null)) return [];
    if (resource.tracksStock) return [{ elementId, resourceId: resource.id, quantity, serialNumbers }];
    if (resource.kind !== 'combo' || direction === 'purchase') return [];
    return resource.parts.map((part) => ({
      elementId,
      resourceId: part.resourceId,
      quantity: decimalOf(divideRounded(millionths(part.quantity) * millionths(quantity), MILLION)),
      serialNumbers: [],
    }));
  });

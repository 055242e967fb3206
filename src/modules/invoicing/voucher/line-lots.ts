import type { findResources } from '#modules/catalog/index.ts';
import { selectMovementsOfCauses } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { PendingElement } from '../pending/element.sql.ts';
import { causeOf } from '../posting/stock.ts';
import type { PendingRecord } from '../tables.ts';

/** How much of a line is of a lot. */
export interface LotOfLine {
  lot: string;
  expiresOn: string | null;
  quantity: string | null;
}

/** The lots of each line: the given ones, and of goods that were sold those that they left from, which the stock chooses by expiry. */
export async function lotsOfLines(
  ctx: TenantContext,
  document: PendingRecord,
  elements: PendingElement[],
  resources: Awaited<ReturnType<typeof findResources>>,
): Promise<Map<string, LotOfLine[]>> {
  const given = elements.map(({ id, lots }): [string, LotOfLine[]] => [
    id,
    lots.map(({ lot, expiresOn, quantity }) => ({ lot, expiresOn: expiresOn ?? null, quantity: quantity ?? null })),
  ]);
  const inLots = elements.filter(({ resourceId }) => resourceId && resources.get(resourceId)?.tracksLots);
  if (inLots.length === 0 || document.status !== 'issued' || document.direction !== 'sale') return new Map(given);
  const movements = await selectMovementsOfCauses(ctx, [causeOf(document.id)]);
  const lines = Map.groupBy(inLots, ({ resourceId }) => resourceId);
  const moved = [...lines].flatMap(([resourceId, same]) => {
    const parts = movements.filter((movement) => movement.resourceId === resourceId).map(({ lots }) => lots);
    // A pack may have moved more of the same item.
    const byLine = parts.length === same.length ? parts : [parts.flat()];
    return byLine.map((lots, place): [string, LotOfLine[]] => [same[place]!.id, lots.map(withoutSign)]);
  });
  return new Map([...given, ...moved.filter(([, lots]) => lots.length > 0)]);
}

/** Of goods that leave, the stock counts below zero. */
const withoutSign = ({ lot, expiresOn, quantity }: LotOfLine & { quantity: string }): LotOfLine => ({
  lot,
  expiresOn,
  quantity: quantity.replace('-', ''),
});

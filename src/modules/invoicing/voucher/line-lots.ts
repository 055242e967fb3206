import type { findResources } from '#modules/catalog/index.ts';
import { type CausedMovement, selectMovementsOfCauses } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute, fromMillionths, sumOf, toMillionths } from '#platform/decimal.ts';
import { fillInShipments, type Shipment } from '../hooks.ts';
import type { PendingElement } from '../pending/element.sql.ts';
import { causeOf } from '../posting/stock.ts';
import type { PendingRecord } from '../tables.ts';

/** The quantity of a line that belongs to one lot. */
export interface LotOfLine {
  lot: string;
  expiresOn: string | null;
  quantity: string | null;
}

/** The lots of each line: the given ones, or for sold goods the lots that the stock has taken them from, by expiry. */
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
  const shipments: Shipment[] = [{ cause: causeOf(document.id), elementIds: inLots.map(({ id }) => id) }];
  if (document.deliverLater) await fillInShipments(ctx, document.id, shipments);
  const moved = await movedLots(ctx, shipments, new Map(inLots.map(({ id, resourceId }) => [id, resourceId!])));
  return new Map([...given, ...[...moved].filter(([, lots]) => lots.length > 0)]);
}

/** The lots that moved with each line of these shipments. `resourceOf`: the item of each line. */
export async function movedLots(
  ctx: TenantContext,
  shipments: Shipment[],
  resourceOf: Map<string, string>,
): Promise<Map<string, LotOfLine[]>> {
  const movements = await selectMovementsOfCauses(
    ctx,
    shipments.map(({ cause }) => cause),
  );
  const moved = shipments.flatMap(({ cause, elementIds }) => {
    const own = movements.filter(({ causeId }) => causeId === cause.id);
    return movedByLine(elementIds, resourceOf, own);
  });
  const byLine = Map.groupBy(moved, ([id]) => id);
  return new Map([...byLine].map(([id, parts]) => [id, joined(parts.flatMap(([, part]) => part))]));
}

/** The lots that left with each line of a shipment. A pack may have moved more of the same item: its first line has them all. */
function movedByLine(
  elementIds: string[],
  resourceOf: Map<string, string>,
  movements: CausedMovement[],
): [elementId: string, lots: MovedLot[]][] {
  const lines = Map.groupBy(
    elementIds.filter((id) => resourceOf.has(id)),
    (id) => resourceOf.get(id)!,
  );
  return [...lines].flatMap(([resourceId, same]) => {
    const parts = movements.filter((movement) => movement.resourceId === resourceId).map(({ lots }) => lots);
    const byLine = parts.length === same.length ? parts : [parts.flat()];
    return byLine.map((lots, place): [string, MovedLot[]] => [same[place]!, lots]);
  });
}

type MovedLot = CausedMovement['lots'][number];

/** Each lot once. The quantities of goods that leave are negative in the stock. */
const joined = (lots: MovedLot[]): LotOfLine[] =>
  [...Map.groupBy(lots, ({ lotId }) => lotId).values()].map((same) => {
    const quantity = sumOf(same, (part) => toMillionths(part.quantity));
    const { lot, expiresOn } = same[0]!;
    return { lot, expiresOn, quantity: fromMillionths(absolute(quantity)) };
  });

import { onlyDivision, selectPostingRules, type Transfer, writeRecord } from '#modules/accounting/index.ts';
import {
  type Cause,
  type LineLot,
  lotsOutside,
  moveStock,
  releaseStock,
  reserveAvailable,
  reserveStock,
  type StockMovement,
  selectMovementsOfCauses,
} from '#modules/inventory/index.ts';
import {
  addElementCosts,
  DivisionRequired,
  type GoodsLine,
  goodsOf,
  type PendingRecord,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, shareOut, sum, sumOf, toMillionths } from '#platform/decimal.ts';
import { addAmounts, noAmount, partsOf } from '../portion.ts';
import type { DocumentStanding } from './standing.ts';

/** Causes of stock movements: goods that left, goods of a transfer that arrived, and goods that were lost. */
export const sentBy = (id: string): Cause => ({ kind: 'delivery', id });
export const receiptOf = (id: string): Cause => ({ kind: 'delivery-receipt', id });
export const lossOf = (id: string): Cause => ({ kind: 'delivery-loss', id });
const promiseOf = (pendingRecordId: string): Cause => ({ kind: 'invoice', id: pendingRecordId });

/** A quantity of an invoice line. */
export interface Part {
  elementId: string;
  quantity: string;
  serialNumbers: string[];
  lots: LineLot[];
}

/** The goods in parts of invoice lines; a pack or a combo is delivered as its components. */
export const goodsIn = ({ sold }: DocumentStanding, parts: Part[]): GoodsLine[] =>
  goodsOf(
    parts.map(({ elementId, ...part }) => ({ ...part, id: elementId, parts: sold.parts.get(elementId)! })),
    sold.resources,
  );

/** The division that reserves the goods of a sale. */
export async function promisedIn(
  ctx: TenantContext,
  document: PendingRecord,
  otherwise?: string | null,
): Promise<string> {
  const divisionId = document.divisionId ?? (await onlyDivision(ctx)) ?? otherwise;
  if (!divisionId) throw DivisionRequired();
  return divisionId;
}

export const release = (ctx: TenantContext, document: PendingRecord, divisionId: string, goods: GoodsLine[]) =>
  releaseStock(
    ctx,
    promiseOf(document.id),
    goods.map((line) => ({ ...line, divisionId })),
  );

/** Reserves goods again that had been sent, even if they have expired since. */
export function promise(ctx: TenantContext, document: PendingRecord, divisionId: string, goods: GoodsLine[]) {
  const lines = goods.map(({ resourceId, quantity }) => ({ resourceId, quantity, divisionId }));
  return reserveStock(ctx, promiseOf(document.id), lines, lines);
}

/** Reserves goods again that the customer did not get and that are not back: as many as there are. */
export const promiseAvailable = (ctx: TenantContext, document: PendingRecord, divisionId: string, goods: GoodsLine[]) =>
  reserveAvailable(
    ctx,
    promiseOf(document.id),
    goods.map(({ resourceId, quantity }) => ({ resourceId, quantity, divisionId })),
  );

interface Shipment {
  id: string;
  date: string;
  divisionId: string;
}

/** Moves goods of a sale out of stock at cost. Answers with the cost by invoice line, and the transfers to post. */
export async function sendSold(
  ctx: TenantContext,
  { id, date, divisionId }: Shipment,
  document: PendingRecord,
  goods: GoodsLine[],
  /** The places of the invoice lines in the body, for refusals. */
  places?: Map<string, number>,
) {
  const counter = await account(ctx, 'costOfSales');
  const { transfers, movements } = await moveStock(ctx, {
    date,
    cause: sentBy(id),
    documentId: document.id,
    ...(places && { path: 'body.lines[]' }),
    movements: goods.map(({ elementId, each: _each, ...line }) => ({
      ...line,
      place: places?.get(elementId),
      divisionId,
      quantity: `-${line.quantity}`,
      counter,
    })),
  });
  const costs = new Map<string, bigint>();
  for (const [resourceId, same] of Map.groupBy(goods, (line) => line.resourceId)) {
    const cost = -sumOf(movements, (movement) => (movement.resourceId === resourceId ? movement.value : 0n));
    for (const [place, share] of shareByQuantity(cost, same).entries()) addTo(costs, same[place]!.elementId, share);
  }
  return { transfers, costs };
}

/** Divides the cost of each invoice line among its parts. */
export function costsOfParts(
  costs: Map<string, bigint>,
  parts: (Pick<Part, 'elementId' | 'quantity'> & { id: string })[],
): Map<string, bigint> {
  const byLine = [...Map.groupBy(parts, ({ elementId }) => elementId)];
  return new Map(
    byLine.flatMap(([elementId, same]) =>
      shareByQuantity(costs.get(elementId) ?? 0n, same).map((share, place) => [same[place]!.id, share] as const),
    ),
  );
}

const shareByQuantity = (cost: bigint, lines: { quantity: string }[]): bigint[] =>
  shareOut(
    cost,
    lines.map(({ quantity }) => toMillionths(quantity)),
  );

export const addTo = (totals: Map<string, bigint>, key: string, value: bigint) =>
  totals.set(key, (totals.get(key) ?? 0n) + value);

/** Moves goods of a purchase into stock at their price, against the advance to the supplier. */
export async function receiveBought(
  ctx: TenantContext,
  { id, date, divisionId }: Shipment,
  document: PendingRecord,
  { lines }: DocumentStanding,
  goods: GoodsLine[],
): Promise<Transfer[]> {
  const counter = await account(ctx, 'supplierAdvances');
  const netUntil = (elementId: string, delivered: bigint) => {
    const { element, ordered } = lines.get(elementId)!;
    return divideRounded(element.net * delivered, ordered);
  };
  const baseUntil = (net: bigint) => (document.net === 0n ? 0n : divideRounded(document.baseNet * net, document.net));
  let net = sum([...lines].map(([elementId, { delivered }]) => netUntil(elementId, delivered)));
  const movements = goods.map(({ elementId, resourceId, quantity, serialNumbers, lots }) => {
    const line = lines.get(elementId)!;
    const until = line.delivered + toMillionths(quantity);
    const after = net + netUntil(elementId, until) - netUntil(elementId, line.delivered);
    const value = baseUntil(after) - baseUntil(net);
    net = after;
    line.delivered = until;
    return { resourceId, divisionId, quantity, value, counter, serialNumbers, lots };
  });
  return (await moveStock(ctx, { date, cause: sentBy(id), movements })).transfers;
}

/** A quantity of an item, independent of invoice lines. */
export type Carried = Pick<GoodsLine, 'resourceId' | 'quantity' | 'serialNumbers'> &
  Partial<Pick<GoodsLine, 'sharesSerials' | 'lots'>>;

/** Moves goods out of a division, into the account for goods in transit between divisions. */
export async function moveIntoTransit(
  ctx: TenantContext,
  { id, date, divisionId }: Shipment,
  goods: Carried[],
): Promise<Transfer[]> {
  const counter = await account(ctx, 'betweenDivisions');
  const movements = goods.map(
    ({ resourceId, quantity, serialNumbers, lots }): StockMovement => ({
      resourceId,
      divisionId,
      quantity: `-${quantity}`,
      counter,
      serialNumbers,
      lots,
      departure: 'in-transit',
    }),
  );
  const { transfers } = await moveStock(ctx, {
    date,
    cause: sentBy(id),
    documentId: id,
    movements,
    path: 'body.lines[]',
    refuseUntracked: true,
  });
  return transfers;
}

/** The values and lots of goods of a delivery that are still in transit, one quantity of an item after the other. */
export async function goodsInTransit(ctx: TenantContext, deliveryId: string) {
  const moved = await selectMovementsOfCauses(ctx, [sentBy(deliveryId), receiptOf(deliveryId)]);
  const items = new Map(
    [...Map.groupBy(moved, ({ resourceId }) => resourceId)].map(([resourceId, movements]) => {
      let [sent, arrived] = [noAmount, noAmount];
      for (const { quantity, value } of movements) {
        const size = toMillionths(quantity);
        if (size < 0n) sent = addAmounts(sent, { size: -size, value: -value });
        else arrived = addAmounts(arrived, { size, value });
      }
      return [resourceId, partsOf(sent, arrived)];
    }),
  );
  return {
    worthOf: (resourceId: string, quantity: string): bigint => items.get(resourceId)!(toMillionths(quantity)),
    lotsOf: lotsOutside(moved),
  };
}

/** Writes one record of the transfers of a delivery, if there are any. */
export async function writeMovementRecord(
  ctx: TenantContext,
  delivery: { id: string; number: bigint | null; date: string; currency: string; divisionId: string | null },
  document: PendingRecord | null,
  transfers: Transfer[],
): Promise<string | null> {
  if (transfers.length === 0) return null;
  const amount = sum(transfers.map((transfer) => transfer.amount));
  const record = await writeRecord(ctx, {
    kind: document ? 'delivery' : 'stock-transfer',
    date: delivery.date,
    description: document ? `Entrega de la ${wordOf(document)} ${document.number}` : 'Traslado entre sucursales',
    amount,
    currency: delivery.currency,
    baseAmount: amount,
    divisionId: delivery.divisionId,
    contactId: document?.contactId ?? null,
    projectId: document?.projectId ?? null,
    sourceKind: 'delivery',
    sourceId: delivery.id,
    transfers,
  });
  return record.id;
}

const wordOf = ({ direction }: PendingRecord): string => (direction === 'sale' ? 'venta' : 'compra');

export const account = async (ctx: TenantContext, rule: string): Promise<string> =>
  (await selectPostingRules(ctx)).get(rule)!;

export const addCosts = (ctx: TenantContext, costs: Map<string, bigint>): Promise<void> =>
  addElementCosts(
    ctx,
    [...costs].map(([id, cost]) => ({ id, cost })),
  );

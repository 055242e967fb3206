import { onlyDivision, selectPostingRules, type Transfer, writeRecord } from '#modules/accounting/index.ts';
import {
  type Cause,
  moveStock,
  releaseStock,
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
import { divideRounded, sum, toMillionths } from '#platform/decimal.ts';
import { partOf } from '../portion.ts';
import type { DocumentStanding } from './standing.ts';

/** What left, what arrived of a transfer, and what was lost are causes of their own. */
export const sentBy = (id: string): Cause => ({ kind: 'delivery', id });
export const receiptOf = (id: string): Cause => ({ kind: 'delivery-receipt', id });
export const lossOf = (id: string): Cause => ({ kind: 'delivery-loss', id });
const promiseOf = (pendingRecordId: string): Cause => ({ kind: 'invoice', id: pendingRecordId });

/** So much of a line of an invoice. */
export interface Part {
  elementId: string;
  quantity: string;
  serialNumbers: string[];
}

/** The goods in parts of lines; who gets a pack or a combo gets its parts. `elementId` is the line of the invoice. */
export const goodsIn = ({ sold }: DocumentStanding, parts: Part[]): GoodsLine[] =>
  goodsOf(
    parts.map(({ elementId, ...part }) => ({ ...part, id: elementId, parts: sold.parts.get(elementId)! })),
    sold.resources,
  );

/** Where the goods of a sale are promised. */
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

export const promise = (ctx: TenantContext, document: PendingRecord, divisionId: string, goods: GoodsLine[]) =>
  reserveStock(
    ctx,
    promiseOf(document.id),
    goods.map(({ resourceId, quantity }) => ({ resourceId, quantity, divisionId })),
  );

interface Shipment {
  id: string;
  date: string;
  divisionId: string;
}

/** Goods of a sale leave at what they cost. Answers with that by line of the invoice, and what the stock posts. */
export async function sendSold(
  ctx: TenantContext,
  { id, date, divisionId }: Shipment,
  document: PendingRecord,
  goods: GoodsLine[],
) {
  const counter = await account(ctx, 'costOfSales');
  const { transfers, movements } = await moveStock(ctx, {
    date,
    cause: sentBy(id),
    documentId: document.id,
    movements: goods.map(({ elementId: _, each: _each, ...line }) => ({
      ...line,
      divisionId,
      quantity: `-${line.quantity}`,
      counter,
    })),
  });
  const costs = new Map<string, bigint>();
  const left = new Map(goods.map(({ resourceId }) => [resourceId, { size: 0n, value: 0n }]));
  const totals = Map.groupBy(movements, ({ resourceId }) => resourceId);
  for (const { elementId, resourceId, quantity } of goods) {
    const value = -sum((totals.get(resourceId) ?? []).map((movement) => movement.value));
    const size = sum(goods.map((line) => (line.resourceId === resourceId ? toMillionths(line.quantity) : 0n)));
    const before = left.get(resourceId)!;
    const share = partOf(value, size, before, toMillionths(quantity));
    left.set(resourceId, { size: before.size + toMillionths(quantity), value: before.value + share });
    costs.set(elementId, (costs.get(elementId) ?? 0n) + share);
  }
  return { transfers, costs };
}

/** What each part of a line costs, of what all its parts cost together. */
export function costsOfParts(
  costs: Map<string, bigint>,
  parts: (Pick<Part, 'elementId' | 'quantity'> & { id: string })[],
): Map<string, bigint> {
  const shares = new Map<string, bigint>();
  for (const [elementId, same] of Map.groupBy(parts, (part) => part.elementId)) {
    const size = sum(same.map(({ quantity }) => toMillionths(quantity)));
    const before = { size: 0n, value: 0n };
    for (const { id, quantity } of same) {
      const share = partOf(costs.get(elementId) ?? 0n, size, before, toMillionths(quantity));
      before.size += toMillionths(quantity);
      before.value += share;
      shares.set(id, share);
    }
  }
  return shares;
}

/** Goods of a purchase arrive at what was paid for them: the supplier owes them no more. */
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
  const movements = goods.map(({ elementId, resourceId, quantity, serialNumbers }) => {
    const line = lines.get(elementId)!;
    const until = line.delivered + toMillionths(quantity);
    const after = net + netUntil(elementId, until) - netUntil(elementId, line.delivered);
    const value = baseUntil(after) - baseUntil(net);
    net = after;
    line.delivered = until;
    return { resourceId, divisionId, quantity, value, counter, serialNumbers };
  });
  return (await moveStock(ctx, { date, cause: sentBy(id), movements })).transfers;
}

/** So much of an item, whatever line it is in. */
export type Carried = Pick<GoodsLine, 'resourceId' | 'quantity' | 'serialNumbers'> &
  Partial<Pick<GoodsLine, 'sharesSerials'>>;

/** Goods go from one division: until they arrive in the other, they are worth something between the two. */
export async function sendOff(
  ctx: TenantContext,
  { id, date, divisionId }: Shipment,
  goods: Carried[],
): Promise<Transfer[]> {
  const counter = await account(ctx, 'betweenDivisions');
  const movements = goods.map(
    ({ resourceId, quantity, serialNumbers }): StockMovement => ({
      resourceId,
      divisionId,
      quantity: `-${quantity}`,
      counter,
      serialNumbers,
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

/** What has left with a delivery and has not come in anywhere, by item: `partOf` says what some of it is worth. */
export async function valuesOf(ctx: TenantContext, deliveryId: string) {
  const moved = await selectMovementsOfCauses(ctx, [sentBy(deliveryId), receiptOf(deliveryId)]);
  const sums = new Map<string, { left: { size: bigint; value: bigint }; back: { size: bigint; value: bigint } }>();
  for (const { resourceId, quantity, value } of moved) {
    const known = sums.get(resourceId) ?? { left: { size: 0n, value: 0n }, back: { size: 0n, value: 0n } };
    const outgoing = quantity.startsWith('-');
    const side = outgoing ? known.left : known.back;
    side.size += toMillionths(outgoing ? quantity.slice(1) : quantity);
    side.value += outgoing ? -value : value;
    sums.set(resourceId, known);
  }
  return (resourceId: string, quantity: string): bigint => {
    const { left, back } = sums.get(resourceId)!;
    const size = toMillionths(quantity);
    const value = partOf(left.value, left.size, back, size);
    back.size += size;
    back.value += value;
    return value;
  };
}

/** One record of what a delivery posts; nothing where it posts nothing. */
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

import { onlyDivision } from '#modules/accounting/index.ts';
import {
  type CostChange,
  lockStock,
  moveStock,
  type Reservation,
  releaseStock,
  replaceStock,
  reserveStock,
  type StockKey,
  selectMovementsOfCauses,
  undoStock,
} from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute, fromMillionths, shareOut, sum, toMillionths } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import type { DocumentDraft } from '../pending/document-draft.ts';
import { addElementCosts, selectSoldQuantities } from '../pending/element.sql.ts';
import { soldParts } from '../tables.ts';
import type { GoodsLine } from './goods.ts';

export const DivisionRequired = refusal(
  'division_required',
  'A document that moves goods needs a branch: give a `divisionId`.',
);

/** The cause of the movements of an invoice. */
export const causeOf = (id: string) => ({ kind: 'invoice', id });

/**
 * Moves the goods of an invoice: sold goods leave at cost, bought goods enter at their price. With `deliverLater` sold
 * goods are only reserved, and the delivery moves them. Answers the draft with its costs and the postings of the stock.
 */
export async function moveGoods(
  ctx: TenantContext,
  id: string,
  draft: DocumentDraft,
  /** Goods that it had reserved before it was changed. */
  reserved: Reservation[] = [],
): Promise<DocumentDraft> {
  const { content, goods } = draft;
  if (content.kind !== 'invoice' || goods.length === 0) return draft;
  const divisionId = content.divisionId ?? (await onlyDivision(ctx));
  if (divisionId === null) throw DivisionRequired();
  await keepParts(ctx, id, draft);
  if (content.deliverLater) {
    if (content.direction === 'sale')
      await reserveStock(
        ctx,
        causeOf(id),
        goods.map((line) => ({ ...line, divisionId })),
        reserved,
      );
    return draft;
  }
  const known = { resources: draft.resources, rules: draft.rules };
  const request = { date: content.date, cause: causeOf(id), path: 'body.elements[]', known };
  const moved =
    content.direction === 'sale'
      ? await moveStock(ctx, { ...request, documentId: id, movements: departures(draft, divisionId) })
      : await moveStock(ctx, { ...request, movements: arrivals(draft, divisionId) });
  const postings = { ...draft.postings, transfers: [...draft.postings.transfers, ...moved.transfers] };
  if (content.direction === 'purchase') return { ...draft, postings };
  // Goods that left on an earlier day have the cost of that day.
  const movements = moved.isRevalued ? await selectMovementsOfCauses(ctx, [causeOf(id)]) : moved.movements;
  return { ...draft, postings, elements: withCosts(draft, movements) };
}

/** Locks the stock of many documents at once and in one order: two bulks that lock it document by document would deadlock. */
export async function lockGoods(ctx: TenantContext, drafts: DocumentDraft[]): Promise<void> {
  const moving = drafts.filter(({ content, goods }) => content.kind === 'invoice' && goods.length > 0);
  if (moving.length === 0) return;
  const only = moving.some(({ content }) => content.divisionId === null) ? await onlyDivision(ctx) : null;
  const keys = moving.flatMap(({ content: { divisionId }, goods }) =>
    goods.map(({ resourceId }) => ({ resourceId, divisionId: divisionId ?? only })),
  );
  await lockStock(
    ctx,
    keys.filter((key): key is StockKey => key.divisionId !== null),
  );
}

/** Keeps the parts of packs and combos as of today, for later deliveries and returns. */
async function keepParts(ctx: TenantContext, id: string, { elements, goods }: DocumentDraft): Promise<void> {
  const itemOf = new Map(elements.map((element) => [element.id, element.resourceId]));
  const parts = goods.filter(({ elementId, resourceId }) => itemOf.get(elementId) !== resourceId);
  await soldParts.insertMany(
    ctx,
    parts.map(({ elementId, resourceId, each }) => ({ pendingRecordId: id, elementId, resourceId, quantity: each })),
  );
}

/** Moves the goods of a changed invoice instead of those that it moved before. */
export async function moveGoodsAgain(ctx: TenantContext, id: string, draft: DocumentDraft): Promise<DocumentDraft> {
  await soldParts.delete(ctx, { pendingRecordId: id });
  const reserved = await releaseStock(ctx, causeOf(id));
  return replaceStock(ctx, causeOf(id), () => moveGoods(ctx, id, draft, reserved));
}

/** Undoes the stock movements and reservations of an invoice. */
export async function giveBackGoods(ctx: TenantContext, id: string): Promise<void> {
  await soldParts.delete(ctx, { pendingRecordId: id });
  await releaseStock(ctx, causeOf(id));
  await undoStock(ctx, causeOf(id));
}

/** The goods of documents cost more or less than when they left: their lines share the difference by quantity. */
export async function followCosts(ctx: TenantContext, changes: CostChange[]): Promise<void> {
  const sold = await selectSoldQuantities(ctx, [...new Set(changes.map(({ documentId }) => documentId))]);
  const byItem = Map.groupBy(sold, (line) => `${line.pendingRecordId} ${line.resourceId}`);
  const costs = changes.flatMap(({ documentId, resourceId, amount }) => {
    const lines = byItem.get(`${documentId} ${resourceId}`) ?? [];
    const shares = shareOut(
      amount,
      lines.map(({ quantity }) => toMillionths(quantity)),
    );
    return lines.map(({ id }, place) => ({ id, cost: shares[place]! }));
  });
  await addElementCosts(ctx, costs);
}

const placesOf = ({ elements }: DocumentDraft): Map<string, number> =>
  new Map(elements.map(({ id }, place) => [id, place]));

function departures(draft: DocumentDraft, divisionId: string) {
  const { goods, rules } = draft;
  const places = placesOf(draft);
  return goods.map(({ elementId, resourceId, quantity, serialNumbers, sharesSerials, lots }) => ({
    place: places.get(elementId),
    resourceId,
    divisionId,
    quantity: `-${quantity}`,
    counter: rules.get('costOfSales')!,
    serialNumbers,
    sharesSerials,
    lots,
  }));
}

/** One movement for each item, because the value of a purchase is known by item. */
function arrivals(draft: DocumentDraft, divisionId: string) {
  const { goods, rules, postings } = draft;
  const places = placesOf(draft);
  return [...Map.groupBy(goods, ({ resourceId }) => resourceId)].map(([resourceId, lines]) => ({
    place: places.get(lines[0]!.elementId),
    resourceId,
    divisionId,
    quantity: fromMillionths(sum(lines.map((line) => toMillionths(line.quantity)))),
    value: postings.arrivals.get(resourceId) ?? 0n,
    counter: rules.get('payable')!,
    serialNumbers: lines.flatMap((line) => line.serialNumbers),
    lots: lines.flatMap((line) => line.lots),
  }));
}

/** Allocates the cost of goods among the lines of the same item, by quantity. */
function withCosts(
  { elements, goods }: DocumentDraft,
  movements: { resourceId: string; value: bigint }[],
): DocumentDraft['elements'] {
  const costs = new Map<string, bigint>();
  for (const [resourceId, lines] of Map.groupBy(goods, (line: GoodsLine) => line.resourceId)) {
    const value = sum(movements.filter((each) => each.resourceId === resourceId).map((each) => each.value));
    const shares = shareOut(
      absolute(value),
      lines.map(({ quantity }) => toMillionths(quantity)),
    );
    for (const [place, { elementId }] of lines.entries())
      costs.set(elementId, (costs.get(elementId) ?? 0n) + shares[place]!);
  }
  return elements.map((element) => ({ ...element, cost: costs.get(element.id) ?? 0n }));
}

import { onlyDivision } from '#modules/accounting/index.ts';
import { moveStock, releaseStock, reserveStock, undoStock } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, sum, toMillionths } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import type { DocumentDraft } from '../pending/document-draft.ts';
import { shareOut } from '../pricing/pricing.ts';
import { soldParts } from '../tables.ts';
import type { GoodsLine } from './goods.ts';

export const DivisionRequired = refusal(
  422,
  'division_required',
  'Goods leave from a division and come to one: give a divisionId.',
);

const causeOf = (id: string) => ({ kind: 'invoice', id });

/**
 * Moves the goods of an invoice: what is sold leaves at what it cost, what is bought comes in at what is owed for it. With
 * `deliverLater` what is sold is only promised, and the delivery moves it. Answers with the draft, its costs and what the
 * stock posts in its record.
 */
export async function moveGoods(ctx: TenantContext, id: string, draft: DocumentDraft): Promise<DocumentDraft> {
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
  return {
    ...draft,
    postings,
    elements: content.direction === 'sale' ? withCosts(draft, moved.movements) : draft.elements,
  };
}

/** Remembers what packs and combos are made of today: what is delivered later or comes back is that. */
async function keepParts(ctx: TenantContext, id: string, { elements, goods }: DocumentDraft): Promise<void> {
  const itemOf = new Map(elements.map((element) => [element.id, element.resourceId]));
  const parts = goods.filter(({ elementId, resourceId }) => itemOf.get(elementId) !== resourceId);
  await soldParts.insertMany(
    ctx,
    parts.map(({ elementId, resourceId, each }) => ({ pendingRecordId: id, elementId, resourceId, quantity: each })),
  );
}

/** Gives back what an invoice has moved or promised. */
export async function giveBackGoods(ctx: TenantContext, id: string): Promise<void> {
  await soldParts.delete(ctx, { pendingRecordId: id });
  await releaseStock(ctx, causeOf(id));
  await undoStock(ctx, causeOf(id));
}

const departures = ({ goods, rules }: DocumentDraft, divisionId: string) =>
  goods.map(({ resourceId, quantity, serialNumbers, sharesSerials }) => ({
    resourceId,
    divisionId,
    quantity: `-${quantity}`,
    counter: rules.get('costOfSales')!,
    serialNumbers,
    sharesSerials,
  }));

/** Of each item once, because the value of a purchase is known by item. */
const arrivals = ({ goods, rules, postings }: DocumentDraft, divisionId: string) =>
  [...Map.groupBy(goods, ({ resourceId }) => resourceId)].map(([resourceId, lines]) => ({
    resourceId,
    divisionId,
    quantity: fromMillionths(sum(lines.map((line) => toMillionths(line.quantity)))),
    value: postings.arrivals.get(resourceId) ?? 0n,
    counter: rules.get('payable')!,
    serialNumbers: lines.flatMap((line) => line.serialNumbers),
  }));

/** What the goods had cost, shared among the lines of the same item by how much of it they take. */
function withCosts(
  { elements, goods }: DocumentDraft,
  movements: { resourceId: string; value: bigint }[],
): DocumentDraft['elements'] {
  const costs = new Map<string, bigint>();
  for (const [resourceId, lines] of Map.groupBy(goods, (line: GoodsLine) => line.resourceId)) {
    const value = sum(movements.filter((each) => each.resourceId === resourceId).map((each) => each.value));
    const shares = shareOut(
      value < 0n ? -value : value,
      lines.map(({ quantity }) => toMillionths(quantity)),
    );
    for (const [place, { elementId }] of lines.entries())
      costs.set(elementId, (costs.get(elementId) ?? 0n) + shares[place]!);
  }
  return elements.map((element) => ({ ...element, cost: costs.get(element.id) ?? 0n }));
}

import {
  type CausedMovement,
  lotsOutside,
  moveStock,
  type StockMovement,
  selectMovementsOfCauses,
} from '#modules/inventory/index.ts';
import { DivisionRequired, type GoodsLine, goodsOf } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum, toMillionths } from '#platform/decimal.ts';
import { selectDeliveryIds } from '../delivery/delivery.sql.ts';
import { addAmounts, noAmount, partsOf } from '../portion.ts';
import type { ReturnDraft } from './draft.ts';
import type { ReturnLine } from './return.sql.ts';

/** Causes of stock movements. Scrapped goods come back first; only that first movement counts as returned. */
export const backOf = (id: string) => ({ kind: 'return', id });
export const scrapOf = (id: string) => ({ kind: 'return-scrap', id });

interface MovedGoods {
  lines: ReturnLine[];
  transfers: Awaited<ReturnType<typeof moveStock>>['transfers'];
}

/** Moves the goods of a return. Answers the lines with their costs, and the transfers to post. */
export async function moveReturned(
  ctx: TenantContext,
  id: string,
  draft: ReturnDraft,
  rules: Map<string, string>,
): Promise<MovedGoods> {
  const { content, lines } = draft;
  const goods = goodsIn(draft);
  if (goods.length === 0) return { lines, transfers: [] };
  const { divisionId, date } = content;
  if (divisionId === null) throw DivisionRequired();
  if (content.direction === 'sale') return takeBack(ctx, id, draft, { goods, divisionId, rules });
  const movements = goods.map((line) => departureOf(line, 'returned', divisionId, rules));
  const { transfers } = await moveStock(ctx, { date, cause: backOf(id), movements });
  return { lines, transfers };
}

/** Sold goods come back at the cost of their sale. Scrapped goods come back and leave again. */
async function takeBack(
  ctx: TenantContext,
  id: string,
  draft: ReturnDraft,
  { goods: given, divisionId, rules }: { goods: GoodsLine[]; divisionId: string; rules: Map<string, string> },
): Promise<MovedGoods> {
  const { content, lines } = draft;
  const { date, pendingRecordId: documentId } = content;
  const moved = await movementsOf(ctx, draft);
  const values = costsOf(moved, given);
  const lotsOf = lotsOutside(moved);
  const goods = given.map((line) => ({
    ...line,
    lots: lotsOf(line.resourceId, line.quantity, line.lots.length > 0 ? line.lots : undefined),
  }));
  const arrivals = goods.map((line, index) => ({
    ...unitsOf(line),
    divisionId,
    quantity: line.quantity,
    value: values[index],
    counter: rules.get('costOfSales')!,
  }));
  const back = await moveStock(ctx, { date, cause: backOf(id), documentId, movements: arrivals });
  const scrap = new Set(lines.filter(({ disposition }) => disposition === 'scrap').map((line) => line.id));
  const scrapped = goods
    .filter(({ elementId }) => scrap.has(elementId))
    .map((line) => departureOf(line, 'scrapped', divisionId, rules));
  const gone = await moveStock(ctx, { date, cause: scrapOf(id), movements: scrapped });
  const costOf = (lineId: string) =>
    sum(goods.map(({ elementId }, index) => (elementId === lineId ? (values[index] ?? 0n) : 0n)));
  return {
    lines: lines.map((line) => ({ ...line, cost: costOf(line.id) })),
    transfers: [...back.transfers, ...gone.transfers],
  };
}

/** Goods that leave the stock at their present cost. */
const departureOf = (
  line: GoodsLine,
  departure: 'returned' | 'scrapped',
  divisionId: string,
  rules: Map<string, string>,
): StockMovement => ({
  ...unitsOf(line),
  divisionId,
  quantity: `-${line.quantity}`,
  counter: rules.get('inventoryAdjustments')!,
  departure,
});

const unitsOf = ({ resourceId, serialNumbers, sharesSerials, lots }: GoodsLine) => ({
  resourceId,
  serialNumbers,
  sharesSerials,
  lots,
});

/** The goods in the lines of a return; `elementId` is the line of the return. */
function goodsIn({ lines, sold }: ReturnDraft): GoodsLine[] {
  const delivered = lines.filter(({ disposition }) => disposition !== 'undelivered');
  return goodsOf(
    delivered.map((line) => ({ ...line, parts: sold.parts.get(line.elementId)! })),
    sold.resources,
  );
}

/** The movements of the sale, its deliveries and its earlier returns. */
async function movementsOf(ctx: TenantContext, { content, before }: ReturnDraft): Promise<CausedMovement[]> {
  const deliveryIds = await selectDeliveryIds(ctx, content.pendingRecordId);
  return selectMovementsOfCauses(ctx, [
    { kind: 'invoice', id: content.pendingRecordId },
    ...deliveryIds.map((id) => ({ kind: 'delivery', id })),
    ...before.ids.map(backOf),
  ]);
}

/** The cost of the goods when they were sold, less the cost of earlier returns. */
function costsOf(moved: CausedMovement[], goods: GoodsLine[]): (bigint | undefined)[] {
  const items = new Map(
    [...Map.groupBy(moved, ({ resourceId }) => resourceId)].map(([resourceId, movements]) => {
      let [sold, returned] = [noAmount, noAmount];
      for (const { causeKind, quantity, value } of movements) {
        const size = toMillionths(quantity);
        if (causeKind === 'return') returned = addAmounts(returned, { size, value });
        else sold = addAmounts(sold, { size: -size, value: -value });
      }
      // Goods that were sold before their stock arrived have no cost yet: they return at the present cost.
      return [resourceId, sold.size > 0n ? partsOf(sold, returned) : undefined];
    }),
  );
  return goods.map(({ resourceId, quantity }) => items.get(resourceId)?.(toMillionths(quantity)));
}

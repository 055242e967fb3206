import { moveStock, type StockMovement, selectMovementsOfCauses } from '#modules/inventory/index.ts';
import { DivisionRequired, type GoodsLine, goodsOf } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum, toMillionths } from '#platform/decimal.ts';
import { selectDeliveryIds } from '../delivery/fulfilled.sql.ts';
import { partOf } from '../portion.ts';
import type { ReturnDraft } from './draft.ts';
import type { ReturnLine } from './return.sql.ts';

/** What comes back and what is scrapped of it are two causes: only the first counts as goods that came back. */
export const backOf = (id: string) => ({ kind: 'return', id });
export const scrapOf = (id: string) => ({ kind: 'return-scrap', id });

/**
 * Moves the goods of a return: what was sold comes back at what it had cost, what was bought leaves at what it costs. What
 * is scrapped comes back and leaves again. Answers with the lines and their costs, and what the stock posts.
 */
export async function moveReturned(
  ctx: TenantContext,
  id: string,
  draft: ReturnDraft,
  rules: Map<string, string>,
): Promise<{ lines: ReturnLine[]; transfers: Awaited<ReturnType<typeof moveStock>>['transfers'] }> {
  const { content, lines } = draft;
  const goods = goodsIn(draft);
  if (goods.length === 0) return { lines, transfers: [] };
  const { divisionId, date } = content;
  if (divisionId === null) throw DivisionRequired();
  const adjustments = rules.get('inventoryAdjustments')!;
  const place = ({ resourceId, serialNumbers, sharesSerials }: GoodsLine) => ({
    resourceId,
    divisionId,
    serialNumbers,
    sharesSerials,
  });
  if (content.direction === 'purchase') {
    const movements = goods.map((line) => ({
      ...place(line),
      quantity: `-${line.quantity}`,
      counter: adjustments,
      departure: 'returned' as const,
    }));
    const { transfers } = await moveStock(ctx, { date, cause: backOf(id), movements });
    return { lines, transfers };
  }
  const values = await costsOf(ctx, draft, goods);
  const back = await moveStock(ctx, {
    date,
    cause: backOf(id),
    documentId: content.pendingRecordId,
    movements: goods.map((line, index) => ({
      ...place(line),
      quantity: line.quantity,
      value: values[index],
      counter: rules.get('costOfSales')!,
    })),
  });
  const isScrap = new Set(lines.filter(({ disposition }) => disposition === 'scrap').map((line) => line.id));
  const scrapped = goods
    .filter(({ elementId }) => isScrap.has(elementId))
    .map(
      (line): StockMovement => ({
        ...place(line),
        quantity: `-${line.quantity}`,
        counter: adjustments,
        departure: 'scrapped',
      }),
    );
  const gone = await moveStock(ctx, { date, cause: scrapOf(id), movements: scrapped });
  const costOf = (lineId: string) =>
    sum(goods.map(({ elementId }, index) => (elementId === lineId ? (values[index] ?? 0n) : 0n)));
  return {
    lines: lines.map((line) => ({ ...line, cost: costOf(line.id) })),
    transfers: [...back.transfers, ...gone.transfers],
  };
}

/** The goods in the lines of a return; `elementId` is the line of the return. */
function goodsIn({ lines, sold }: ReturnDraft): GoodsLine[] {
  const delivered = lines.filter(({ disposition }) => disposition !== 'undelivered');
  return goodsOf(
    delivered.map((line) => ({ ...line, parts: sold.parts.get(line.elementId)! })),
    sold.resources,
  );
}

/** What the goods had cost when they left, less what those that came back before have taken with them. */
async function costsOf(
  ctx: TenantContext,
  { content, before }: ReturnDraft,
  goods: GoodsLine[],
): Promise<(bigint | undefined)[]> {
  const deliveryIds = await selectDeliveryIds(ctx, content.pendingRecordId);
  const moved = await selectMovementsOfCauses(ctx, [
    { kind: 'invoice', id: content.pendingRecordId },
    ...deliveryIds.map((id) => ({ kind: 'delivery', id })),
    ...before.ids.map(backOf),
  ]);
  const totals = new Map<string, { left: Moved; back: Moved }>();
  for (const { resourceId, causeKind, quantity, value } of moved) {
    const total = totals.get(resourceId) ?? { left: { size: 0n, value: 0n }, back: { size: 0n, value: 0n } };
    const units = signedMillionths(quantity);
    if (causeKind === 'return') total.back = { size: total.back.size + units, value: total.back.value + value };
    else total.left = { size: total.left.size - units, value: total.left.value - value };
    totals.set(resourceId, total);
  }
  return goods.map(({ resourceId, quantity }) => {
    const total = totals.get(resourceId);
    // What had no stock yet when it was sold comes in at what the others cost.
    if (!total || total.left.size <= 0n) return undefined;
    const size = toMillionths(quantity);
    const value = partOf(total.left.value, total.left.size, total.back, size);
    total.back = { size: total.back.size + size, value: total.back.value + value };
    return value;
  });
}

interface Moved {
  size: bigint;
  value: bigint;
}

const signedMillionths = (quantity: string): bigint =>
  quantity.startsWith('-') ? -toMillionths(quantity.slice(1)) : toMillionths(quantity);

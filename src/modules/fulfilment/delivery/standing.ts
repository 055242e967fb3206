import {
  findSoldGoods,
  type PendingElement,
  type PendingRecord,
  type SoldGoods,
  selectElements,
  updateFulfilled,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { nothingFulfilled, selectFulfilled } from './delivery.sql.ts';

/** A line of goods of an invoice: what was ordered is delivered, canceled or open. In millionths. */
interface Standing {
  element: PendingElement;
  ordered: bigint;
  delivered: bigint;
  canceled: bigint;
  open: bigint;
  /** The units that were delivered. */
  serialNumbers: string[];
}

export interface DocumentStanding {
  lines: Map<string, Standing>;
  sold: SoldGoods;
}

/** The quantities of each line of an invoice. The open quantity is always computed, never stored. */
export async function standingOf(
  ctx: TenantContext,
  document: Pick<PendingRecord, 'id' | 'direction'>,
): Promise<DocumentStanding> {
  const [byDocument, fulfilled] = await Promise.all([
    selectElements(ctx, [document.id]),
    selectFulfilled(ctx, document.id),
  ]);
  const elements = byDocument.get(document.id) ?? [];
  const sold = await findSoldGoods(ctx, document, elements);
  const lines = elements
    .filter(({ id }) => sold.parts.get(id)!.length > 0)
    .map((element): [string, Standing] => {
      const { delivered, canceled, serialNumbers } = fulfilled.get(element.id) ?? nothingFulfilled;
      const [ordered, arrived, never] = [element.quantity, delivered, canceled].map(toMillionths) as [
        bigint,
        bigint,
        bigint,
      ];
      const open = ordered - arrived - never;
      return [
        element.id,
        { element, ordered, delivered: arrived, canceled: never, open, serialNumbers: [...serialNumbers] },
      ];
    });
  return { lines: new Map(lines), sold };
}

/** Notes on an invoice whether goods of it are still to be delivered, so that only those are read. */
export async function noteFulfilled(ctx: TenantContext, document: PendingRecord): Promise<void> {
  const { lines } = await standingOf(ctx, document);
  const fulfilled = [...lines.values()].every(({ open }) => open <= 0n);
  if (fulfilled !== document.fulfilled) await updateFulfilled(ctx, document.id, fulfilled);
}

export const describeStanding = ({ lines }: DocumentStanding) =>
  [...lines.values()].map(({ element, ordered, delivered, canceled, open }) => ({
    elementId: element.id,
    ordered: fromMillionths(ordered),
    delivered: fromMillionths(delivered),
    canceled: fromMillionths(canceled),
    open: fromMillionths(open),
  }));

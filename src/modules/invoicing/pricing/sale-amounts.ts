import type { TenantContext } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { draftDocument } from '../pending/draft.ts';

/** Amounts of one line, in minor units of the organization's currency. */
export interface SaleAmounts {
  discount: bigint;
  net: bigint;
  tax: bigint;
  total: bigint;
}

interface SaleLine {
  resourceId: string;
  quantity: string;
  unitPrice: string;
  discount?: { amount: string };
}

/** The amounts of a sale of these products to anyone, by product. A product that cannot be sold is left out. */
export async function saleAmounts(ctx: TenantContext, lines: SaleLine[]): Promise<Map<string, SaleAmounts>> {
  if (lines.length === 0) return new Map();
  try {
    const sale = { kind: 'invoice', direction: 'sale', fiscalType: null, elements: lines } as const;
    const { elements } = await draftDocument(ctx, sale);
    return new Map(
      elements.map(({ discount, net, tax, total }, place) => [lines[place]!.resourceId, { discount, net, tax, total }]),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (lines.length === 1) return new Map();
  }
  const alone: [string, SaleAmounts][] = [];
  for (const line of lines) alone.push(...(await saleAmounts(ctx, [line])));
  return new Map(alone);
}

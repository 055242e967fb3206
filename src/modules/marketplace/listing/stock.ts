import { divisionInUse, divisionsInUse } from '#modules/accounting/index.ts';
import { findResources, type Resource } from '#modules/catalog/index.ts';
import { type Available, availableStock } from '#modules/inventory/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { MILLION, toMillionths } from '#platform/decimal.ts';
import { marketplaceSettings } from '../settings.ts';

export interface WantedProduct {
  resourceId: string;
  quantity: string;
  /** The service that delivers the others: discounts of all products are not for it. */
  isDelivery?: true;
}

interface Need {
  productId: string;
  /** The goods of the product, in millionths. Combos need their parts. */
  goods: { resource: Resource; quantity: bigint }[];
}

/** The products that are goods, those of which the branch that sells has too little, and that branch. */
export async function stockFor(
  ctx: TenantContext,
  wanted: WantedProduct[],
  { apart = false, divisionId = null }: { apart?: boolean; divisionId?: string | null },
) {
  const needs = await needsOf(ctx, wanted);
  const chosen = divisionId ?? (await sellingDivision(ctx));
  if (needs.length === 0) return { goods: new Set<string>(), missing: new Set<string>(), divisionId: chosen };
  const divisionIds = chosen !== null ? [chosen] : [...(await divisionsInUse(ctx))].sort();
  const resourceIds = needs.flatMap(({ goods }) => goods.map(({ resource }) => resource.id));
  const available = await availableStock(ctx, [...new Set(resourceIds)], divisionIds);
  const missingIn = (id: string, order: Need[]) => missingOf(order, available.get(id) ?? new Map());
  const goods = new Set(needs.map(({ productId }) => productId));
  if (apart) {
    const isMissing = (need: Need) => divisionIds.every((id) => missingIn(id, [need]).size > 0);
    return { goods, missing: new Set(needs.filter(isMissing).map(({ productId }) => productId)), divisionId: null };
  }
  const branches = divisionIds.map((id) => ({ goods, missing: missingIn(id, needs), divisionId: id }));
  return branches.reduce((best, branch) => (branch.missing.size < best.missing.size ? branch : best));
}

/** The branch of the settings, unless it is archived. */
export const sellingDivision = async (ctx: TenantContext): Promise<string | null> =>
  divisionInUse(ctx, (await readSettings(ctx, marketplaceSettings)).divisionId);

/** The products that are short of goods when they are taken in this order. */
function missingOf(needs: Need[], available: Map<string, Available>): Set<string> {
  const left = new Map([...available].map(([id, { quantity }]) => [id, quantity]));
  const missing = new Set<string>();
  for (const { productId, goods } of needs) {
    for (const { resource, quantity } of goods) {
      const rest = (left.get(resource.id) ?? 0n) - quantity;
      left.set(resource.id, rest);
      const mayBeNegative = available.get(resource.id)?.negativeRule ?? resource.allowsNegativeStock;
      if (rest < 0n && !mayBeNegative) missing.add(productId);
    }
  }
  return missing;
}

async function needsOf(ctx: TenantContext, wanted: WantedProduct[]): Promise<Need[]> {
  const resourceIds = wanted.map(({ resourceId }) => resourceId);
  const found = await findResources(ctx, resourceIds);
  const partIds = [...found.values()].flatMap(({ parts }) => parts.map(({ resourceId }) => resourceId));
  const all = new Map([...found, ...(await findResources(ctx, [...new Set(partIds)]))]);
  return wanted
    .map((product) => ({
      productId: product.resourceId,
      goods: partsOf(product, all).flatMap(({ resourceId, quantity }) => {
        const resource = all.get(resourceId);
        return resource?.tracksStock ? [{ resource, quantity }] : [];
      }),
    }))
    .filter(({ goods }) => goods.length > 0);
}

function partsOf({ resourceId, quantity }: WantedProduct, resources: Map<string, Resource>) {
  const units = toMillionths(quantity);
  const parts = resources.get(resourceId)?.parts ?? [];
  if (parts.length === 0) return [{ resourceId, quantity: units }];
  return parts.map((part) => ({
    resourceId: part.resourceId,
    quantity: (units * toMillionths(part.quantity)) / MILLION,
  }));
}

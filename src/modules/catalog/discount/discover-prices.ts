import type { TenantContext } from '#platform/context.ts';
import { findPrices, type Price, type PriceAsk } from '../price/discover.ts';

/** The price that holds for each ask, in their order, with its reason and the discount that may be given. */
export const discoverPrices = (ctx: TenantContext, asks: PriceAsk[]): Promise<(Price & { discount: null })[]> =>
  findPrices(ctx, asks).then((prices) => prices.map((price) => ({ ...price, discount: null })));

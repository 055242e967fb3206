/** The front door: what other modules may use of the catalog. */
export { discoverPrices } from './discount/discover-prices.ts';
export type { Price, PriceAsk } from './price/discover.ts';
export { ResourceHasStock } from './resource/draft.ts';
export { findResources, type Resource, requireResources } from './resource/reference.ts';
export type { ResourceKind } from './resource/resource.sql.ts';

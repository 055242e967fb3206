/** The front door: what other modules may use of the catalog. */
export { type DiscoveredPrice, discoverPrices, type OfferedDiscount } from './discount/discover-prices.ts';
export { discountRefusals, releaseDiscounts, type TakenDiscount, takeDiscount } from './discount/take-discount.ts';
export { decideReview, listReviews } from './marketplace/marketplace.ts';
export type { Price, PriceAsk } from './price/discover.ts';
export { ResourceHasStock } from './resource/draft.ts';
export { findResources, type Resource, requireResources } from './resource/reference.ts';
export type { ResourceKind } from './resource/resource.sql.ts';
export { type ExpandedPack, expandPack, NotSoldAsOne } from './resource-list/expand-pack.ts';

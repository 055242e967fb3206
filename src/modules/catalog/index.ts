/** The public interface of the catalog for other modules. */
export { type DiscoveredPrice, discoverPrices, type OfferedDiscount } from './discount/discover-prices.ts';
export { Coupon } from './discount/rule.schema.ts';
export {
  type DiscountOffer,
  discountRefusals,
  findOffers,
  releaseDiscounts,
  type TakenDiscount,
  takeDiscounts,
} from './discount/take-discounts.ts';
export { resourceCreated, resourceUpdated } from './events.ts';
export { beforeTrackingChanged, fillInStock, fillInStockTotals, type StockFacts, type StockTotals } from './hooks.ts';
export {
  decideReview,
  listReviews,
  type MarketFacts,
  marketFacts,
  NoReviewPending,
} from './marketplace/marketplace.ts';
export { type Price, type PriceAsk, pricesFor } from './price/discover.ts';
export { buyableResources, membersOf } from './resource/buyable.sql.ts';
export { findByCode } from './resource/by-code.ts';
export { ResourceHasStock } from './resource/draft.ts';
export { pictureUrl } from './resource/picture.ts';
export { combosOf, findResources, type Resource, requireResources } from './resource/reference.ts';
export { NewResource } from './resource/resource.schema.ts';
export { createResource } from './resource/resource.ts';
export { searchResources } from './resource/similar.sql.ts';
export { type CollectionProduct, collectionProducts } from './resource-list/collection.sql.ts';
export { collectedAmong, findCollections } from './resource-list/find-collections.ts';
export {
  discoverPackPrices,
  expandPack,
  findPacks,
  NotSoldAsOne,
  type Pack,
  type PackPrice,
} from './resource-list/pack.ts';
export type { ResourceKind } from './tables.ts';

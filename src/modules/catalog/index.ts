/** The public interface of the catalog for other modules. */
export { type DiscoveredPrice, discoverPrices } from './discount/discover-prices.ts';
export { heldOffers } from './discount/offer.sql.ts';
export { Coupon } from './discount/rule.schema.ts';
export {
  type DiscountOffer,
  discountRefusals,
  findOffers,
  releaseDiscounts,
  takeDiscounts,
} from './discount/take-discounts.ts';
export { DiscountUsedUp } from './discount/uses.ts';
export { resourceCreated, resourceUpdated } from './events.ts';
export {
  beforeTrackingChanged,
  checkOpeningStock,
  enterOpeningStock,
  fillInStock,
  fillInStockTotals,
  type OpeningStock,
  type StockFacts,
  type StockTotals,
} from './hooks.ts';
export {
  decideReview,
  listReviews,
  type MarketFacts,
  marketFacts,
  NoReviewPending,
} from './marketplace/marketplace.ts';
export { type PriceAsk, pricesFor } from './price/discover.ts';
export { ResourceHasStock } from './resource/draft.ts';
export {
  combosOf,
  findByCode,
  findResources,
  pictureUrl,
  type Resource,
  requireResources,
} from './resource/reference.ts';
export { NewResource } from './resource/resource.schema.ts';
export { buyableResources, membersOf } from './resource/resource.sql.ts';
export { createResource } from './resource/resource.ts';
export { searchResources } from './resource/search.sql.ts';
export { type FacetValue, selectFacetValues, type WantedAttributes } from './resource-list/facets.sql.ts';
export { type CollectionProduct, collectionProducts } from './resource-list/list.sql.ts';
export { collectedAmong, findCollections } from './resource-list/list.ts';
export { discoverPackPrices, expandPack, findPacks, NotSoldAsOne, type Pack } from './resource-list/pack.ts';

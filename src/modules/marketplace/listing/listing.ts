import type { z } from 'zod';
import { combosOf, type MarketFacts, marketFacts, pictureUrl, resourceUpdated } from '#modules/catalog/index.ts';
import { resourceRecordCreated } from '#modules/inventory/index.ts';
import { invoiceCreated, invoiceUpdated, selectElements } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { Services, TenantContext } from '#platform/context.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { fromMinor, moneyText } from '#platform/money.ts';
import { folded, sortNameOf } from '#platform/search/folded.ts';
import { wordsToIndex } from '#platform/search/words.ts';
import { productPath } from '../page/parts.ts';
import type { MarketProduct } from './listing.schema.ts';
import { hasListings, type Listing, replaceListings, selectListedIds } from './listing.sql.ts';
import { type OfferedProduct, offerOf } from './offer.ts';

/** Keeps the listings of products up when something of them changes. Prices that change by date are refreshed daily. */
export const followSellers = subscriber({
  name: 'marketplace/follow-sellers',
  follows: [resourceUpdated, resourceRecordCreated, invoiceCreated, invoiceUpdated],
  handle: async (ctx, events) => {
    const changed = events.flatMap(({ payload }) => ('resourceId' in payload ? payload.resourceId : []));
    const invoiceIds = events.flatMap(({ payload }) => ('invoiceId' in payload ? payload.invoiceId : []));
    const reviewed = events.flatMap(({ type, payload }) =>
      type === 'resource:updated' && 'marketplaceStatus' in payload.new ? payload.resourceId : [],
    );
    const listed = await listedAmong(ctx, changed, invoiceIds);
    await refreshListings(ctx, [...new Set([...reviewed, ...listed])]);
  },
});

/**
 * The listed products among changed ones and those of documents, which change what is left of them, with the combos of these. Most
 * organizations list none: nothing is read then.
 */
async function listedAmong(ctx: TenantContext, changed: string[], invoiceIds: string[]): Promise<string[]> {
  if (!(await hasListings(ctx.tx, ctx.organizationId))) return [];
  const elements = invoiceIds.length > 0 ? await selectElements(ctx, [...new Set(invoiceIds)]) : new Map();
  const sold = [...elements.values()].flat().flatMap(({ resourceId }) => resourceId ?? []);
  const ids = [...new Set([...changed, ...sold])];
  return selectListedIds(ctx.tx, ctx.organizationId, [...ids, ...(await combosOf(ctx, ids))]);
}

/** Writes what the marketplace shows of these products. One that is not listed any more is removed. */
export async function refreshListings(ctx: TenantContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { name: sellerName, sandbox } = await findOrganization(ctx.tx, ctx.organizationId);
  const facts = sandbox ? [] : (await marketFacts(ctx, ids)).filter(isReviewed);
  const wanted = facts.map(({ id }) => ({ resourceId: id, quantity: '1' }));
  const { products } = await offerOf(ctx, wanted, { isOffered: isReviewed, apart: true });
  const offers = new Map(products.map((product) => [product.resourceId, product]));
  const listings = facts.map((fact) => listingOf(ctx, sellerName, fact, offers.get(fact.id)!));
  await replaceListings(ctx.tx, ctx.organizationId, ids, listings);
}

/** Whether the operator lists it, or has been asked to. */
const isReviewed = ({ marketplaceStatus }: MarketFacts): boolean =>
  marketplaceStatus === 'requested' || marketplaceStatus === 'approved';

function listingOf(ctx: TenantContext, sellerName: string, fact: MarketFacts, offer: OfferedProduct) {
  const { name, description, category, kind, unit, images } = fact;
  const isPriced = offer.problem === null || offer.problem === 'out_of_stock';
  return {
    resourceId: fact.id,
    organizationId: ctx.organizationId,
    status: fact.marketplaceStatus as Listing['status'],
    note: fact.marketplaceNote,
    requestedAt: fact.marketplaceRequestedAt!,
    sellerName,
    name,
    description,
    category,
    kind,
    unit,
    images,
    sortName: sortNameOf(name),
    categoryKey: category ? folded(category) : '',
    price: isPriced ? fromMinor(offer.total, ctx.currency) : null,
    currency: ctx.currency,
    inStock: offer.problem === null,
    isArchived: fact.archivedAt !== null,
    words: wordsToIndex([name, category, sellerName, description]),
  };
}

/** A product as buyers see it. */
export function describeListing(services: Services, listing: Listing): z.input<typeof MarketProduct> {
  const { resourceId, price, currency } = listing;
  return {
    ...describeReviewed(services, listing),
    url: services.publicUrl + productPath(resourceId),
    price: moneyText(price!, currency),
  };
}

/** A product as the operator reviews it, who may see one without a price. */
export function describeReviewed(services: Services, listing: Listing) {
  const { organizationId, sellerName, images, price, currency } = listing;
  return {
    ...listing,
    seller: { id: organizationId, name: sellerName },
    images: images.map((image) => pictureUrl(services, organizationId, image)),
    price: price === null ? null : moneyText(price, currency),
  };
}

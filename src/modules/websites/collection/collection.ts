import type { z } from 'zod';
import {
  collectionProducts,
  findCollections,
  selectFacetValues,
  type WantedAttributes,
} from '#modules/catalog/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { describeProducts } from '../product/product.ts';
import { describeShop } from '../shop/shop.ts';
import { collectionUrl, describeSite, openSite } from '../site/site.ts';
import { facetsOf, readWanted } from './attributes.ts';
import type { SiteCollectionQuery } from './collection.schema.ts';

type Query = z.output<typeof SiteCollectionQuery>;

/** A collection that the website shows, with its products. Any other has the same answer as an unknown one. */
export async function readCollection(
  work: WorkContext,
  { site: address, collectionId }: { site: string; collectionId: string },
  { attributes, ...query }: Query,
) {
  const site = await openSite(work, address);
  const { ctx, settings } = site;
  const [collection] = settings.collectionIds.includes(collectionId) ? await findCollections(ctx, [collectionId]) : [];
  if (!collection) throw NotFound();
  const wanted = readWanted(attributes, settings.attributes);
  const products = { ...query, collectionId };
  const [shown, { decimalSeparator }, page, counted] = await Promise.all([
    describeSite(site),
    readSettings(ctx, generalSettings),
    collectionProducts.page(ctx, { ...products, wanted }, (found) => describeProducts(site, found)),
    countValues(ctx, products, settings.attributes, wanted),
  ]);
  return {
    ...page,
    site: shown,
    collection: { ...collection, url: collectionUrl(site, collectionId) },
    appearance: { decimalSeparator },
    ...describeShop(work, site),
    search: query.search ?? '',
    facets: facetsOf(settings.attributes, counted, wanted),
  };
}

/** A website that shows no attributes reads none. */
const countValues = async (
  ctx: TenantContext,
  products: Omit<Query, 'attributes'> & { collectionId: string },
  names: string[],
  wanted: WantedAttributes,
) => (names.length === 0 ? [] : selectFacetValues(ctx, await collectionProducts.where(ctx, products), names, wanted));

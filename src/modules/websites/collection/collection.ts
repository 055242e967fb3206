import { collectionProducts, findCollections } from '#modules/catalog/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { WorkContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { describeProducts } from '../product/product.ts';
import { describeShop } from '../shop/shop.ts';
import { collectionUrl, describeSite, openSite } from '../site/site.ts';

type Query = Omit<Parameters<typeof collectionProducts.page>[1], 'collectionId'>;

/** A collection that the website shows, with its products. Any other has the same answer as an unknown one. */
export async function readCollection(
  work: WorkContext,
  { site: address, collectionId }: { site: string; collectionId: string },
  query: Query,
) {
  const site = await openSite(work, address);
  const { ctx, settings } = site;
  const [collection] = settings.collectionIds.includes(collectionId) ? await findCollections(ctx, [collectionId]) : [];
  if (!collection) throw NotFound();
  const [shown, { decimalSeparator }, page] = await Promise.all([
    describeSite(site),
    readSettings(ctx, generalSettings),
    collectionProducts.page(ctx, { ...query, collectionId }, (products) => describeProducts(site, products)),
  ]);
  return {
    ...page,
    site: shown,
    collection: { ...collection, url: collectionUrl(site, collectionId) },
    appearance: { decimalSeparator },
    ...describeShop(work, site),
    search: query.search ?? '',
  };
}

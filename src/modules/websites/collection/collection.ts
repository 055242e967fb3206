import {
  type CollectionProduct,
  collectionProducts,
  findCollections,
  pictureUrl,
  pricesFor,
} from '#modules/catalog/index.ts';
import { saleAmounts } from '#modules/invoicing/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound } from '#platform/refusal.ts';
import { collectionUrl, describeSite, openSite, type Site } from '../site/site.ts';

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
    search: query.search ?? '',
  };
}

async function describeProducts({ ctx, url }: Site, products: CollectionProduct[]) {
  const prices = await unitPrices(
    ctx,
    products.map(({ id }) => id),
  );
  // The proxy of a domain serves files too, and pages show only pictures of their own origin.
  const services = { publicUrl: new URL(url).origin, secrets: ctx.secrets };
  return products.map(({ id, name, description, category, unit, images }) => ({
    resourceId: id,
    name,
    description,
    category,
    unit,
    images: images.map((image) => pictureUrl(services, ctx.organizationId, image)),
    price: prices.get(id) ?? null,
    currency: ctx.currency,
  }));
}

/** The price of one unit with taxes, as a stranger pays it today. */
async function unitPrices(ctx: TenantContext, resourceIds: string[]): Promise<Map<string, string>> {
  const [date, quantity] = [ctx.today.toString(), '1'];
  const asks = resourceIds.map((resourceId) => ({ resourceId, quantity, date, currency: ctx.currency }));
  const found = await pricesFor(ctx, asks);
  const lines = found.flatMap(({ resourceId, unitPrice }) =>
    unitPrice === null ? [] : [{ resourceId, quantity, unitPrice }],
  );
  const amounts = await saleAmounts(ctx, lines);
  return new Map([...amounts].map(([id, { total }]) => [id, fromMinor(total, ctx.currency)]));
}

import { type CollectionProduct, collectedAmong, marketFacts, pictureUrl } from '#modules/catalog/index.ts';
import { offerOf } from '#modules/marketplace/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { WorkContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound } from '#platform/refusal.ts';
import { describeShop } from '../shop/shop.ts';
import { describeSite, type OpenSite, openSite, productUrl } from '../site/site.ts';

/** A product of a collection that the website shows. Any other has the same answer as an unknown one. */
export async function readProduct(
  work: WorkContext,
  { site: address, resourceId }: { site: string; resourceId: string },
) {
  const site = await openSite(work, address);
  const { ctx, settings } = site;
  const ids = await collectedAmong(ctx, settings.collectionIds, [resourceId]);
  const [found] = await marketFacts(ctx, ids);
  if (!found || found.archivedAt !== null) throw NotFound();
  const [shown, { decimalSeparator }, [product]] = await Promise.all([
    describeSite(site),
    readSettings(ctx, generalSettings),
    describeProducts(site, [found]),
  ]);
  return { product: product!, site: shown, appearance: { decimalSeparator }, ...describeShop(work, site) };
}

/** Products with the price of one unit with taxes, as a stranger pays it today. */
export async function describeProducts(site: OpenSite, products: CollectionProduct[]) {
  const { ctx, settings, url } = site;
  const wanted = products.map(({ id }) => ({ resourceId: id, quantity: '1' }));
  const offer = await offerOf(ctx, wanted, {
    apart: true,
    ignoresStock: !settings.sells,
    isOffered: () => true,
  });
  // The proxy of a domain serves files too, and pages show only pictures of their own origin.
  const services = { publicUrl: new URL(url).origin, secrets: ctx.secrets };
  return products.map(({ id, name, description, code, category, unit, attributes, images }, place) => {
    const { problem, total } = offer.products[place]!;
    const isPriced = problem === null || problem === 'out_of_stock';
    return {
      resourceId: id,
      url: productUrl(site, id),
      name,
      description,
      code,
      category,
      unit,
      attributes: Object.fromEntries(
        settings.attributes.flatMap((each) => (Object.hasOwn(attributes, each) ? [[each, attributes[each]!]] : [])),
      ),
      images: images.map((image) => pictureUrl(services, ctx.organizationId, image)),
      price: isPriced ? fromMinor(total, ctx.currency) : null,
      currency: ctx.currency,
      inStock: settings.sells && isPriced ? problem === null : null,
    };
  });
}

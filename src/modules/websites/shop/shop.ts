import { collectedAmong } from '#modules/catalog/index.ts';
import { cartOf, cartUrl, type Shop } from '#modules/marketplace/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { selectDomains } from '../domain/domain.sql.ts';
import { websiteSettings } from '../settings.ts';
import { type OpenSite, siteOf } from '../site/site.ts';

/** A website that sells is the shop of its organization: it sells the products of its collections. */
export async function openShop(ctx: TenantContext, shop: Shop): Promise<void> {
  const { published, sells, colour, collectionIds } = await readSettings(ctx, websiteSettings);
  if (!published || !sells) return;
  const [domains, soldIds] = await Promise.all([selectDomains(ctx), collectedAmong(ctx, collectionIds, shop.askedIds)]);
  const own = domains.find(({ state }) => state === 'verified');
  shop.url = own ? `https://${own.domain}` : siteOf(ctx).url;
  shop.colour = colour;
  for (const id of soldIds) shop.soldIds.add(id);
}

/** The shop of a website for the pages on it: its id, null if it does not sell, and the cart of this browser. */
export function describeShop(work: WorkContext, { ctx, settings, url }: OpenSite) {
  if (!settings.sells) return { shopId: null, cartUrl: null };
  const cartId = cartOf(work, ctx.organizationId);
  return { shopId: ctx.organizationId, cartUrl: cartId && cartUrl({ publicUrl: new URL(url).origin }, cartId) };
}

import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { enterNamed } from '#platform/tenant-context.ts';
import { fillInShop, type Shop } from '../hooks.ts';

/** The shop of an organization, and which of these products it sells. */
export async function shopOf(ctx: TenantContext, askedIds: string[] = []): Promise<Shop> {
  const shop: Shop = { url: null, colour: null, askedIds, soldIds: new Set() };
  await fillInShop(ctx, shop);
  return shop;
}

/** The shop as its buyers see it, also when it has closed after an order. */
export async function describeShop(ctx: TenantContext) {
  const [organization, { url, colour }] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    shopOf(ctx),
  ]);
  const { name, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  return { id: ctx.organizationId, name, url, logoUrl, colour };
}

export async function requireShop(work: WorkContext, shopId: string): Promise<void> {
  const ctx = await enterNamed(work, shopId);
  if (!ctx || (await shopOf(ctx)).url === null) throw unknownReference('body.shopId', 'This shop');
}

/** The seller of each of these products that its shop sells. */
export async function shopSellers(
  work: WorkContext,
  shopId: string,
  resourceIds: string[],
): Promise<Map<string, string>> {
  const { soldIds } = await shopOf(await work.enter(shopId), resourceIds);
  return new Map([...soldIds].map((id) => [id, shopId]));
}

import type { z } from 'zod';
import { findResources } from '#modules/catalog/index.ts';
import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { moneyText } from '#platform/money.ts';
import { NotFound } from '#platform/refusal.ts';
import { type Companion, companions, previousItems } from './items.sql.ts';

/** Only the newest documents count: purchases of years ago say little. */
const DOCUMENTS_MAX = 500;

export async function readPreviousItems(
  ctx: TenantContext,
  contactId: string,
  { direction, ...query }: z.output<typeof previousItems.query> & { direction: 'sale' | 'purchase' },
) {
  const contact = await findContact(ctx, contactId);
  if (!contact) throw NotFound();
  const buyer = { ...ctx, contactId: contact.id, direction, documents: DOCUMENTS_MAX };
  return previousItems.page(buyer, query, (items) =>
    items.map((item) => ({ ...item, lastUnitPrice: moneyText(item.lastUnitPrice, item.currency) })),
  );
}

/** The items most often sold together with these, without archived ones. */
export async function readRecommendedItems(
  ctx: TenantContext,
  { resourceIds, ...query }: z.output<typeof companions.query> & { resourceIds: string[] },
) {
  let documents = 0;
  const page = await companions.page({ ...ctx, resourceIds, documents: DOCUMENTS_MAX }, query, (items) => {
    documents = items[0]?.documents ?? 0;
    return describe(ctx, items);
  });
  return { documents, ...page };
}

async function describe(ctx: TenantContext, items: Companion[]) {
  const resources = await findResources(
    ctx,
    items.map(({ resourceId }) => resourceId),
  );
  return items.flatMap(({ resourceId, together, documents }) => {
    const resource = resources.get(resourceId);
    if (!resource || resource.archivedAt) return [];
    const { name, code, unit } = resource;
    return [{ resourceId, name, code, unit, together, share: (together / documents).toFixed(4) }];
  });
}

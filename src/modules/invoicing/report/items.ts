import { findResources } from '#modules/catalog/index.ts';
import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { selectCompanions, selectPreviousItems } from './items.sql.ts';

/** Only the newest documents count: purchases of years ago are no recommendation. */
const DOCUMENTS_MAX = 500;

export async function readPreviousItems(
  ctx: TenantContext,
  contactId: string,
  query: { direction: 'sale' | 'purchase'; itemsPerPage: number },
) {
  const contact = await findContact(ctx, contactId);
  if (!contact) throw NotFound();
  const data = await selectPreviousItems(ctx, {
    contactId: contact.id,
    direction: query.direction,
    documents: DOCUMENTS_MAX,
    limit: query.itemsPerPage,
  });
  return { data };
}

/** The items most often sold together with these, without archived ones. */
export async function readRecommendedItems(ctx: TenantContext, query: { resourceIds: string[]; itemsPerPage: number }) {
  const { documents, items } = await selectCompanions(ctx, {
    resourceIds: query.resourceIds,
    documents: DOCUMENTS_MAX,
    limit: query.itemsPerPage,
  });
  const resources = await findResources(
    ctx,
    items.map(({ resourceId }) => resourceId),
  );
  return {
    documents,
    data: items.flatMap(({ resourceId, together }) => {
      const resource = resources.get(resourceId);
      if (!resource || resource.archivedAt) return [];
      const { name, code, unit } = resource;
      return [{ resourceId, name, code, unit, together, share: (together / documents).toFixed(4) }];
    }),
  };
}

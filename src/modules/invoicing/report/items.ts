import { findResources } from '#modules/catalog/index.ts';
import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { selectCompanions, selectPreviousItems } from './items.sql.ts';

/** So many of the newest documents are looked at: what was bought years ago recommends nothing. */
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

/** What is sold together with these items, the most frequent first; what is no longer sold is left out. */
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

import { sql } from 'kysely';
import { z } from 'zod';
import { filter, list, updated, updatedSince } from '#platform/db/list.ts';
import { isNamed } from '#platform/db/named.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { SEARCHED_AS } from '../resource/search.sql.ts';
import { type ResourceRow, resourceListMembers, resources } from '../tables.ts';

export type CollectionProduct = Pick<ResourceRow, 'id' | 'name' | 'description' | 'category' | 'unit' | 'images'>;

/** The products of one collection that are still sold, as strangers may see them: nothing of costs and stock. */
export const collectionProducts = list<CollectionProduct>()({
  from: (ctx) => sql`${resources.of(ctx)} t`,
  select: sql`t.id, t.name, t.description, t.category, t.unit, t.images`,
  filters: {
    search: filter(z.string().max(100).optional().describe('Beginnings of words of the name.'), (text, ctx) =>
      isFound(ctx.organizationId, SEARCHED_AS, sql`t.id`, text),
    ),
    updatedSince,
  },
  scope: {
    collectionId: filter(z.uuid(), (id, ctx) =>
      isNamed(ctx, { id: sql`m.resource_id`, from: sql`${resourceListMembers.of(ctx)} m WHERE m.list_id = ${id}` }),
    ),
  },
  where: () => sql`t.archived_at IS NULL`,
  sort: { name: { by: sql`t.sort_name`, type: 'text' }, updated },
  order: 'name',
});

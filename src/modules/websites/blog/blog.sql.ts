import { sql } from 'kysely';
import { listOf } from '#platform/db/list.ts';
import { websitePages } from '../tables.ts';

export const postList = listOf(websitePages, {
  filters: {},
  where: () => sql`t.kind = 'post' AND t.published_at IS NOT NULL`,
  sort: { published: { by: sql`t.first_published_at`, type: 'timestamp with time zone' } },
  order: '-published',
  key: [{ by: sql`t.document_id`, type: 'uuid' }],
});

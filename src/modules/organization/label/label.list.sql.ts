import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, several } from '#platform/db/list.ts';
import { labels } from '../tables.ts';
import { labelKinds } from './label-kind.ts';

export const labelList = listOf(labels, {
  filters: {
    usedFor: filter(
      several(z.enum(labelKinds)).optional().describe('Those that things of this kind have had.'),
      (kinds) => sql`t.used_for && ${[kinds].flat()}::text[]`,
    ),
  },
  where: () => sql`t.removed_at IS NULL`,
  sort: { name: 'name' },
  order: 'name',
});

import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf } from '#platform/db/list.ts';
import { labels } from '../tables.ts';
import { labelKinds } from './label-kind.ts';

export const labelList = listOf(labels, {
  filters: {
    usedFor: filter(
      z.enum(labelKinds).optional().describe('Those that things of this kind have had.'),
      (kind) => sql`${kind} = ANY (t.used_for)`,
    ),
  },
  where: () => sql`t.removed_at IS NULL`,
  sort: { name: 'name' },
  order: 'name',
});

import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { cannedAnswers, inboundDrops } from '../tables.ts';

export const cannedList = listOf(cannedAnswers, {
  filters: {
    search: filter(
      z.string().trim().min(1).max(60).optional().describe('The beginning of the shortcut.'),
      (value) => sql`starts_with(lower(t.shortcut), lower(${value}))`,
    ),
  },
  sort: { shortcut: 'shortcut', created: 'createdAt' },
  order: 'shortcut',
});

export const dropList = listOf(inboundDrops, {
  filters: {
    channelId: oneOf('channelId', z.uuid()),
    resolved: filter(z.boolean().default(false), (value) =>
      value ? sql`t.resolved_at IS NOT NULL` : sql`t.resolved_at IS NULL`,
    ),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { containsFolded } from '#platform/search/search.sql.ts';
import { cannedAnswers, inboundDrops } from '../tables.ts';

/** A blank before each word, the first included. */
const words = sql`regexp_replace(' ' || t.shortcut || ' ' || t.text, '\\s+|[¡¿"(«]', ' ', 'g')`;

export const cannedList = listOf(cannedAnswers, {
  filters: {
    search: filter(z.string().trim().min(1).max(60).optional().describe('Words of the shortcut or text.'), (value) =>
      sql.join(
        value.split(/\s+/).map((word) => containsFolded(words, ` ${word}`)),
        sql` AND `,
      ),
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

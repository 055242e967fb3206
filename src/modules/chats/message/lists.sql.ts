import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { folded } from '#platform/search/folded.ts';
import { cannedAnswers, inboundDrops } from '../tables.ts';

const words = sql`' ' || lower(regexp_replace(normalize(t.shortcut || ' ' || t.text, NFKD), '[\u0300-\u036f]', '', 'g'))`;

/** Without an index: an organization has few canned answers. */
const beginsWord = (word: string): RawBuilder<unknown> =>
  sql`regexp_replace(${words}, '\\s+|[¡¿"(«]', ' ', 'g') LIKE ${`% ${word.replace(/[\\%_]/g, '\\$&')}%`}`;

export const cannedList = listOf(cannedAnswers, {
  filters: {
    search: filter(z.string().trim().min(1).max(60).optional().describe('Words of the shortcut or text.'), (value) =>
      sql.join(folded(value).split(' ').map(beginsWord), sql` AND `),
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

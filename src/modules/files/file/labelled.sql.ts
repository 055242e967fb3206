import { sql } from 'kysely';
import { z } from 'zod';
import { filter } from '#platform/db/list.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { wordsToSeek } from '#platform/search/words.ts';

const has = (label: string) => sql<boolean>`t.labels @> ARRAY[${label}::text]`;

/** A filter by a whole label. The words of labels are in the index of the search, which begins with the organization. */
export const labelled = (kind: 'file' | 'document') =>
  filter(
    z.string().trim().min(1).max(60).optional().describe('Only those with exactly this label.'),
    (value, { organizationId }) =>
      wordsToSeek(value).length === 0
        ? has(value)
        : sql`(${isFound(organizationId, kind, sql`t.id`, value)} AND ${has(value)})`,
  );

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { filter, list, type SortKey, updated, updatedSince } from '#platform/db/list.ts';
import { containsFolded } from '#platform/search/search.sql.ts';
import { wordsToSearch } from '#platform/search/words.ts';
import { appData, type DataRow } from '../tables.ts';
import type { TypeKey } from './data.sql.ts';
import type { FieldCondition } from './field-filter.ts';
import { searchKind } from './index-text.ts';

const LAST_CHARACTER = '\u{10FFFF}';
/** Longer texts are sorted by their beginning: the key travels in cursors. */
const SORT_TEXT_MAX = 60;
const NUMBER_MAX = 1e15;

/** Which fields a search looks at, and how much a match in each counts. */
interface WeightedField {
  field: string;
  weight: number;
}

interface Reading extends TypeKey {
  conditions: FieldCondition[];
  search: { text: string; fields: readonly WeightedField[] } | null;
  /** A field that the list can be sorted by. */
  sortField: { name: string; isNumber: boolean } | null;
}

/** The rows of one type. Conditions on fields read the rows of the type, of which there are at most 50,000. */
export const rowList = ({ appId, type, conditions, search, sortField }: Reading) =>
  list<DataRow>()({
    from: (ctx) =>
      search
        ? sql`${appData.of(ctx)} t JOIN ${matches(ctx, { appId, type }, search)} s ON s.id = t.id`
        : sql`${appData.of(ctx)} t`,
    select: appData.columns('t'),
    filters: {
      updatedSince,
      valid: filter(z.boolean().optional(), (value) => (value ? sql`t.problem IS NULL` : sql`t.problem IS NOT NULL`)),
    },
    where: () => sql.join([sql`t.app_id = ${appId} AND t.type = ${type}`, ...conditions.map(conditionOf)], sql` AND `),
    sort: {
      created: { by: sql`t.created_at`, type: 'timestamp with time zone' },
      updated,
      relevance: { by: search ? sql`s.score` : sql`0`, type: 'integer' },
      field: sortField ? sortKeyOf(sortField) : { by: sql`''::text`, type: 'text' },
    },
    order: '-created',
  });

function sortKeyOf({ name, isNumber }: { name: string; isNumber: boolean }): SortKey {
  const value = sql`t.data -> ${name}::text`;
  if (!isNumber)
    return { by: sql`coalesce(left(t.data ->> ${name}::text, ${SORT_TEXT_MAX}), '') COLLATE "C"`, type: 'text' };
  const number = sql`round(least(greatest((t.data ->> ${name}::text)::numeric, ${-NUMBER_MAX}::numeric), ${NUMBER_MAX}::numeric), 10)`;
  return {
    by: sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${number} ELSE ${-NUMBER_MAX}::numeric END`,
    type: 'numeric',
  };
}

/** Values are compared as JSON: a row of an earlier release may hold another type, and must not end the statement. */
function conditionOf({ field, operator, value }: FieldCondition): RawBuilder<unknown> {
  const held = sql`(t.data -> ${field}::text)`;
  const given = sql`${JSON.stringify(value)}::jsonb`;
  const comparison = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };
  switch (operator) {
    case 'eq':
      return sql`${held} = ${given}`;
    case 'ne':
      return sql`${held} IS DISTINCT FROM ${given}`;
    case 'in':
      return sql`${held} IN (SELECT jsonb_array_elements(${given}))`;
    case 'exists':
      return value ? sql`${held} IS NOT NULL` : sql`${held} IS NULL`;
    case 'contains':
      return sql`CASE jsonb_typeof(${held}) WHEN 'array' THEN ${held} @> ${given}
        WHEN 'string' THEN ${containsFolded(sql`(t.data ->> ${field}::text)`, String(value))} ELSE false END`;
    default: {
      const sign = comparison[operator];
      return typeof value === 'number'
        ? sql`CASE WHEN jsonb_typeof(${held}) = 'number' THEN (t.data ->> ${field}::text)::numeric ${sign} ${value}::numeric ELSE false END`
        : sql`CASE WHEN jsonb_typeof(${held}) = 'string' THEN (t.data ->> ${field}::text) COLLATE "C" ${sign} ${value}::text ELSE false END`;
    }
  }
}

/** The rows that have every word of a search in one of the fields. A word counts by the heaviest field that has it. */
function matches(
  { organizationId }: Pick<TenantContext, 'organizationId'>,
  of: TypeKey,
  { text, fields }: NonNullable<Reading['search']>,
): RawBuilder<unknown> {
  const words = wordsToSearch(text);
  return sql`(
    SELECT h.id, sum(h.weight)::int AS score FROM (
      SELECT w.entity_id AS id, g.word, max(f.weight) AS weight
      FROM unnest(${words}::text[], ${words.map((word) => word + LAST_CHARACTER)}::text[]) AS g (word, word_end)
      CROSS JOIN unnest(${fields.map(({ field }) => searchKind(of, field))}::text[], ${fields.map(({ weight }) => weight)}::int[])
        AS f (kind, weight)
      JOIN search_words w ON w.organization_id = ${organizationId} AND w.kind = f.kind
        AND w.word >= g.word AND w.word < g.word_end
      GROUP BY w.entity_id, g.word) h
    GROUP BY h.id HAVING count(*) = ${words.length})`;
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { endOfPrefix } from '#platform/search/folded.ts';
import { type ResourceRow, resourceColumns } from './resource.sql.ts';

/** The name under which resources are indexed for search. */
export const SEARCHED_AS = 'resource';

/** What a searched text may mean: the beginning of each word of a name, of a code, or of a barcode. */
export interface SearchedText {
  /** The rarest first, once it is known. */
  words: string[];
  codeKey: string;
  /** Null: it cannot be one. */
  barcode: string | null;
}

export interface ResourceFilter {
  ids?: string[] | undefined;
  search?: SearchedText | undefined;
  kind?: string | undefined;
  category?: string | undefined;
  codeKey?: string | undefined;
  barcode?: string | undefined;
  tracksStock?: boolean | undefined;
  archived?: boolean | undefined;
  marketplaceStatus?: string | undefined;
  taxId?: string | undefined;
  listId?: string | undefined;
  updatedSince?: string | undefined;
  /** Only what comes behind this resource. */
  after?: { sortName: string; id: string } | undefined;
}

const beginsWith = (column: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${prefix} AND ${column} < ${endOfPrefix(prefix)})`;

const hasWord = (organizationId: string, id: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  sql<boolean>`w.organization_id = ${organizationId} AND w.kind = ${SEARCHED_AS} AND w.entity_id = ${id}
    AND ${beginsWith(sql`w.word`, word)}`;

/** How many resources have a word that begins so, for each of some words; counted no further than the limit. */
async function countWords(tx: Tx, organizationId: string, words: string[], limit: number): Promise<number[]> {
  const counts = words.map(
    (word) => sql`(SELECT count(*)::int FROM (SELECT FROM search_words w WHERE w.organization_id = ${organizationId}
      AND w.kind = ${SEARCHED_AS} AND ${beginsWith(sql`w.word`, word)} LIMIT ${limit}) AS counted)`,
  );
  const { rows } = await sql<{ counts: number[] }>`SELECT ARRAY[${sql.join(counts)}]::int[] AS counts`.execute(tx);
  return rows[0]!.counts;
}

/** The condition that something has words that begin so. */
const hasWords = (organizationId: string, id: RawBuilder<unknown>, words: string[]): RawBuilder<boolean> =>
  words.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        words.map((word) => sql`(SELECT true FROM search_words w WHERE ${hasWord(organizationId, id, word)} LIMIT 1)`),
        sql` AND `,
      )})`;

/**
 * The ids of what a text may mean where there are at most so many, for few are quickly sorted; else the text with its rarest
 * word first. Of several words the rarest is sought, and what it finds is asked for the others.
 */
export async function selectFound(
  tx: Tx,
  organizationId: string,
  { words, codeKey, barcode }: SearchedText,
  most: number,
): Promise<{ ids: string[] } | { search: SearchedText }> {
  const limit = most + 1;
  const counts = words.length > 0 ? await countWords(tx, organizationId, words, limit) : [];
  const fewest = Math.min(...counts);
  const rarest = words[counts.indexOf(fewest)];
  const others = words.filter((word) => word !== rarest);
  const search = { words: rarest === undefined ? [] : [rarest, ...others], codeKey, barcode };
  if (words.length > 0 && fewest > most) return { search };
  const named = sql`
    SELECT s.entity_id AS id FROM search_words s WHERE s.organization_id = ${organizationId} AND s.kind = ${SEARCHED_AS}
      AND ${beginsWith(sql`s.word`, rarest ?? '')} AND ${hasWords(organizationId, sql`s.entity_id`, others)}`;
  const coded = sql`
    SELECT c.id FROM resources c WHERE c.organization_id = ${organizationId} AND ${beginsWith(sql`c.code_key`, codeKey)}`;
  const barred = sql`
    SELECT b.resource_id FROM resource_barcodes b WHERE b.organization_id = ${organizationId}
      AND ${beginsWith(sql`b.barcode`, barcode ?? '')}`;
  const meanings = [...(rarest === undefined ? [] : [named]), coded, ...(barcode === null ? [] : [barred])].map(
    (meaning) => sql`(${meaning} LIMIT ${limit})`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(meanings, sql` UNION ALL `)}`.execute(tx);
  const ids = new Set(rows.map(({ id }) => id));
  return ids.size > most ? { search } : { ids: [...ids] };
}

/** Asked row by row, in the order of the list, so it ends when the page is full: for texts that mean very many. */
function isMeant(organizationId: string, { words, codeKey, barcode }: SearchedText): RawBuilder<boolean> {
  const meanings = words.length > 0 ? [hasWords(organizationId, sql`r.id`, words)] : [];
  meanings.push(beginsWith(sql`r.code_key`, codeKey));
  // The dearest question comes last: what has the words is not asked for its barcodes.
  if (barcode !== null) {
    meanings.push(sql<boolean>`(SELECT true FROM resource_barcodes b WHERE b.organization_id = ${organizationId}
      AND b.resource_id = r.id AND ${beginsWith(sql`b.barcode`, barcode)} LIMIT 1)`);
  }
  return sql<boolean>`(${sql.join(meanings, sql` OR `)})`;
}

function matching(organizationId: string, filter: ResourceFilter): RawBuilder<unknown> {
  return sql`FROM resources r WHERE ${conditionsOf(organizationId, filter)}`;
}

function conditionsOf(organizationId: string, filter: ResourceFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`r.organization_id = ${organizationId}`];
  if (filter.ids) conditions.push(sql`r.id = ANY (${filter.ids}::uuid[])`);
  if (filter.search) conditions.push(isMeant(organizationId, filter.search));
  if (filter.kind !== undefined) conditions.push(sql`r.kind = ${filter.kind}`);
  if (filter.category !== undefined) conditions.push(sql`r.category = ${filter.category}`);
  if (filter.codeKey !== undefined) conditions.push(sql`r.code_key = ${filter.codeKey}`);
  if (filter.barcode !== undefined) {
    conditions.push(sql`r.id = (SELECT b.resource_id FROM resource_barcodes b
      WHERE b.organization_id = ${organizationId} AND b.barcode = ${filter.barcode})`);
  }
  if (filter.tracksStock !== undefined) conditions.push(sql`r.tracks_stock = ${filter.tracksStock}`);
  if (filter.archived !== undefined) {
    conditions.push(filter.archived ? sql`r.archived_at IS NOT NULL` : sql`r.archived_at IS NULL`);
  }
  if (filter.marketplaceStatus !== undefined) {
    conditions.push(sql`r.marketplace_status = ${filter.marketplaceStatus}`);
  }
  if (filter.taxId !== undefined) {
    conditions.push(sql`EXISTS (SELECT FROM resource_taxes t WHERE t.organization_id = ${organizationId}
      AND t.resource_id = r.id AND t.tax_id = ${filter.taxId})`);
  }
  if (filter.listId !== undefined) {
    conditions.push(sql`EXISTS (SELECT FROM resource_list_members m WHERE m.organization_id = ${organizationId}
      AND m.list_id = ${filter.listId} AND m.resource_id = r.id)`);
  }
  if (filter.updatedSince !== undefined) conditions.push(sql`r.updated_at >= ${filter.updatedSince}::timestamptz`);
  return sql.join(conditions, sql` AND `);
}

const behind = ({ after }: ResourceFilter): RawBuilder<unknown> =>
  after ? sql`AND (r.sort_name, r.id) > (${after.sortName}, ${after.id}::uuid)` : sql``;

/** By name, then by id. */
export async function selectListed(
  tx: Tx,
  organizationId: string,
  filter: ResourceFilter,
  window: Pick<PageWindow, 'offset' | 'limit'>,
): Promise<ResourceRow[]> {
  const { rows } = await sql<ResourceRow>`
    SELECT ${sql.join(resourceColumns.map((column) => sql.ref(`r.${column}`)))}
    ${matching(organizationId, filter)} ${behind(filter)}
    ORDER BY r.sort_name, r.id OFFSET ${window.offset} LIMIT ${window.limit}`.execute(tx);
  return rows;
}

/** The ids alone, in the same order. */
export async function selectIds(
  tx: Tx,
  organizationId: string,
  filter: ResourceFilter,
  limit: number,
): Promise<{ id: string; sortName: string }[]> {
  const { rows } = await sql<{ id: string; sortName: string }>`
    SELECT r.id, r.sort_name ${matching(organizationId, filter)} ${behind(filter)}
    ORDER BY r.sort_name, r.id LIMIT ${limit}`.execute(tx);
  return rows;
}

export async function countListed(
  tx: Tx,
  organizationId: string,
  filter: ResourceFilter,
  limit: number | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM (SELECT 1 ${matching(organizationId, filter)} LIMIT ${limit}) AS found`.execute(tx);
  return rows[0]!.count;
}

/**
 * Counts what has the words of a text, no further than the limit, from its rarest word on: so the work does not grow with
 * the catalog. What is meant only by its code or barcode is left out.
 */
export async function countNamed(
  tx: Tx,
  organizationId: string,
  { search, ...filter }: ResourceFilter & { search: SearchedText },
  limit: number,
): Promise<number> {
  const [rarest, ...others] = search.words;
  if (rarest === undefined) return 0;
  // Two words of one resource may begin alike: only the first of them counts.
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM search_words s JOIN resources r ON r.organization_id = s.organization_id AND r.id = s.entity_id
      WHERE s.organization_id = ${organizationId} AND s.kind = ${SEARCHED_AS} AND ${beginsWith(sql`s.word`, rarest)}
        AND (SELECT true FROM search_words w WHERE w.organization_id = ${organizationId} AND w.kind = ${SEARCHED_AS}
          AND w.entity_id = s.entity_id AND w.word >= ${rarest} AND w.word < s.word LIMIT 1) IS NULL
        AND ${hasWords(organizationId, sql`s.entity_id`, others)} AND ${conditionsOf(organizationId, filter)}
      LIMIT ${limit}) AS found`.execute(tx);
  return rows[0]!.count;
}

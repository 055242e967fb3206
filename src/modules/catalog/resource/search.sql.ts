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

/** By what a text that means very many is sought, and in which order the list then goes. */
type Meaning = 'word' | 'code' | 'barcode';

/** The order of a list: by name, or by what fits a text. */
export const listOrders = ['name', 'word', 'code', 'barcode'] as const;
export type ListOrder = (typeof listOrders)[number];

/** Where a resource stands in the order of its list. */
export interface Place {
  order: ListOrder;
  key: string;
  id: string;
}

export interface ResourceFilter {
  ids?: string[] | undefined;
  /** Asked of each resource in the order of names. */
  search?: SearchedText | undefined;
  /** Sought in an index of its own, whose order the list then has. */
  broad?: { by: Meaning; text: SearchedText } | undefined;
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
  /** Only what comes behind this place. */
  after?: Place | undefined;
}

const beginsWith = (column: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${prefix} AND ${column} < ${endOfPrefix(prefix)})`;

const hasWord = (organizationId: string, id: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  sql<boolean>`w.organization_id = ${organizationId} AND w.kind = ${SEARCHED_AS} AND w.entity_id = ${id}
    AND ${beginsWith(sql`w.word`, word)}`;

const wordsBeginning = (organizationId: string, word: string): RawBuilder<unknown> =>
  sql`search_words s WHERE s.organization_id = ${organizationId} AND s.kind = ${SEARCHED_AS} AND ${beginsWith(sql`s.word`, word)}`;
const codesBeginning = (organizationId: string, codeKey: string): RawBuilder<unknown> =>
  sql`resources c WHERE c.organization_id = ${organizationId} AND ${beginsWith(sql`c.code_key`, codeKey)}`;
const barcodesBeginning = (organizationId: string, barcode: string): RawBuilder<unknown> =>
  sql`resource_barcodes b WHERE b.organization_id = ${organizationId} AND ${beginsWith(sql`b.barcode`, barcode)}`;

/** How many rows each of some sources has, counted no further than the limit. */
async function countEach(tx: Tx, sources: RawBuilder<unknown>[], limit: number): Promise<number[]> {
  const counts = sources.map(
    (source) => sql`(SELECT count(*)::int FROM (SELECT FROM ${source} LIMIT ${limit}) AS counted)`,
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

/** What has exactly this code or barcode: whoever typed it whole wants that, however much else begins so. */
async function selectExact(tx: Tx, organizationId: string, { codeKey, barcode }: SearchedText): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM resources WHERE organization_id = ${organizationId} AND code_key = ${codeKey}
    UNION SELECT resource_id FROM resource_barcodes WHERE organization_id = ${organizationId} AND barcode = ${barcode}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export type Found = { text: SearchedText } & ({ by: 'ids'; ids: string[] } | { by: Meaning });

/**
 * The ids of what a text may mean where there are at most so many, for few are quickly sorted; else by which of its meanings
 * it means the most, with its rarest word first. Of several words the rarest is sought, and what it finds is asked for the
 * others.
 */
export async function selectFound(
  tx: Tx,
  organizationId: string,
  { words, codeKey, barcode }: SearchedText,
  most: number,
): Promise<Found> {
  const limit = most + 1;
  const sources = words.map((word) => wordsBeginning(organizationId, word));
  sources.push(codesBeginning(organizationId, codeKey));
  if (barcode !== null) sources.push(barcodesBeginning(organizationId, barcode));
  const counts = await countEach(tx, sources, limit);
  const [ofWords, [ofCodes = 0, ofBarcodes = 0]] = [counts.slice(0, words.length), counts.slice(words.length)];
  const fewest = words.length > 0 ? Math.min(...ofWords) : 0;
  const rarest = words[ofWords.indexOf(fewest)];
  const others = words.filter((word) => word !== rarest);
  const text = { words: rarest === undefined ? [] : [rarest, ...others], codeKey, barcode };
  const broad = fewest > most ? 'word' : ofCodes > most ? 'code' : ofBarcodes > most ? 'barcode' : null;
  if (broad) {
    const ids = await selectExact(tx, organizationId, text);
    return ids.length > 0 ? { by: 'ids', ids, text } : { by: broad, text };
  }
  const meanings = [sql`SELECT c.id FROM ${codesBeginning(organizationId, codeKey)}`];
  if (rarest !== undefined)
    meanings.push(
      sql`SELECT s.entity_id FROM ${wordsBeginning(organizationId, rarest)} AND ${hasWords(organizationId, sql`s.entity_id`, others)}`,
    );
  if (barcode !== null) meanings.push(sql`SELECT b.resource_id FROM ${barcodesBeginning(organizationId, barcode)}`);
  const { rows } = await sql<{ id: string }>`${sql.join(meanings, sql` UNION `)}`.execute(tx);
  return { by: 'ids', ids: rows.map(({ id }) => id), text };
}

/** Asked row by row, in the order of names: for texts that mean very many where another condition leaves few. */
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

interface Source {
  order: ListOrder;
  /** What the order goes by, and then the id. */
  key: RawBuilder<string>;
  id: RawBuilder<string>;
  /** Ends in a condition. */
  from: RawBuilder<unknown>;
}

/** One by one, in the order in which they are found: joined otherwise, all that is found would be read and sorted first. */
const resourceOf = (id: RawBuilder<unknown>, organizationId: string): RawBuilder<unknown> =>
  sql`CROSS JOIN LATERAL (SELECT * FROM resources WHERE organization_id = ${organizationId} AND id = ${id} OFFSET 0) AS r`;

/** The condition that `s` is the first word of something that begins so, and that it has the other words. */
function isNamed(organizationId: string, [rarest = '', ...others]: string[]): RawBuilder<unknown> {
  return sql`s.organization_id = ${organizationId} AND s.kind = ${SEARCHED_AS} AND ${beginsWith(sql`s.word`, rarest)}
    AND (s.word = ${rarest} OR (SELECT true FROM search_words w
      WHERE ${hasWord(organizationId, sql`s.entity_id`, rarest)} AND w.word < s.word LIMIT 1) IS NULL)
    AND ${hasWords(organizationId, sql`s.entity_id`, others)}`;
}

/** Where a list is read from. What is meant twice is found by the first in order. */
function sourceOf(organizationId: string, filter: ResourceFilter): Source {
  const conditions = conditionsOf(organizationId, filter);
  const { by, text } = filter.broad ?? {};
  if (by === 'word') {
    return {
      order: by,
      key: sql`s.word`,
      id: sql`s.entity_id`,
      from: sql`search_words s ${resourceOf(sql`s.entity_id`, organizationId)}
        WHERE ${isNamed(organizationId, text!.words)} AND ${conditions}`,
    };
  }
  if (by === 'barcode') {
    const barcode = text!.barcode ?? '';
    const isFirst = sql`(SELECT true FROM resource_barcodes o WHERE o.organization_id = ${organizationId}
      AND o.resource_id = b.resource_id AND ${beginsWith(sql`o.barcode`, barcode)} AND o.barcode < b.barcode LIMIT 1) IS NULL`;
    return {
      order: by,
      key: sql`b.barcode`,
      id: sql`b.resource_id`,
      from: sql`resource_barcodes b ${resourceOf(sql`b.resource_id`, organizationId)}
        WHERE b.organization_id = ${organizationId} AND ${beginsWith(sql`b.barcode`, barcode)}
          AND ${isFirst} AND ${conditions}`,
    };
  }
  const isCoded = by === 'code' ? sql`AND ${beginsWith(sql`r.code_key`, text!.codeKey)}` : sql``;
  return {
    order: by === 'code' ? by : 'name',
    key: by === 'code' ? sql`r.code_key` : sql`r.sort_name`,
    id: sql`r.id`,
    from: sql`resources r WHERE ${conditions} ${isCoded}`,
  };
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

const behind = ({ key, id }: Source, { after }: ResourceFilter): RawBuilder<unknown> =>
  after ? sql`AND (${key}, ${id}) > (${after.key}, ${after.id}::uuid)` : sql``;

/** A row with its place in the order of the list. */
export type Listed<R> = R & { order: ListOrder; key: string };

export async function selectListed(
  tx: Tx,
  organizationId: string,
  filter: ResourceFilter,
  window: Pick<PageWindow, 'offset' | 'limit'>,
): Promise<Listed<ResourceRow>[]> {
  const source = sourceOf(organizationId, filter);
  const { rows } = await sql<ResourceRow & { key: string }>`
    SELECT ${sql.join(resourceColumns.map((column) => sql.ref(`r.${column}`)))}, ${source.key} AS key
    FROM ${source.from} ${behind(source, filter)}
    ORDER BY ${source.key}, ${source.id} OFFSET ${window.offset} LIMIT ${window.limit}`.execute(tx);
  return rows.map((row) => ({ ...row, order: source.order }));
}

/** The ids alone, in the same order. */
export async function selectIds(
  tx: Tx,
  organizationId: string,
  filter: ResourceFilter,
  limit: number,
): Promise<Listed<{ id: string }>[]> {
  const source = sourceOf(organizationId, filter);
  const { rows } = await sql<{ id: string; key: string }>`
    SELECT r.id, ${source.key} AS key FROM ${source.from} ${behind(source, filter)}
    ORDER BY ${source.key}, ${source.id} LIMIT ${limit}`.execute(tx);
  return rows.map((row) => ({ ...row, order: source.order }));
}

export async function countListed(
  tx: Tx,
  organizationId: string,
  filter: ResourceFilter,
  limit: number | null,
): Promise<number> {
  if (countableByWords(filter)) {
    const counted = await countNamed(tx, organizationId, filter.broad.text.words, limit);
    if (counted !== null) return counted;
  }
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM (SELECT FROM ${sourceOf(organizationId, filter).from} LIMIT ${limit}) AS found`.execute(tx);
  return rows[0]!.count;
}

/** Whether nothing but a text is asked for, as mostly: then the words alone tell how many there are. */
const countableByWords = (
  filter: ResourceFilter,
): filter is ResourceFilter & { broad: NonNullable<ResourceFilter['broad']> } => {
  const { broad, archived, ...rest } = filter;
  return broad?.by === 'word' && archived === false && Object.values(rest).every((value) => value === undefined);
};

/** Few things have two words that begin alike: so many more words than things are read. */
const WORDS_PER_THING = 1.05;

/** How many in use have the words, by the words alone. Null where so many words begin alike that this does not tell. */
async function countNamed(
  tx: Tx,
  organizationId: string,
  [rarest = '', ...others]: string[],
  limit: number | null,
): Promise<number | null> {
  const wordsMax = limit === null ? null : Math.ceil(limit * WORDS_PER_THING);
  const { rows } = await sql<{ words: number; things: number }>`
    WITH found AS MATERIALIZED (
      SELECT s.entity_id AS id FROM ${wordsBeginning(organizationId, rarest)}
        AND ${hasWords(organizationId, sql`s.entity_id`, others)} LIMIT ${wordsMax}
    )
    SELECT (SELECT count(*)::int FROM found) AS words, count(*)::int AS things
    FROM (SELECT DISTINCT id FROM found) AS f
    WHERE (SELECT true FROM resources a WHERE a.organization_id = ${organizationId} AND a.id = f.id
      AND a.archived_at IS NOT NULL LIMIT 1) IS NULL`.execute(tx);
  const { words, things } = rows[0]!;
  if (limit === null) return things;
  return things >= limit || words < wordsMax! ? Math.min(things, limit) : null;
}

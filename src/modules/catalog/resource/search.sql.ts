import { type RawBuilder, sql } from 'kysely';
import { limitText } from '#platform/db/list.ts';
import { columnOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { endOfPrefix } from '#platform/search/folded.ts';
import { resourceBarcodes, resources } from '../tables.ts';

/** The kind under which resources are indexed for search. */
export const SEARCHED_AS = 'resource';

/** A searched text as the beginnings of words of a name, of a code, or of a barcode. Null: not searched. */
export interface SearchedText {
  /** The rarest first, once it is known. */
  words: string[];
  codeKey: string | null;
  barcode: string | null;
}

/** The index in which a text that matches very many resources is searched; the list then has the order of that index. */
export type Meaning = 'word' | 'code' | 'barcode';

export const beginsWith = (column: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${prefix} AND ${column} < ${endOfPrefix(prefix)})`;

const hasWord = (
  { organizationId }: Tenant,
  id: RawBuilder<unknown>,
  word: string,
  and: RawBuilder<unknown> = sql``,
): RawBuilder<boolean> =>
  sql<boolean>`(SELECT true FROM search_words w WHERE w.organization_id = ${organizationId} AND w.kind = ${SEARCHED_AS}
    AND w.entity_id = ${id} AND ${beginsWith(sql`w.word`, word)} ${and} LIMIT 1)`;

const wordsBeginning = ({ organizationId }: Tenant, word: string): RawBuilder<unknown> =>
  sql`search_words s WHERE s.organization_id = ${organizationId} AND s.kind = ${SEARCHED_AS} AND ${beginsWith(sql`s.word`, word)}`;
const codesBeginning = (tenant: Tenant, codeKey: string): RawBuilder<unknown> =>
  sql`${resources.of(tenant)} c WHERE ${beginsWith(sql`c.code_key`, codeKey)}`;
const barcodesBeginning = (tenant: Tenant, barcode: string): RawBuilder<unknown> =>
  sql`${resourceBarcodes.of(tenant)} b WHERE ${beginsWith(sql`b.barcode`, barcode)}`;

/** How many rows each source has, counted no further than the limit. */
async function countEach({ tx }: Tenant, sources: RawBuilder<unknown>[], limit: number): Promise<number[]> {
  const counts = sources.map(
    (source) => sql`(SELECT count(*)::int FROM (SELECT FROM ${source} LIMIT ${limitText(limit)}) AS counted)`,
  );
  const rows = await rowsOf<{ counts: number[] }>(tx)`SELECT ARRAY[${sql.join(counts)}]::int[] AS counts`;
  return rows[0]!.counts;
}

/** The condition that something has words that begin with these. */
const hasWords = (tenant: Tenant, id: RawBuilder<unknown>, words: string[]): RawBuilder<boolean> =>
  words.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        words.map((word) => hasWord(tenant, id, word)),
        sql` AND `,
      )})`;

/** The resource with exactly this code or barcode. A complete code means this resource, even if many others begin with it. */
const selectExact = (tenant: Tenant, { codeKey, barcode }: SearchedText) =>
  columnOf<string>(tenant.tx)`
    SELECT c.id FROM ${resources.of(tenant)} c WHERE c.code_key = ${codeKey}
    UNION SELECT b.resource_id FROM ${resourceBarcodes.of(tenant)} b WHERE b.barcode = ${barcode}`;

type Found = { text: SearchedText } & ({ by: 'ids'; ids: string[] } | { by: Meaning });

/**
 * The ids of what a text matches where there are at most `most`, because few are sorted quickly; otherwise the index in
 * which it matches more. The rarest word is searched, and its results are tested for the others.
 */
export async function selectFound(
  tenant: Tenant,
  searched: SearchedText & { codeKey: string },
  most: number,
): Promise<Found> {
  const { words, codeKey, barcode } = searched;
  // One word needs no count to know which is the rarest.
  const { text, isCommon } =
    words.length > 1 ? await byRarity(tenant, searched, most) : { text: searched, isCommon: false };
  const matches = isCommon ? null : await selectMatches(tenant, text, most);
  const broad = matches === null ? 'word' : broadIn(matches, most);
  if (!broad) return { by: 'ids', ids: [...new Set(matches!.map(({ id }) => id))], text };
  const ids = await selectExact(tenant, { words, codeKey, barcode });
  return ids.length > 0 ? { by: 'ids', ids, text } : { by: broad, text };
}

/** Puts the rarest word first, and returns whether even that one has more than `most` matches. */
async function byRarity(tenant: Tenant, text: SearchedText, most: number) {
  const matches = text.words.map((word) => wordsBeginning(tenant, word));
  const counts = await countEach(tenant, matches, most + 1);
  const fewest = Math.min(...counts);
  const rarest = text.words[counts.indexOf(fewest)]!;
  return {
    text: { ...text, words: [rarest, ...text.words.filter((word) => word !== rarest)] },
    isCommon: fewest > most,
  };
}

interface Match {
  by: Meaning;
  id: string;
}

/** The matches in each index, read no further than one more than `most`. */
async function selectMatches(
  tenant: Tenant,
  { words: [rarest, ...others], codeKey, barcode }: SearchedText,
  most: number,
): Promise<Match[]> {
  const sources = [sql`SELECT 'code' AS by, c.id FROM ${codesBeginning(tenant, codeKey ?? '')}`];
  if (rarest !== undefined) {
    sources.push(
      sql`SELECT 'word', s.entity_id FROM ${wordsBeginning(tenant, rarest)} AND ${hasWords(tenant, sql`s.entity_id`, others)}`,
    );
  }
  if (barcode !== null) sources.push(sql`SELECT 'barcode', b.resource_id FROM ${barcodesBeginning(tenant, barcode)}`);
  const limited = sources.map((source) => sql`(${source} LIMIT ${limitText(most + 1)})`);
  return rowsOf<Match>(tenant.tx)`${sql.join(limited, sql` UNION ALL `)}`;
}

/** The index in which there are more matches than `most`; of several, words before codes before barcodes. */
function broadIn(matches: Match[], most: number): Meaning | undefined {
  const counts = Map.groupBy(matches, ({ by }) => by);
  return (['word', 'code', 'barcode'] as const).find((by) => (counts.get(by)?.length ?? 0) > most);
}

/** The condition that a text matches the resource `t`, tested row by row: for lists in another order than the index has. */
export function isMeant(tenant: Tenant, { words, codeKey, barcode }: SearchedText): RawBuilder<boolean> {
  const meanings = words.length > 0 ? [hasWords(tenant, sql`t.id`, words)] : [];
  if (codeKey !== null) meanings.push(beginsWith(sql`t.code_key`, codeKey));
  // The most expensive test comes last, so that it is skipped for rows that have the words.
  if (barcode !== null) {
    meanings.push(sql<boolean>`(SELECT true FROM ${resourceBarcodes.of(tenant)} b
      WHERE b.resource_id = t.id AND ${beginsWith(sql`b.barcode`, barcode)} LIMIT 1)`);
  }
  return sql<boolean>`(${sql.join(meanings, sql` OR `)})`;
}

/** The condition that `s` is the first word of a resource that begins so, and that the resource has the other words. */
export function isFirstWord(tenant: Tenant, [rarest = '', ...others]: string[]): RawBuilder<unknown> {
  return sql`s.organization_id = ${tenant.organizationId} AND s.kind = ${SEARCHED_AS} AND ${beginsWith(sql`s.word`, rarest)}
    AND (s.word = ${rarest} OR ${hasWord(tenant, sql`s.entity_id`, rarest, sql`AND w.word < s.word`)} IS NULL)
    AND ${hasWords(tenant, sql`s.entity_id`, others)}`;
}

/** The condition that `b` is the first barcode of a resource that begins so. */
export const isFirstBarcode = (tenant: Tenant, barcode: string): RawBuilder<unknown> =>
  sql`${beginsWith(sql`b.barcode`, barcode)} AND (SELECT true FROM ${resourceBarcodes.of(tenant)} o
    WHERE o.resource_id = b.resource_id AND ${beginsWith(sql`o.barcode`, barcode)} AND o.barcode < b.barcode LIMIT 1) IS NULL`;

/** Few resources have two words that begin alike, so a few more words are read than resources are counted. */
const WORDS_PER_RESOURCE = 1.05;

/** How many resources in use have the words, by the words alone. Null if too many words share the prefix to count them. */
export async function countNamed(
  tenant: Tenant,
  [rarest = '', ...others]: string[],
  limit: number | null,
): Promise<number | null> {
  const wordsMax = limit === null ? null : Math.ceil(limit * WORDS_PER_RESOURCE);
  const rows = await rowsOf<{ words: number; found: number }>(tenant.tx)`
    WITH found AS MATERIALIZED (
      SELECT s.entity_id AS id FROM ${wordsBeginning(tenant, rarest)}
        AND ${hasWords(tenant, sql`s.entity_id`, others)} LIMIT ${wordsMax}
    )
    SELECT (SELECT count(*)::int FROM found) AS words, count(*)::int AS found
    FROM (SELECT DISTINCT id FROM found) AS f
    WHERE (SELECT true FROM ${resources.of(tenant)} a
      WHERE a.id = f.id AND a.archived_at IS NOT NULL LIMIT 1) IS NULL`;
  const { words, found } = rows[0]!;
  if (limit === null) return found;
  return found >= limit || words < wordsMax! ? Math.min(found, limit) : null;
}

/** A word that more resources have than this does not distinguish resources: only its first matches count. */
const MATCHES_MAX = 500;
const PREFIX_LENGTH_MIN = 3;

/**
 * The current resources that have most of these words, best first. Each word is given as its possible beginnings.
 * Unlike a search, a resource need not have all of them.
 */
export async function searchResources(tenant: Tenant, words: string[][], limit: number): Promise<string[]> {
  const sought = words.flatMap((prefixes, place) =>
    prefixes
      .filter((prefix) => prefix.length >= PREFIX_LENGTH_MIN || /\d/.test(prefix))
      .map((prefix) => ({ place, prefix })),
  );
  if (sought.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(tenant.tx)`
    SELECT r.id FROM (
      SELECT m.entity_id, count(DISTINCT g.place) AS words
      FROM unnest(${sought.map(({ place }) => place)}::int[], ${sought.map(({ prefix }) => prefix)}::text[],
        ${sought.map(({ prefix }) => endOfPrefix(prefix))}::text[]) AS g (place, prefix, prefix_end)
      CROSS JOIN LATERAL (
        SELECT w.entity_id FROM search_words w
        WHERE w.organization_id = ${tenant.organizationId} AND w.kind = ${SEARCHED_AS}
          AND w.word >= g.prefix AND w.word < g.prefix_end
        LIMIT ${MATCHES_MAX}) AS m
      GROUP BY m.entity_id) AS found
    JOIN ${resources.of(tenant)} r ON r.id = found.entity_id
    WHERE r.archived_at IS NULL
    ORDER BY found.words DESC, r.sort_name, r.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

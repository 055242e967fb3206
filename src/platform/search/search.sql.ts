import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '../context.ts';
import type { Tenant } from '../db/table.ts';
import { endOfPrefix } from './folded.ts';
import { WORDS_SEARCHED_MAX, wordsToIndex, wordsToSearch } from './words.ts';

/** Makes a thing findable by the words of these texts, and by no others. Called whenever one of the texts changes. */
export const indexText = (
  ctx: Pick<TenantContext, 'tx' | 'organizationId'>,
  kind: string,
  entityId: string,
  texts: (string | null | undefined)[],
): Promise<void> => indexTexts(ctx, kind, new Map([[entityId, texts]]));

/** The same for many things at once, by their ids. */
export async function indexTexts(
  { tx, organizationId }: Pick<TenantContext, 'tx' | 'organizationId'>,
  kind: string,
  things: ReadonlyMap<string, (string | null | undefined)[]>,
): Promise<void> {
  const pairs = [...things].flatMap(([id, texts]) => wordsToIndex(texts).map((word) => ({ id, word })));
  const given = sql`unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ word }) => word)}::text[]) AS given (id, word)`;
  await sql`
    WITH gone AS (
      DELETE FROM search_words w
      WHERE organization_id = ${organizationId} AND kind = ${kind} AND entity_id = ANY (${[...things.keys()]}::uuid[])
        AND NOT EXISTS (SELECT FROM ${given} WHERE given.id = w.entity_id AND given.word = w.word)
    )
    INSERT INTO search_words (organization_id, kind, word, entity_id)
    SELECT ${organizationId}::uuid, ${kind}, given.word, given.id FROM ${given}
    ON CONFLICT (organization_id, kind, word, entity_id) DO NOTHING`.execute(tx);
}

/** The same for things that are new in this transaction: nobody else knows them, so there is nothing to compare with. */
export async function indexNewTexts(
  { tx, organizationId }: Pick<TenantContext, 'tx' | 'organizationId'>,
  kind: string,
  things: ReadonlyMap<string, (string | null | undefined)[]>,
): Promise<void> {
  const pairs = [...things].flatMap(([id, texts]) => wordsToIndex(texts).map((word) => ({ id, word })));
  await sql`
    INSERT INTO search_words (organization_id, kind, word, entity_id)
    SELECT ${organizationId}::uuid, ${kind}, given.word, given.id
    FROM unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ word }) => word)}::text[]) AS given (id, word)
    ORDER BY given.word COLLATE "C", given.id`.execute(tx);
}

/** A condition: the thing with this id has, for every word of `search`, a word that begins with it. */
export function isFound(
  organizationId: string,
  kind: string,
  id: RawBuilder<unknown>,
  search: string,
): RawBuilder<boolean> {
  const words = wordsToSearch(search);
  return words.length === 0 ? sql<boolean>`false` : haveWords(organizationId, kind, id, words);
}

function haveWords(organizationId: string, kind: string, id: RawBuilder<unknown>, words: string[]) {
  const conditions = words.map(
    (word) => sql<boolean>`EXISTS (SELECT FROM ${wordsLike(organizationId, kind, word)} AND w.entity_id = ${id})`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

const wordsLike = (organizationId: string, kind: string, word: string) => sql`search_words w
  WHERE w.organization_id = ${organizationId} AND w.kind = ${kind} AND w.word >= ${word} AND w.word < ${endOfPrefix(word)}`;

/**
 * The same for the rows `t` of a list. The rows of a rare word are followed from the word. PostgreSQL cannot see that it is rare, because
 * it knows words only of all kinds and organizations together: of a word that many contacts have and no task, it reads all tasks.
 */
export async function isFoundInList(
  { tx, organizationId }: Tenant,
  kind: string,
  search: string,
  fewMax = 10_000,
): Promise<RawBuilder<boolean>> {
  const words = wordsToSearch(search);
  if (words.length === 0) return sql<boolean>`false`;
  const counts = words.map(
    (word) => sql`(SELECT count(*)::int FROM (
      SELECT FROM ${wordsLike(organizationId, kind, word)} LIMIT ${sql.lit(fewMax + 1)}) AS matching)`,
  );
  const { rows } = await sql<{ counts: number[] }>`SELECT ARRAY[${sql.join(counts)}] AS counts`.execute(tx);
  const fewest = Math.min(...rows[0]!.counts);
  if (fewest > fewMax) return haveWords(organizationId, kind, sql`t.id`, words);
  const rarest = words[rows[0]!.counts.indexOf(fewest)]!;
  const others = words.filter((word) => word !== rarest);
  // OFFSET keeps PostgreSQL from reading all rows of the other words before it looks at the first row.
  const hasOthers = sql`EXISTS (SELECT WHERE ${haveWords(organizationId, kind, sql`t.id`, others)} OFFSET 0)`;
  return sql<boolean>`(t.id = ANY (ARRAY(SELECT w.entity_id FROM ${wordsLike(organizationId, kind, rarest)}))
    AND ${others.length === 0 ? sql`true` : hasOthers})`;
}

const folded = (text: unknown) => sql`lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`;

/** Whether a text contains another, without regard to case and accents. It reads every row: only for short tables. */
export const containsFolded = (text: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(${folded(text)}, ${folded(sql`${searched}::text`)}) > 0`;

/** Whether a text is another one, without regard to case and accents. It reads every row: only for short tables. */
export const equalsFolded = (text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> =>
  sql<boolean>`${folded(text)} = ${folded(sql`${wanted}::text`)}`;

/** Whether a text contains each of the first words of another, in any order. */
export const containsWords = (text: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [...new Set(searched.split(/\s+/))].slice(0, WORDS_SEARCHED_MAX).map((word) => containsFolded(text, word)),
    sql` AND `,
  )})`;

import { type RawBuilder, sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { passages, stems, type Training, training } from '../tables.ts';

/** The stems of a word by the Spanish and the English dictionary of PostgreSQL. A stop word has an empty list. */
const stemmed = (word: RawBuilder<unknown>) => sql`LATERAL (
  SELECT ts_lexize('spanish_stem', ${word}) AS spanish, ts_lexize('english_stem', ${word}) AS english) AS x`;

const isStopWord = sql`(cardinality(x.spanish) = 0 OR cardinality(x.english) = 0)`;

/** Indexes passages by the stems of their words, and of the words of their entry's title. */
export async function insertStems(
  tenant: Tenant,
  botId: string,
  words: { passageId: string; word: string; inTitle: boolean }[],
): Promise<void> {
  await sql`
    INSERT INTO bot_stems (organization_id, bot_id, stem, passage_id, in_title)
    SELECT p.organization_id, p.bot_id, s.stem, p.id, bool_or(g.in_title)
    FROM bot_passages p
    JOIN unnest(${words.map(({ passageId }) => passageId)}::uuid[], ${words.map(({ word }) => word)}::text[],
      ${words.map(({ inTitle }) => inTitle)}::boolean[]) AS g (passage_id, word, in_title) ON g.passage_id = p.id
    CROSS JOIN ${stemmed(sql`g.word`)}
    CROSS JOIN LATERAL unnest(x.spanish || x.english) AS s (stem)
    WHERE p.organization_id = ${tenant.organizationId} AND p.bot_id = ${botId} AND NOT ${isStopWord}
    GROUP BY p.organization_id, p.bot_id, s.stem, p.id`.execute(tenant.tx);
}

export interface StemmedWord {
  word: string;
  stems: string[];
  isSpanish: boolean;
  isEnglish: boolean;
  /** How many passages of the bot have it, and how many passages there are. */
  passages: number;
  allPassages: number;
}

/** Each word with its stems; a stop word has none, and identifies the language. */
export const selectStems = (tenant: Tenant, botId: string, words: string[]) =>
  rowsOf<StemmedWord>(tenant.tx)`
    SELECT g.word,
      CASE WHEN ${isStopWord} THEN '{}' ELSE x.spanish || x.english END AS stems,
      cardinality(x.spanish) = 0 AS is_spanish, cardinality(x.english) = 0 AS is_english,
      CASE WHEN ${isStopWord} THEN 0 ELSE (
        SELECT count(DISTINCT s.passage_id)::int FROM ${stems.of(tenant)} s
        WHERE s.bot_id = ${botId} AND s.stem = ANY (x.spanish || x.english)) END AS passages,
      (SELECT count(*)::int FROM ${passages.of(tenant)} p WHERE p.bot_id = ${botId}) AS all_passages
    FROM unnest(${words}::text[]) WITH ORDINALITY AS g (word, place) CROSS JOIN ${stemmed(sql`g.word`)}
    ORDER BY g.place`;

export interface FoundPassage extends Pick<Training, 'kind' | 'title' | 'fileId' | 'url'> {
  passageId: string;
  trainingId: string;
  content: string;
  /** The weight of the words that it has. */
  weight: number;
}

/** Words in the content count a little less than words in the title or question. */
const CONTENT_SHARE = 0.9;

/** The passages of a bot that have most of the weighted words. */
export async function selectPassages(
  tenant: Tenant,
  botId: string,
  words: { stems: string[]; weight: number }[],
  limit: number,
): Promise<FoundPassage[]> {
  const pairs = words.flatMap((word, place) => word.stems.map((stem) => ({ stem, place, weight: word.weight })));
  return rowsOf<FoundPassage>(tenant.tx)`
    WITH found AS (
      SELECT s.passage_id, g.place, max(g.weight * CASE WHEN s.in_title THEN 1 ELSE ${CONTENT_SHARE}::float8 END) AS weight
      FROM unnest(${pairs.map(({ stem }) => stem)}::text[], ${pairs.map(({ place }) => place)}::int[],
        ${pairs.map(({ weight }) => weight)}::float8[]) AS g (stem, place, weight)
      JOIN ${stems.of(tenant)} s ON s.bot_id = ${botId} AND s.stem = g.stem
      GROUP BY s.passage_id, g.place
    ), best AS (
      SELECT passage_id, sum(weight) AS weight FROM found GROUP BY passage_id ORDER BY 2 DESC, 1 LIMIT ${limit}
    )
    SELECT p.id AS passage_id, t.id AS training_id, t.kind, t.title, t.file_id, t.url, p.content, b.weight
    FROM best b
    JOIN ${passages.of(tenant)} p ON p.bot_id = ${botId} AND p.id = b.passage_id
    JOIN ${training.of(tenant)} t ON t.id = p.training_id
    ORDER BY b.weight DESC, length(t.title) + length(p.content), p.id`;
}

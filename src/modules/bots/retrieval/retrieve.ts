import type { TenantContext } from '#platform/context.ts';
import type { Language } from '#platform/pages/language.ts';
import { wordsOf } from '#platform/search/words.ts';
import type { Bot } from '../tables.ts';
import { languageOfGreeting, saysNothing } from './courtesy.ts';
import { modelHashOf } from './embed.ts';
import { findLive, type LivePassage } from './live.ts';
import { type StemmedWord, selectPassages, selectStems } from './retrieval.sql.ts';
import type { Question, Source, WeightedWord } from './source.ts';
import { selectCandidates } from './vector.sql.ts';
import { signsOf, similarity } from './vector.ts';

interface Retrieved {
  sources: Source[];
  language: Language;
}

const SOURCES_MAX = 6;
const WORDS_MAX = 40;

/** The approved passages of this bot, and its live sources, that cover most of the question or are nearest to its meaning. */
export async function retrieve(ctx: TenantContext, bot: Bot, question: Question): Promise<Retrieved> {
  const said = wordsOf(question.text).slice(0, WORDS_MAX);
  const asked = await selectStems(ctx, bot.id, said);
  const words = asked
    .filter(({ word, stems }) => stems.length > 0 && !saysNothing(word))
    .map((word) => ({ ...word, weight: weightOf(word) }));
  const language =
    languageOf(asked) ?? languageOfGreeting(said) ?? (await earlierLanguage(ctx, bot, question)) ?? bot.language;
  // A greeting or thanks alone is no question, even if a passage is similar.
  if (words.length === 0) return { sources: [], language };
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  const [found, live, nearest] = await Promise.all([
    selectPassages(ctx, bot.id, words, SOURCES_MAX),
    findLive(ctx, bot, { ...question, language, words }),
    question.vector ? nearestPassages(ctx, bot, question.vector) : null,
  ]);
  const byWords = found.map(({ weight, passageId: key, ...passage }) => ({
    key,
    source: { ...passage, score: rounded(weight / total), resourceId: null },
  }));
  // Live sources have no vectors: they keep the score of their words in both rankings.
  const fresh = live.map((passage) => ({ key: keyOf(passage), source: scored(passage, words) }));
  const rankings = [ranked([...byWords, ...fresh]), ...(nearest ? [ranked([...nearest, ...fresh])] : [])];
  return { sources: fused(rankings).slice(0, SOURCES_MAX), language };
}

const keyOf = ({ trainingId, title, resourceId }: LivePassage): string => `${trainingId} ${resourceId ?? title}`;

/** A live source is as fresh as the business itself, so it goes first among equals. */
const ranked = (sources: Ranked[]): Ranked[] =>
  sources
    .filter(({ source }) => source.score > 0)
    .sort(({ source: a }, { source: b }) => b.score - a.score || Number(b.kind === 'live') - Number(a.kind === 'live'));

/** A rare word has more weight than a frequent one; a word that no passage has, the most. */
const weightOf = ({ passages, allPassages }: StemmedWord): number => Math.log(1 + (allPassages + 1) / (passages + 1));

/** The words that only say which kind of fact is asked for count neither for nor against a product. */
function scored({ words: known, neutral, ...passage }: LivePassage, asked: WeightedWord[]): Source {
  const counted = asked.filter(({ stems }) => !stems.some((stem) => neutral.has(stem)));
  const weighed = counted.length > 0 ? counted : asked;
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const covered = weighed.filter(({ stems }) => stems.some((stem) => known.has(stem) || neutral.has(stem)));
  const score = covered.reduce((sum, { weight }) => sum + weight, 0) / total;
  return { ...passage, score: rounded(score), fileId: null, url: null };
}

/** The language of what the customer wrote before. */
async function earlierLanguage(ctx: TenantContext, bot: Bot, { history = [] }: Question): Promise<Language | null> {
  const earlier = history.filter(({ role }) => role === 'user').map(({ text }) => text);
  const words = wordsOf(earlier.join(' ')).slice(-WORDS_MAX);
  return words.length > 0 ? (languageOf(await selectStems(ctx, bot.id, words)) ?? languageOfGreeting(words)) : null;
}

/** The language whose stop words are more frequent; null where neither is. */
function languageOf(words: StemmedWord[]): Language | null {
  const spanish = words.filter(({ isSpanish }) => isSpanish).length;
  const english = words.filter(({ isEnglish }) => isEnglish).length;
  return spanish === english ? null : spanish > english ? 'es' : 'en';
}

interface Ranked {
  /** The same source has the same key in every ranking. */
  key: string;
  source: Source;
}

const CANDIDATES_MAX = 100;
const NEAREST_MAX = 12;
/** The usual constant of reciprocal rank fusion: the first places of a ranking do not outweigh all others. */
const RANK_OFFSET = 60;

/** The passages whose vectors are nearest to the question: candidates by their signs, then by the vectors themselves. */
async function nearestPassages(ctx: TenantContext, bot: Bot, vector: Float32Array): Promise<Ranked[]> {
  const facts = { botId: bot.id, modelHash: modelHashOf(bot), signs: signsOf(vector) };
  const candidates = await selectCandidates(ctx, facts, CANDIDATES_MAX);
  return candidates
    .map(({ passageId, vector: bytes, ...passage }) => ({
      key: passageId,
      source: { ...passage, score: rounded(similarity(vector, bytes)), resourceId: null },
    }))
    .filter(({ source }) => source.score > 0)
    .sort((a, b) => b.source.score - a.source.score)
    .slice(0, NEAREST_MAX);
}

const rounded = (score: number): number => Math.min(1, Math.round(score * 100) / 100);

/** Reciprocal rank fusion. A source has the better of its scores. */
export function fused(rankings: Ranked[][]): Source[] {
  const all = new Map<string, { source: Source; points: number }>();
  for (const ranking of rankings)
    for (const [place, { key, source }] of ranking.entries()) {
      const points = 1 / (RANK_OFFSET + place + 1);
      const known = all.get(key);
      const best = known && known.source.score >= source.score ? known.source : source;
      all.set(key, { source: best, points: points + (known?.points ?? 0) });
    }
  return [...all.values()]
    .sort((a, b) => b.points - a.points || b.source.score - a.source.score)
    .map(({ source }) => source);
}

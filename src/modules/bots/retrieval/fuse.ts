import type { TenantContext } from '#platform/context.ts';
import type { Bot } from '../tables.ts';
import { modelHashOf } from './embed.ts';
import type { Source } from './source.ts';
import { selectCandidates } from './vector.sql.ts';
import { signsOf, similarity } from './vector.ts';

export interface Ranked {
  /** The same source has the same key in every ranking. */
  key: string;
  source: Source;
}

const CANDIDATES_MAX = 100;
const NEAREST_MAX = 12;
/** Of reciprocal rank fusion, as usual: the first places of a ranking do not outweigh all others. */
const RANK_OFFSET = 60;

/** The passages whose vectors are nearest to the question: candidates by their signs, then by the vectors themselves. */
export async function nearestPassages(ctx: TenantContext, bot: Bot, vector: Float32Array): Promise<Ranked[]> {
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

export const rounded = (score: number): number => Math.min(1, Math.round(score * 100) / 100);

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

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { isRefusal, ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { shortened } from '#platform/text.ts';
import type { EmbeddingModel } from '../model/embedding.port.ts';
import { embeddingOf } from '../model/model.ts';
import { type Bot, bots } from '../tables.ts';
import { selectUnembedded, upsertVectors } from './vector.sql.ts';
import { bytesOf, normalised, signsOf } from './vector.ts';

const AT_ONCE = 64;
const TEXT_LENGTH_MAX = 4_000;
const PASSAGES_TIMEOUT_MS = 60_000;
/** A customer waits for the answer. */
const QUESTION_TIMEOUT_MS = 5_000;
const PROBLEM_LENGTH_MAX = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Which model made a vector. */
export const modelHashOf = ({ embeddingProvider, embeddingUrl, embeddingName }: Bot): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([embeddingProvider, embeddingUrl, embeddingName]))
    .digest();

/** Embeds the approved passages of a bot that its model has not embedded. */
export const embedPassages = tenantJob({
  name: 'bots/embed',
  payload: { botId: z.uuid() },
  timeoutSeconds: 1_800,
  run: async (steps, { botId }) => {
    const bot = await steps.transaction((ctx) => bots.find(ctx, botId));
    const model = bot && embeddingOf(steps, bot);
    if (!model) return;
    const problem = await embedAll(steps, bot, model, steps.signal);
    await steps.transaction((ctx) =>
      bots.updateAll(ctx, { id: botId, embeddingName: bot.embeddingName }, { embeddingProblem: problem }),
    );
  },
});

/** Null, or why the provider refuses. A provider that is away is asked again by the next attempt of the job. */
async function embedAll(
  steps: TenantSteps,
  bot: Bot,
  model: EmbeddingModel,
  signal: AbortSignal,
): Promise<string | null> {
  const facts = { botId: bot.id, modelHash: modelHashOf(bot) };
  for (let after = FIRST; ; ) {
    const batch = await steps.transaction((ctx) => selectUnembedded(ctx, { ...facts, after, limit: AT_ONCE }));
    if (batch.length === 0) return null;
    after = batch.at(-1)!.id;
    try {
      const texts = batch.map(({ text }) => shortened(text, TEXT_LENGTH_MAX));
      const made = (await model.embed(texts, { timeoutMs: PASSAGES_TIMEOUT_MS, signal })).map(normalised);
      const rows = batch.flatMap(({ id: passageId }, place) => {
        const vector = made[place];
        return vector ? [{ passageId, signs: signsOf(vector), vector: bytesOf(vector) }] : [];
      });
      await steps.transaction((ctx) => upsertVectors(ctx, facts, rows));
    } catch (error) {
      if (!isRefusal(error, ProviderRefused)) throw error;
      return shortened(error.message, PROBLEM_LENGTH_MAX);
    }
  }
}

/** The vector of a question; null: the bot has no embedding model, or it does not answer, and words alone must do. */
export async function embedQuestion(
  steps: TenantSteps,
  bot: Bot,
  text: string,
  signal?: AbortSignal,
): Promise<Float32Array | null> {
  const model = embeddingOf(steps, bot);
  if (!model || text.trim() === '') return null;
  try {
    const [numbers] = await model.embed([shortened(text, TEXT_LENGTH_MAX)], { timeoutMs: QUESTION_TIMEOUT_MS, signal });
    return numbers ? normalised(numbers) : null;
  } catch (error) {
    if (!isRefusal(error, ProviderRefused, ProviderTimeout, ProviderUnavailable)) throw error;
    steps.log.warn({ err: error, botId: bot.id }, 'a question could not be embedded');
    return null;
  }
}

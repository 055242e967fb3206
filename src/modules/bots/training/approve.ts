import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { wordsOf } from '#platform/search/words.ts';
import { embedPassages } from '../retrieval/embed.ts';
import { passagesOf } from '../retrieval/passage.ts';
import { insertStems } from '../retrieval/retrieval.sql.ts';
import { bots, passages, type Training, type TrainingVersion, training } from '../tables.ts';

export const NothingToApprove = refusal(
  422,
  'nothing_to_approve',
  'The text of this entry could not be read: there is nothing to approve.',
);
export const TooManyPassages = refusal(
  422,
  'too_many_passages',
  'The approved texts of a bot have at most 20,000 passages: remove some training first.',
);

const PASSAGES_OF_BOT_MAX = 20_000;

/** Makes a version the one that answers use. The caller has locked the entry. */
export async function approve(ctx: TenantContext, entry: Training, version: TrainingVersion): Promise<Training> {
  await passages.delete(ctx, { trainingId: entry.id });
  const approved = await training.update(ctx, entry.id, {
    approvedVersion: version.number,
    approvedBy: ctx.userId,
    approvedAt: ctx.now,
    updatedAt: ctx.now,
  });
  if (entry.kind !== 'live') await indexVersion(ctx, entry, version);
  const bot = await bots.get(ctx, entry.botId);
  if (bot.embeddingProvider !== null) ctx.enqueue(embedPassages, { botId: bot.id }, { group: bot.id });
  return approved;
}

/** Takes an entry out of all answers. */
export async function withdraw(ctx: TenantContext, entry: Training): Promise<Training> {
  await passages.delete(ctx, { trainingId: entry.id });
  return training.update(ctx, entry.id, {
    approvedVersion: null,
    approvedBy: null,
    approvedAt: null,
    updatedAt: ctx.now,
  });
}

async function indexVersion(ctx: TenantContext, { id: trainingId, botId }: Training, version: TrainingVersion) {
  const rows = passagesOf(version.content).map((content, place) => ({
    id: newId(),
    botId,
    trainingId,
    trainingVersion: version.number,
    place,
    content,
  }));
  if ((await passages.count(ctx, { botId })) + rows.length > PASSAGES_OF_BOT_MAX) throw TooManyPassages();
  await passages.insertMany(ctx, rows);
  const title = wordsOf(version.title).map((word) => ({ word, inTitle: true }));
  await insertStems(
    ctx,
    botId,
    rows.flatMap(({ id: passageId, content }) =>
      [...title, ...wordsOf(content).map((word) => ({ word, inTitle: false }))].map((word) => ({ ...word, passageId })),
    ),
  );
}

import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { wordsOf } from '#platform/search/words.ts';
import { embedPassages } from '../retrieval/embed.ts';
import { insertStems } from '../retrieval/retrieval.sql.ts';
import { bots, passages, type Training, type TrainingVersion, training } from '../tables.ts';

export const NothingToApprove = refusal(
  'nothing_to_approve',
  'The text of this entry could not be read: there is nothing to approve.',
);
export const TooManyPassages = refusal(
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
  if ((await passages.countForLimit(ctx, { botId })) + rows.length > PASSAGES_OF_BOT_MAX) throw TooManyPassages();
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

const PASSAGE_LENGTH = 900;
/** A text of 400,000 characters has about 450 passages. */
const PASSAGES_MAX = 1_000;

/** Cuts a text into passages: whole paragraphs together up to a length, long ones at the end of a sentence or word. */
export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let current = '';
  for (const part of text.split(/\n\s*\n/).flatMap(cutParagraph)) {
    if (current && current.length + part.length + 2 > PASSAGE_LENGTH) {
      passages.push(current);
      current = '';
    }
    current = current ? `${current}\n\n${part}` : part;
  }
  return (current ? [...passages, current] : passages).slice(0, PASSAGES_MAX);
}

function cutParagraph(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph.trim();
  while (rest.length > PASSAGE_LENGTH) {
    const head = rest.slice(0, PASSAGE_LENGTH);
    const end = Math.max(head.lastIndexOf('. ') + 1, head.lastIndexOf('\n'));
    const cut = end > PASSAGE_LENGTH / 2 ? end : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : PASSAGE_LENGTH;
    // Not between the halves of a character outside the basic plane.
    const at = /[\uD800-\uDBFF]/.test(rest.charAt(cut - 1)) ? cut - 1 : cut;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest ? [...parts, rest] : parts;
}

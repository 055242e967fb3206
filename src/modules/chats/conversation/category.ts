import type { TenantSteps } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { fillInCategory, type WantedCategory } from '../hooks.ts';
import { type Conversation, channels, conversations } from '../tables.ts';
import { setParts } from './change.ts';
import { selectCategories } from './conversation.sql.ts';
import { selectHistory } from './find.ts';

export const CategoryUnknown = refusal('category_unknown', 'No category could be determined: set it by hand.');

const CATEGORIES_MAX = 50;
const MESSAGES_MAX = 20;

/** Sets a category, or lets a bot choose one. The model is asked before the transaction that sets it. */
export async function categorize(steps: TenantSteps, id: string, given: string | undefined): Promise<Conversation> {
  const category = given ?? (await chooseCategory(steps, id));
  return steps.transaction(async (ctx) => setParts(ctx, await conversations.lock(ctx, id), { category }));
}

async function chooseCategory(steps: TenantSteps, id: string): Promise<string> {
  const wanted = await steps.transaction(async (ctx): Promise<WantedCategory> => {
    const conversation = await conversations.get(ctx, id);
    const [channel, history, known] = await Promise.all([
      channels.get(ctx, conversation.channelId),
      selectHistory(ctx, id, MESSAGES_MAX),
      selectCategories(ctx, CATEGORIES_MAX),
    ]);
    const said = history.filter(({ direction, text }) => direction === 'in' && text !== '').map(({ text }) => text);
    const botId = conversation.botId ?? channel.botId;
    return { conversation, botId, said: said.join('\n'), known, category: null };
  });
  if (wanted.known.length > 0 && wanted.said !== '') await fillInCategory(steps, wanted);
  if (wanted.category === null) throw CategoryUnknown();
  return wanted.category;
}

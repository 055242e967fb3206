import { assignConversation, ConversationTaken, lockConversation } from '#modules/chats/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { bots, type Turn, turns } from '../tables.ts';
import { beginTurn } from './schedule.ts';

export const NothingToRetry = refusal(
  409,
  'nothing_to_retry',
  'The last turn of the bot in this conversation did not fail: there is nothing to retry.',
);

const RETRIED: Turn['state'][] = ['failed', 'unknown', 'handed-over', 'silenced'];

/** Lets the bot answer again what it could not answer. It gets the conversation back, unless another person has it. */
export async function retryTurn(ctx: TenantContext, conversationId: string): Promise<Turn> {
  const conversation = await lockConversation(ctx, conversationId).catch(() => undefined);
  if (!conversation) throw unknownReference('body.conversationId', 'The conversation');
  const [last] = await turns.all(ctx, { conversationId }, { orderBy: ['-createdAt', '-id'], limit: 1 });
  if (!last || !RETRIED.includes(last.state)) throw NothingToRetry();
  if (conversation.userId !== null && conversation.userId !== ctx.userId) throw ConversationTaken();
  const bot = await bots.get(ctx, last.botId);
  const by = ctx.userId ? ({ kind: 'user', userId: ctx.userId } as const) : ({ kind: 'system' } as const);
  await assignConversation(ctx, conversation, { userId: null, botId: bot.id }, by);
  return beginTurn(ctx, bot, conversationId, last.firstSeq, 0);
}

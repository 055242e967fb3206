import {
  type ArrivedMessages,
  assignConversation,
  type Conversation,
  ConversationTaken,
  lockConversation,
  type Message,
  SenderBlocked,
  selectHistory,
} from '#modules/chats/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { earlierInstant, realNow } from '#platform/date.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { botFailedToSend } from '../events.ts';
import { type Bot, bots, type Turn, turns } from '../tables.ts';
import { HISTORY_MAX, leaveToPerson, takeTurn } from './turn.ts';

/** A customer who never stops writing is answered after this time. */
const WAIT_SECONDS_MAX = 60;

/** A customer wrote into a conversation of a bot: the message joins the turn that waits, or begins one. A bot that is paused hands over. */
export async function onCustomerMessages(ctx: TenantContext, { conversation, messages }: ArrivedMessages) {
  if (conversation.botId === null || messages.length === 0) return;
  const bot = await bots.find(ctx, conversation.botId);
  if (!bot?.active || bot.archivedAt !== null) {
    await leaveToPerson(ctx, conversation, conversation.botId);
    return;
  }
  // The transaction holds the conversation, so no other message joins at the same time.
  const waiting = await turns.find(ctx, { conversationId: conversation.id, state: 'waiting' }, { lock: 'FOR UPDATE' });
  if (waiting) await turns.updateAll(ctx, { id: waiting.id }, { dueAt: dueAfter(bot, waiting) });
  else await beginTurn(ctx, bot, conversation.id, messages[0]!.seq, bot.waitSeconds);
}

/** A bot drops what it has begun when somebody takes the conversation, also if it gets the conversation back before it is done. */
export const cancelTurns = (ctx: TenantContext, { id: conversationId }: Conversation) =>
  turns.updateAll(
    ctx,
    { conversationId, state: ['waiting', 'running'] },
    { state: 'silenced', reason: 'Somebody took the conversation over.', finishedAt: realNow(), heldUntil: null },
  );

/** Answers all that the customer wrote since they were answered last. */
export async function answerWaiting(ctx: TenantContext, { id, botId, state, waitingSince }: Conversation) {
  const bot = await bots.get(ctx, botId!);
  if (waitingSince === null || state !== 'open' || !bot.active || bot.archivedAt !== null) return;
  const history = await selectHistory(ctx, id, HISTORY_MAX);
  const answered = history.findLastIndex(({ direction, author }) => direction === 'out' && author !== 'system');
  const asked = history.slice(answered + 1).find(({ direction }) => direction === 'in');
  if (asked) await beginTurn(ctx, bot, id, asked.seq, 0);
}

function dueAfter({ waitSeconds }: Bot, { createdAt }: Turn): Temporal.Instant {
  const latest = Temporal.Instant.from(createdAt).add({ seconds: WAIT_SECONDS_MAX });
  const wanted = realNow().add({ seconds: waitSeconds });
  return earlierInstant(wanted, latest);
}

/** Begins a turn that is due after some seconds of silence. The caller holds the conversation. */
async function beginTurn(
  ctx: TenantContext,
  bot: Pick<Bot, 'id'>,
  conversationId: string,
  firstSeq: bigint,
  waitSeconds: number,
): Promise<Turn> {
  const now = realNow();
  const dueAt = now.add({ seconds: waitSeconds });
  const turn = await turns.insert(ctx, {
    conversationId,
    botId: bot.id,
    state: 'waiting',
    firstSeq,
    dueAt,
    createdAt: now,
  });
  ctx.enqueue(takeTurn, { turnId: turn.id }, { startAt: dueAt });
  return turn;
}

export const NothingToRetry = refusal(
  'nothing_to_retry',
  'The last turn of the bot in this conversation did not fail: there is nothing to retry.',
  409,
);

const RETRIED: Turn['state'][] = ['failed', 'unknown', 'handed-over', 'silenced'];

/** Lets the bot answer again what it could not answer. It gets the conversation back, unless another person has it. */
export async function retryTurn(ctx: TenantContext, conversationId: string): Promise<Turn> {
  const conversation = await lockConversation(ctx, conversationId).catch(() => undefined);
  if (!conversation) throw unknownReference('body.conversationId', 'The conversation');
  const last = await turns.find(ctx, { conversationId }, { orderBy: ['-createdAt', '-id'] });
  if (!last || !RETRIED.includes(last.state)) throw NothingToRetry();
  if (conversation.userId !== null && conversation.userId !== ctx.userId) throw ConversationTaken();
  if (conversation.isBlocked) throw SenderBlocked.at('body.conversationId');
  const bot = await bots.get(ctx, last.botId);
  const by = ctx.userId ? ({ kind: 'user', userId: ctx.userId } as const) : ({ kind: 'system' } as const);
  await assignConversation(ctx, conversation, { userId: null, botId: bot.id }, by);
  return beginTurn(ctx, bot, conversationId, last.firstSeq, 0);
}

/** Announces that a message of a bot was not delivered. */
export async function onMessageFailed(ctx: TenantContext, { botId, conversationId, failure, author }: Message) {
  if (author !== 'bot' || botId === null) return;
  ctx.emit(botFailedToSend, { conversationId, botId, ...(failure && { details: failure.message }) });
}

import { z } from 'zod';
import {
  assignConversation,
  type Conversation,
  ConversationTaken,
  chooseSuccessor,
  closeConversation,
  type Doer,
  findConversation,
  lockConversation,
  type Message,
  selectHistory,
  sendMessage,
} from '#modules/chats/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isBefore, realNow } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { Refusal } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import { shortened } from '#platform/text.ts';
import { answerQuestion, type Outcome } from '../answer/answer.ts';
import { requestContext } from '../context/context.ts';
import { botFailedToAnswer, botFailedToSend } from '../events.ts';
import { type Bot, bots, contextWaiters, type Turn, turns } from '../tables.ts';
import { texts } from './texts.ts';
import { countTurns } from './turn.sql.ts';

/** So much of a conversation is read for an answer. */
export const HISTORY_MAX = 30;
const QUESTION_LENGTH_MAX = 2_000;
/** Longer than all steps of a turn together. */
const LEASE_SECONDS = 300;
const BUSY_SECONDS = 2;
/** All of them within the lease: 5, 10 and 20 seconds apart. */
const ATTEMPTS_MAX = 4;
/** More answers in two minutes than a person would ask for: the customer is a program. */
const LATELY = { minutes: 2, answers: 8 };
const REASON_LENGTH_MAX = 500;

/** Answers a customer once they have paused, one turn of a conversation at a time. */
export const takeTurn = tenantJob({
  name: 'bots/turn',
  payload: { turnId: z.uuid() },
  timeoutSeconds: LEASE_SECONDS - 10,
  attempts: ATTEMPTS_MAX,
  run: async (steps, { turnId }) => {
    const begun = await steps.transaction((ctx) => begin(ctx, turnId, steps.attempt > 1));
    if (!begun) return;
    const { bot, question } = begun;
    try {
      const outcome = await answerQuestion(steps, bot, { ...question, callKey: turnId, signal: steps.signal });
      await steps.transaction((ctx) => finish(ctx, turnId, bot, outcome, question.text));
    } catch (error) {
      // Nobody tries again: a person must know that the customer waits.
      if (steps.lastAttempt) await steps.transaction((ctx) => finish(ctx, turnId, bot, broken(bot), question.text));
      throw error;
    }
  },
});

const broken = ({ language }: Bot): Outcome => ({
  outcome: 'failed',
  answer: null,
  reason: 'The bot could not answer because of an error of the service.',
  language,
  sources: [],
  toolCalls: [],
});

/**
 * Takes the lease of a turn and reads what it needs; null where there is nothing to answer now. A further attempt takes the lease
 * of the one that failed or whose process ended; `finish` sends the answer of only one of them.
 */
async function begin(ctx: TenantContext, turnId: string, isFurtherAttempt: boolean) {
  const found = await lockTurn(ctx, turnId);
  if (!found || found.finishedAt !== null) return null;
  const now = realNow();
  const again = (at: Temporal.Instant) => {
    ctx.enqueue(takeTurn, { turnId }, { startAt: at });
    return null;
  };
  const isLater = (time: string) => isBefore(now, time);
  const isHeld = ({ heldUntil }: Turn) => heldUntil !== null && isLater(heldUntil);
  if (isHeld(found) && !isFurtherAttempt) return again(Temporal.Instant.from(found.heldUntil!));
  if (found.state === 'waiting' && isLater(found.dueAt)) return again(Temporal.Instant.from(found.dueAt));
  const { conversationId } = found;
  const running = await turns.find(ctx, { conversationId, state: 'running' });
  const isOther = running !== undefined && running.id !== turnId;
  if (isOther && isHeld(running)) return again(now.add({ seconds: BUSY_SECONDS }));
  const turn = isOther ? await takeQuestion(ctx, found, running) : found;
  const [bot, conversation] = [await bots.get(ctx, turn.botId), await findConversation(ctx, conversationId)];
  if (!isItsTurn(bot, conversation)) return silence(ctx, turn, bot, conversation);
  const history = await selectHistory(ctx, conversationId, HISTORY_MAX);
  const question = questionOf(turn, conversation, history);
  if (isEcho(question.text, history)) return end(ctx, turn, 'silenced', 'The other side repeats the bot.');
  const limit = await limitOf(ctx, bot, turn);
  if (limit) return handOver(ctx, turn, bot, conversation, limit);
  await turns.updateAll(ctx, { id: turnId }, { state: 'running', heldUntil: now.add({ seconds: LEASE_SECONDS }) });
  return { bot, question };
}

/** A turn whose lease has ended was given up: the next one answers its question too. */
async function takeQuestion(ctx: TenantContext, turn: Turn, earlier: Turn): Promise<Turn> {
  await end(ctx, earlier, 'failed', 'The turn was interrupted.');
  const { firstSeq } = earlier;
  await turns.updateAll(ctx, { id: turn.id }, { firstSeq });
  return { ...turn, firstSeq };
}

/** The conversation is locked first, as by everyone who changes one, so that no two transactions wait for each other. */
async function lockTurn(ctx: TenantContext, turnId: string): Promise<Turn | undefined> {
  const turn = await turns.find(ctx, turnId);
  if (!turn) return undefined;
  await lockConversation(ctx, turn.conversationId);
  return turns.lock(ctx, turnId);
}

const isItsTurn = (bot: Bot, conversation: Conversation | undefined): conversation is Conversation =>
  bot.active && bot.archivedAt === null && conversation?.botId === bot.id && conversation.state === 'open';

/** Ends a turn that is not answered any more. A person gets the conversation of a bot that was paused. */
async function silence(
  ctx: TenantContext,
  turn: Turn,
  bot: Bot,
  conversation: Conversation | undefined,
): Promise<null> {
  if (conversation?.botId !== bot.id || conversation.state !== 'open')
    return end(ctx, turn, 'silenced', 'Somebody else has the conversation.');
  await leaveToPerson(ctx, conversation, bot.id);
  return end(ctx, turn, 'silenced', PAUSED);
}

const PAUSED = 'The bot is paused.';

/** A paused bot answers nobody. */
export async function leaveToPerson(ctx: TenantContext, conversation: Conversation, botId: string): Promise<void> {
  const owner = { userId: await chooseSuccessor(ctx, conversation), botId: null };
  await assignConversation(ctx, conversation, owner, { kind: 'bot', botId, reason: PAUSED });
}

/** Everything that the customer wrote since the turn began is one question; earlier messages are its history. */
function questionOf({ firstSeq }: Turn, conversation: Conversation, history: Message[]) {
  const said = history.filter(({ seq, direction }) => seq >= firstSeq && direction === 'in');
  const before = history.filter(({ seq, text }) => seq < firstSeq && text !== '');
  return {
    text: shortened(
      said
        .map(({ text }) => text)
        .filter(Boolean)
        .join('\n'),
      QUESTION_LENGTH_MAX,
    ),
    history: before.map(({ direction, text }) => ({
      role: direction === 'in' ? ('user' as const) : ('assistant' as const),
      text,
    })),
    conversationId: conversation.id,
    // A visitor who only claims to be somebody must not see their documents.
    contactId: conversation.contactVerified ? conversation.contactId : null,
  };
}

function isEcho(text: string, history: Message[]): boolean {
  const own = history.filter(({ author }) => author === 'bot').map((message) => folded(message.text));
  return text !== '' && own.includes(folded(text));
}

async function limitOf(ctx: TenantContext, bot: Bot, turn: Turn): Promise<string | null> {
  const now = realNow();
  const counts = await countTurns(ctx, turn, now.subtract({ hours: 24 }), now.subtract({ minutes: LATELY.minutes }));
  if (counts.lately >= LATELY.answers) return 'Too many messages in a short time: the other side may be a program.';
  if (counts.ofConversation >= bot.answersPerConversation) return 'The limit of answers in a conversation is reached.';
  if (counts.ofBot >= bot.answersPerDay) return 'The limit of answers in a day is reached.';
  return null;
}

async function end(
  ctx: TenantContext,
  { id }: Pick<Turn, 'id'>,
  state: Turn['state'],
  reason: string | null,
  sources: Turn['sources'] = [],
): Promise<null> {
  const finished = { state, sources, finishedAt: realNow(), heldUntil: null };
  await turns.updateAll(ctx, { id }, { ...finished, reason: reason && shortened(reason, REASON_LENGTH_MAX) });
  return null;
}

/** Sends the outcome of a turn. Whether the conversation still belongs to the bot is checked in this transaction. */
async function finish(ctx: TenantContext, turnId: string, bot: Bot, outcome: Outcome, question: string) {
  const turn = await lockTurn(ctx, turnId);
  if (turn?.state !== 'running') return;
  const conversation = (await findConversation(ctx, turn.conversationId))!;
  if (!isItsTurn(await bots.get(ctx, bot.id), conversation)) {
    await silence(ctx, turn, bot, conversation);
    return;
  }
  const sources = outcome.sources.map(({ trainingId, title, score }) => ({ trainingId, title, score }));
  if (outcome.outcome === 'answered') {
    if ((await say(ctx, turn, bot, outcome.answer!)) === 'said') await end(ctx, turn, 'answered', null, sources);
  } else if (outcome.outcome === 'resolved') {
    await end(ctx, turn, 'resolved', outcome.reason);
    // The customer wrote again meanwhile, and the turn that waits answers them.
    const { id: conversationId } = conversation;
    if (await turns.exists(ctx, { conversationId, state: 'waiting' })) return;
    await closeConversation(ctx, conversation, { kind: 'bot', botId: bot.id, reason: outcome.reason ?? undefined });
  } else if (outcome.outcome === 'unknown') await askForContext(ctx, turn, bot, conversation, outcome, question);
  else {
    if (outcome.outcome === 'failed') announceFailure(ctx, turn, outcome.reason);
    await handOver(ctx, turn, bot, conversation, outcome.reason ?? '', outcome);
  }
}

/** Says something as the bot. Otherwise it ends the turn: somebody took the conversation, or the channel refuses, which is announced. */
async function say(
  ctx: TenantContext,
  turn: Turn,
  bot: Bot,
  text: string,
  by: Doer = { kind: 'bot', botId: bot.id },
): Promise<'said' | 'taken' | 'refused'> {
  const { conversationId } = turn;
  const sent = await ctx.attempt((part) => sendMessage(part, { conversationId, text, by }));
  if (sent.status === 'fulfilled') return 'said';
  if (isRefusal(sent.reason, ConversationTaken)) {
    await end(ctx, turn, 'silenced', sent.reason.message);
    return 'taken';
  }
  if (!(sent.reason instanceof Refusal)) throw sent.reason;
  ctx.emit(botFailedToSend, { conversationId, botId: bot.id, details: sent.reason.message });
  await end(ctx, turn, 'failed', sent.reason.message);
  return 'refused';
}

const announceFailure = (ctx: TenantContext, { conversationId, botId }: Turn, details: string | null) =>
  ctx.emit(botFailedToAnswer, { conversationId, botId, ...(details && { details }) });

/** The first unknown question waits for its answer; after a second one in a row a person takes over. */
async function askForContext(
  ctx: TenantContext,
  turn: Turn,
  bot: Bot,
  conversation: Conversation,
  outcome: Outcome,
  question: string,
) {
  const requestId = await requestContext(ctx, bot.id, question);
  await contextWaiters.insertUnlessTaken(ctx, { requestId, conversationId: conversation.id });
  announceFailure(ctx, turn, outcome.reason);
  const last = await turns.find(
    ctx,
    { conversationId: conversation.id, state: ['answered', 'unknown', 'handed-over', 'resolved', 'failed'] },
    { orderBy: ['-createdAt', '-id'] },
  );
  if (last?.state === 'unknown') await handOver(ctx, turn, bot, conversation, outcome.reason ?? '', outcome);
  else if ((await say(ctx, turn, bot, bot.unknownMessage || texts[outcome.language].unknown)) === 'said')
    await end(ctx, turn, 'unknown', outcome.reason);
}

/** Gives the conversation to a person whom the channel names, or to nobody, with the reason in its feed. */
async function handOver(
  ctx: TenantContext,
  turn: Turn,
  bot: Bot,
  conversation: Conversation,
  reason: string,
  outcome?: Outcome,
): Promise<null> {
  const language = outcome?.language ?? bot.language;
  const failed = outcome?.outcome === 'failed';
  // Not as the bot, which no longer has the conversation when the message leaves; and the customer goes on waiting.
  const notice = await say(ctx, turn, bot, texts[language].handOver, { kind: 'system' });
  if (notice === 'taken') return null;
  const held = (await findConversation(ctx, conversation.id))!;
  const userId = await chooseSuccessor(ctx, held);
  await assignConversation(ctx, held, { userId, botId: null }, { kind: 'bot', botId: bot.id, reason });
  // A person also gets it if the customer gets no notice; `say` has then ended the turn as failed.
  return notice === 'refused' ? null : end(ctx, turn, failed ? 'failed' : 'handed-over', reason);
}

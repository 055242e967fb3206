import { type FoundContent, findContent, readContent } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { exchange } from '#platform/ports/exchange.ts';
import type { Attempt, Reply } from '#platform/ports/exchange-declaration.ts';
import { messagingOf } from '../channel/credentials.ts';
import { followMessages } from '../diffusion/follow.ts';
import { selectUnwanted } from '../diffusion/opt-out.ts';
import { afterMessageFailed } from '../hooks.ts';
import type { ErrorClass, Messaging, OutgoingMessage } from '../messaging.port.ts';
import {
  type Channel,
  type Conversation,
  channels,
  conversationSources,
  conversations,
  type Failure,
  type Message,
  messageMedia,
  messages,
} from '../tables.ts';
import { noteSendingError } from '../template/status.ts';
import { updateProblem } from './message.sql.ts';
import { applyKept, markAccepted } from './status.ts';
import { isWindowOpen } from './window.ts';

/** How long the provider's notice about a message is awaited whose request got no answer. */
const NOTICE_WITHIN_SECONDS = 900;
const TRIES_MAX = 7;

interface Question {
  provider: Messaging;
  outgoing: Omit<OutgoingMessage, 'file'>;
  file: FoundContent | undefined;
  /** The provider's notice came before our request was answered. */
  known: string | null;
}

type Answer = { id: string } | { error: Failure; class: ErrorClass };

/**
 * Sends one message. The provider has no idempotency key: after a request without an answer nothing is sent again, and the
 * notice that carries our id decides, or the time does.
 */
export const sending = exchange<Question, Answer>({
  name: 'chats/send',
  queue: 'deliveries',
  followUpAfterSeconds: 0,
  leaseSeconds: 60,
  mayOverlap: () => false,
  // The provider asks for waits of 4, 16, 64 … seconds.
  lookAfter: ({ attempts }) => (attempts < TRIES_MAX ? 4 ** Math.min(attempts, 6) : null),
  prepare,
  batch: { prepare: prepareMany, settle: finish },
  ask,
  settle: async (ctx, { id, state, answer, problem, problemCode }) => {
    if (answer && 'id' in answer) return finish(ctx, [{ id, answer }]);
    if (state === 'lost')
      return fail(
        ctx,
        id,
        { code: 'outcome_unknown', message: 'The provider did not say whether it was sent.' },
        'never',
      );
    const failure = answer?.error ?? { code: problemCode ?? 'refused', message: problem ?? 'The provider refused it.' };
    return fail(ctx, id, failure, answer?.class ?? 'never');
  },
  note: async (ctx, { id, answer }) => {
    // Nobody knows whether it was sent. The next one need not wait for that.
    if (answer === null && (await messages.updateAll(ctx, { id, status: 'sending' }, { status: 'unconfirmed' })) > 0)
      await beginNext(ctx, (await messages.get(ctx, id)).conversationId);
  },
  giveUp: (ctx, { id, answer }) =>
    fail(
      ctx,
      id,
      answer && 'error' in answer ? answer.error : { code: 'outcome_unknown', message: 'The provider did not answer.' },
      'never',
    ),
});

/** Null: it is not sent, because the channel is paused, the window has closed, the bot has lost the conversation, or the person has opted out or is blocked. */
async function prepare(ctx: TenantContext, id: string, before: Before): Promise<Question | null> {
  const message = await messages.get(ctx, id);
  const [channel, conversation] = await Promise.all([
    channels.get(ctx, message.channelId),
    conversations.get(ctx, message.conversationId),
  ]);
  const known = message.providerMessageId;
  // If it may have been sent, it neither waits for the channel nor fails here, because it would be sent again later.
  if (!known && !isUnanswered(before)) {
    if (await isPaused(ctx, channel)) {
      await messages.updateAll(ctx, { id, status: 'sending' }, { status: 'queued' });
      return null;
    }
    const unwanted = await selectUnwanted(ctx, [message]);
    const obstacle = obstacleOf(ctx, message, conversation, channel.kind, unwanted);
    if (obstacle) {
      await fail(ctx, id, obstacle, 'never');
      return null;
    }
  }
  const provider = messagingOf(ctx, channel);
  const names = await conversationSources.all(ctx, { conversationId: conversation.id }, { orderBy: ['-createdAt'] });
  const target = message.replyToId && (await messages.find(ctx, message.replyToId))?.providerMessageId;
  const outgoing = outgoingOf(message, { names, kind: channel.kind, replyTo: target || null });
  return { provider, known, outgoing, file: await fileOf(ctx, id) };
}

/** Leaves out those that `prepare` must look at more closely: of a paused channel, with a file, or that cannot be sent any more. */
async function prepareMany(ctx: TenantContext, ids: readonly string[]): Promise<Map<string, Question>> {
  const written = await messages.all(ctx, { id: ids });
  const conversationIds = written.map(({ conversationId }) => conversationId);
  const [own, held, sources, media, unwanted] = await Promise.all([
    channels.all(ctx, { id: [...new Set(written.map(({ channelId }) => channelId))], state: 'active' }),
    conversations.all(ctx, { id: conversationIds }),
    conversationSources.all(ctx, { conversationId: conversationIds }, { orderBy: ['-createdAt'] }),
    messageMedia.all(ctx, { messageId: ids }, { columns: ['messageId'] }),
    selectUnwanted(ctx, written),
  ]);
  const providerOf = new Map(own.map((channel) => [channel.id, { channel, provider: messagingOf(ctx, channel) }]));
  const conversationOf = new Map(held.map((conversation) => [conversation.id, conversation]));
  const namesOf = Map.groupBy(sources, ({ conversationId }) => conversationId);
  const withFile = new Set(media.map(({ messageId }) => messageId));
  return new Map(
    written.flatMap((message): [string, Question][] => {
      const { id, channelId, conversationId, providerMessageId, replyToId } = message;
      const via = providerOf.get(channelId);
      if (!via || providerMessageId !== null || replyToId !== null || withFile.has(id)) return [];
      const { channel, provider } = via;
      if (obstacleOf(ctx, message, conversationOf.get(conversationId)!, channel.kind, unwanted)) return [];
      const outgoing = outgoingOf(message, { names: namesOf.get(conversationId) ?? [], kind: channel.kind });
      return [[id, { provider, known: null, outgoing, file: undefined }]];
    }),
  );
}

type Before = Pick<Attempt<Answer>, 'askedAt' | 'answer'>;
const isUnanswered = ({ askedAt, answer }: Before): boolean => askedAt !== null && answer === null;

/** Held until the message waits, so that resuming the channel at the same time finds it waiting. */
const isPaused = async (ctx: TenantContext, { id, state }: Channel): Promise<boolean> =>
  state === 'paused' && (await channels.lock(ctx, id)).state === 'paused';

/** Why a message that waits is not sent any more. */
export function obstacleOf(
  ctx: TenantContext,
  message: Awaited<ReturnType<typeof messages.get>>,
  conversation: Conversation,
  kind: 'widget' | 'msgapp' | 'social-a' | 'email',
  unwanted = new Set<string>(),
): Failure | null {
  if (unwanted.has(message.id))
    return { code: 'opted_out', message: 'The person opted out of diffusions before it was sent.' };
  if (conversation.isBlocked) return { code: 'sender_blocked', message: 'The person was blocked before it was sent.' };
  if (message.author === 'bot' && conversation.botId !== message.botId)
    return { code: 'conversation_taken', message: 'Somebody else has the conversation now.' };
  if (message.type !== 'template' && !isWindowOpen(kind, conversation, ctx.now))
    return { code: 'window_closed', message: 'The 24-hour window closed before it was sent.' };
  return null;
}

async function fileOf(ctx: TenantContext, messageId: string): Promise<FoundContent | undefined> {
  const medium = await messageMedia.find(ctx, { messageId });
  return medium?.fileId ? findContent(ctx, medium.fileId) : undefined;
}

function outgoingOf(
  message: Message,
  { names, kind, replyTo = null }: { names: { kind: string; value: string }[]; kind: string; replyTo?: string | null },
): Question['outgoing'] {
  const named = (wanted: string) => names.find((each) => each.kind === wanted)?.value ?? null;
  return {
    reference: message.id,
    via: kind === 'social-a' ? 'social-a' : 'msgapp',
    to: { userId: named('user'), phone: named('phone'), threadId: named('thread') },
    replyTo,
    type: message.type,
    text: message.text,
    content: message.content,
  };
}

async function ask(question: Question, attempt: Attempt<Answer>): Promise<Reply<Answer>> {
  const { provider, outgoing, known, file } = question;
  if (known) return { state: 'done', answer: { id: known }, reference: known };
  if (isUnanswered(attempt)) {
    const waited = realNow().since(Temporal.Instant.from(attempt.askedAt!)).total('seconds');
    return { state: waited > NOTICE_WITHIN_SECONDS ? 'lost' : 'open', answer: null };
  }
  const sent = await provider.send({
    ...outgoing,
    file: file
      ? { name: file.name, contentType: file.contentType, read: () => readContent(attempt.storage, file) }
      : null,
  });
  if (sent.outcome === 'accepted') return { state: 'done', answer: { id: sent.id }, reference: sent.id };
  const answer = { error: { code: sent.code, message: sent.message }, class: sent.class };
  return { state: sent.class === 'retry' ? 'open' : 'refused', answer };
}

/** Books what the provider has taken: messages of different conversations. */
async function finish(ctx: TenantContext, done: readonly { id: string; answer: Answer }[]): Promise<void> {
  const nameOf = new Map(done.flatMap(({ id, answer }) => ('id' in answer ? [[id, answer.id] as const] : [])));
  const ids = [...nameOf.keys()];
  const places = await messages.all(ctx, { id: ids }, { columns: ['conversationId', 'channelId'] });
  const conversationIds = places.map(({ conversationId }) => conversationId);
  await conversations.all(ctx, { id: conversationIds }, { columns: ['id'], orderBy: ['id'], lock: 'FOR UPDATE' });
  await markAccepted(ctx, nameOf);
  for (const channelId of new Set(places.map((place) => place.channelId))) {
    await applyKept(ctx, channelId, [...nameOf.values()]);
    await updateProblem(ctx, channelId, null);
  }
  const waiting = await messages.all(
    ctx,
    { conversationId: conversationIds, status: 'queued' },
    { columns: ['conversationId'] },
  );
  for (const conversationId of new Set(waiting.map((each) => each.conversationId)))
    await beginNext(ctx, conversationId);
  await followMessages(ctx, await messages.all(ctx, { id: ids }));
}

/** A failure for good. A message that arrived after all stays delivered. */
async function fail(ctx: TenantContext, id: string, failure: Failure, kind: ErrorClass): Promise<void> {
  const before = await messages.lock(ctx, id);
  const isOut = ['queued', 'sending', 'unconfirmed', 'accepted', 'sent'].includes(before.status);
  ctx.wakeReaders(before.conversationId);
  const failed = await messages.update(ctx, id, {
    failedAt: ctx.now,
    failure,
    ...(isOut && { status: 'failed' as const }),
  });
  if (kind === 'reconnect' || kind === 'stop-account')
    await updateProblem(ctx, failed.channelId, `${failure.code}: ${failure.message}`);
  if (kind === 'template') await noteSendingError(ctx, failed, failure);
  await afterMessageFailed(ctx, failed);
  await beginNext(ctx, failed.conversationId);
  await followMessages(ctx, [failed]);
}

/** Sends the next message of a conversation. One is on its way at a time, so that they arrive in their order. */
export async function beginNext(ctx: TenantContext, conversationId: string): Promise<void> {
  if (await messages.exists(ctx, { conversationId, status: 'sending' })) return;
  const next = await messages.find(ctx, { conversationId, status: 'queued' }, { orderBy: ['seq'], lock: 'FOR UPDATE' });
  if (!next) return;
  await messages.update(ctx, next.id, { status: 'sending' });
  const startAt = next.dueAt === null ? realNow() : Temporal.Instant.from(next.dueAt);
  await sending.begin(ctx, next.id, { group: next.channelId, startAt });
}

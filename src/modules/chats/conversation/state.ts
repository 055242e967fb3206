import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { tick } from '#platform/tick.ts';
import { conversationAssigned, conversationClosed, conversationOpened } from '../events.ts';
import { afterTakenFromBot } from '../hooks.ts';
import { type Channel, type Conversation, conversations, episodes, type Message, messages } from '../tables.ts';
import { chooseOwner, type Owner } from './assignment.ts';
import { repeatLastMessage } from './conversation.sql.ts';
import { selectUnread } from './list.sql.ts';

export const snoozeEnds = tick('chats-snooze');

export const SnoozeInPast = refusal(
  'snooze_in_past',
  'The time until which a conversation is snoozed must be in the future.',
);

/** Who changes a conversation. A bot and the service may give a reason. */
export type Doer =
  | { kind: 'user'; userId: string }
  | { kind: 'bot'; botId: string; reason?: string | undefined }
  | { kind: 'system'; reason?: string | undefined };

/** The person or program that calls, or the service itself. */
export const doerOf = ({ userId }: { userId: string | null }): Doer =>
  userId ? { kind: 'user', userId } : { kind: 'system' };

/** The columns of an entry with its author. */
export const authorOf = (by: Doer) => ({
  author: by.kind,
  userId: by.kind === 'user' ? by.userId : null,
  botId: by.kind === 'bot' ? by.botId : null,
});

type NewEntry = Pick<Message, 'direction' | 'type'> & Partial<Omit<Message, 'id' | 'seq' | 'conversationId'>>;

/** Adds an entry to the feed of a conversation that the caller has locked, and changes the conversation with it. */
export async function addEntry(
  ctx: TenantContext,
  conversation: Conversation,
  entry: NewEntry & Pick<Message, 'author' | 'status'>,
  change: Parameters<typeof conversations.update>[2] = {},
): Promise<{ entry: Message; conversation: Conversation }> {
  const seq = conversation.lastSeq + 1n;
  ctx.wakeReaders(conversation.id);
  const [written, changed] = await Promise.all([
    messages.insert(ctx, {
      at: ctx.now,
      ...entry,
      seq,
      conversationId: conversation.id,
      channelId: conversation.channelId,
    }),
    conversations.update(ctx, conversation.id, { updatedAt: ctx.now, ...change, lastSeq: seq }),
    change.lastMessageAt && repeatLastMessage(ctx, [conversation.id]),
  ]);
  return { entry: written, conversation: changed };
}

/** Adds a happening to the feed. */
export async function addHappening(
  ctx: TenantContext,
  conversation: Conversation,
  by: Doer,
  type: string,
  content: Record<string, unknown>,
  change: Parameters<typeof conversations.update>[2] = {},
): Promise<Conversation> {
  const reason = by.kind !== 'user' && by.reason ? { reason: by.reason } : {};
  const happening = {
    direction: 'event',
    status: 'stored',
    type,
    content: { ...content, ...reason },
    ...authorOf(by),
  } as const;
  return (await addEntry(ctx, conversation, happening, change)).conversation;
}

const announced = (conversation: Conversation, by: Doer) => ({
  conversationId: conversation.id,
  ...(by.kind === 'user' && { userId: by.userId }),
  ...(by.kind === 'system' && { bySystem: true }),
  ...(by.kind === 'bot' && { byAiAgent: true }),
  ...(by.kind !== 'user' && by.reason && { agentResolveReason: by.reason }),
});

/** Opens a closed or snoozed conversation that the caller has locked. */
export async function openConversation(
  ctx: TenantContext,
  conversation: Conversation,
  by: Doer,
): Promise<Conversation> {
  if (conversation.state === 'open') return conversation;
  const wasClosed = conversation.state === 'closed';
  // A conversation that a diffusion began has no episode until somebody writes in it.
  const earlier = wasClosed ? await episodes.count(ctx, { conversationId: conversation.id }) : 0;
  if (wasClosed) await beginEpisodes(ctx, [conversation], earlier + 1);
  ctx.emit(conversationOpened, announced(conversation, by));
  return addHappening(
    ctx,
    conversation,
    by,
    'opened',
    { from: conversation.state },
    {
      state: 'open',
      snoozedUntil: null,
      reopenedCount: conversation.reopenedCount + (earlier > 0 ? 1 : 0),
    },
  );
}

export const beginEpisodes = (ctx: TenantContext, opened: Pick<Conversation, 'id' | 'channelId'>[], number = 1) =>
  episodes.insertMany(
    ctx,
    opened.map(({ id, channelId }) => ({ conversationId: id, channelId, number, openedAt: ctx.now })),
  );

export async function closeConversation(
  ctx: TenantContext,
  conversation: Conversation,
  by: Doer,
): Promise<Conversation> {
  if (conversation.state === 'closed') return conversation;
  const { userId, botId } = conversation;
  await episodes.updateAll(
    ctx,
    { conversationId: conversation.id, closedAt: null },
    { closedAt: ctx.now, closedBy: by.kind, userId: userId ?? (by.kind === 'user' ? by.userId : null), botId },
  );
  ctx.emit(conversationClosed, announced(conversation, by));
  return addHappening(
    ctx,
    conversation,
    by,
    'closed',
    {},
    { state: 'closed', snoozedUntil: null, waitingSince: null, isUnread: false },
  );
}

export async function snoozeConversation(
  ctx: TenantContext,
  conversation: Conversation,
  until: Temporal.Instant,
  by: Doer,
): Promise<Conversation> {
  if (!isAfter(until, ctx.now)) throw SnoozeInPast();
  const opened = conversation.state === 'closed' ? await openConversation(ctx, conversation, by) : conversation;
  ctx.wakeAt(snoozeEnds, until);
  return addHappening(ctx, opened, by, 'snoozed', { until: String(until) }, { state: 'snoozed', snoozedUntil: until });
}

/** Gives a conversation that the caller has locked to a person, a bot or nobody. */
export async function assignConversation(
  ctx: TenantContext,
  conversation: Conversation,
  to: Owner,
  by: Doer,
): Promise<Conversation> {
  const { userId, botId } = to;
  if (conversation.userId === userId && conversation.botId === botId) return conversation;
  if (conversation.botId !== null) await afterTakenFromBot(ctx, conversation);
  ctx.emit(conversationAssigned, {
    conversationId: conversation.id,
    ...(userId && { userId }),
    ...(botId && { botId }),
  });
  const { name, sourceId, lastText } = conversation;
  if (userId && !(by.kind === 'user' && by.userId === userId))
    await notify(ctx, [userId], {
      kind: 'conversation',
      es: { title: `Tienes una conversación de ${name || sourceId}`, body: lastText },
      en: { title: `You have a conversation with ${name || sourceId}`, body: lastText },
      data: { conversationId: conversation.id },
    });
  return addHappening(
    ctx,
    conversation,
    by,
    'assigned',
    { userId, botId },
    {
      userId,
      botId,
      assignedAt: ctx.now,
      lastUserId: userId ?? conversation.lastUserId,
      ...(userId && conversation.state !== 'closed' && { isUnread: await hasUnread(ctx, conversation.id, userId) }),
    },
  );
}

const hasUnread = async (ctx: TenantContext, id: string, userId: string): Promise<boolean> =>
  (await selectUnread(ctx, [id], userId)).get(id)! > 0;

/** A customer wrote: a conversation that is new or was closed opens, and the rule of its channel says who gets it. */
export async function openForCustomer(
  ctx: TenantContext,
  channel: Channel,
  conversation: Conversation,
  isNew: boolean,
): Promise<Conversation> {
  const wasClosed = conversation.state === 'closed';
  const open = await openConversation(ctx, conversation, { kind: 'system' });
  if (!isNew && !wasClosed) return open;
  return assignConversation(ctx, open, await chooseOwner(ctx, channel, open), { kind: 'system' });
}

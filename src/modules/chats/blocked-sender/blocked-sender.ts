import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { type Source, selectBySources } from '../conversation/conversation.sql.ts';
import { addHappening, assignConversation, closeConversation, doerOf } from '../conversation/state.ts';
import {
  type BlockedSender,
  blockedSenders,
  type Channel,
  type Conversation,
  channels,
  conversations,
  messages,
} from '../tables.ts';
import type { NewBlockedSender } from './blocked-sender.schema.ts';

export const SenderUnknown = refusal(
  'sender_unknown',
  'The message does not say who wrote it: choose another message of the person.',
);

const NAME_MAX = 200;

/** Blocks the person of a conversation on its channel. One who is blocked already is answered as they are. */
export async function blockSender(
  ctx: TenantContext,
  { conversationId, messageId, note }: z.output<typeof NewBlockedSender>,
): Promise<BlockedSender> {
  const conversation = await conversations.find(ctx, conversationId, { lock: 'FOR UPDATE' });
  if (!conversation) throw unknownReference('body.conversationId', 'The conversation');
  if (conversation.isBlocked) return blockedSenders.get(ctx, { conversationId });
  const channel = await channels.get(ctx, conversation.channelId);
  const person = await personOf(ctx, channel, conversation, messageId);
  const place = { channelId: channel.id, address: person.address };
  const blocked = await blockedSenders.insertUnlessTaken(ctx, { ...place, name: person.name, note, conversationId });
  if (!blocked) return blockedSenders.get(ctx, place);
  await (isThread(channel)
    ? addHappening(ctx, conversation, doerOf(ctx), 'blocked', person)
    : endConversation(ctx, conversation));
  return blocked;
}

const isThread = ({ kind }: Channel): boolean => kind === 'social-a';

/** Many write in a thread of comments, so a person of it is the writer of one of them. */
async function personOf(ctx: TenantContext, channel: Channel, conversation: Conversation, messageId?: string) {
  const { id: conversationId, sourceId, name } = conversation;
  const given = { conversationId, direction: 'in', ...(messageId && { id: messageId }) } as const;
  const message = await messages.find(ctx, given, { orderBy: ['seq'] });
  if (messageId && !message) throw unknownReference('body.messageId', 'The message');
  if (!isThread(channel)) return { address: sourceId, name };
  const { from, fromName } = message?.content ?? {};
  if (typeof from !== 'string') throw SenderUnknown.at(messageId ? 'body.messageId' : 'body.conversationId');
  return { address: from, name: shortened(String(fromName ?? ''), NAME_MAX) };
}

/** Nobody has to answer it any more. A bot must not go on with what it has begun. */
async function endConversation(ctx: TenantContext, conversation: Conversation): Promise<void> {
  const by = doerOf(ctx);
  const blocked = await addHappening(ctx, conversation, by, 'blocked', {}, { isBlocked: true });
  const nobody = { userId: null, botId: null };
  const left = blocked.botId === null ? blocked : await assignConversation(ctx, blocked, nobody, by);
  await closeConversation(ctx, left, by);
}

export async function unblockSender(ctx: TenantContext, id: string): Promise<void> {
  const { conversationId, address, name } = await blockedSenders.get(ctx, id);
  const conversation = await conversations.lock(ctx, conversationId);
  await blockedSenders.remove(ctx, id);
  const person = conversation.isBlocked ? {} : { address, name };
  await addHappening(ctx, conversation, doerOf(ctx), 'unblocked', person, { isBlocked: false });
}

/** Somebody who writes on a channel: by their names there, or as a writer of comments. */
export interface Writer {
  sources: Source[];
  commenter: string | null;
}

export async function isBlocked(
  ctx: TenantContext,
  { id: channelId }: Pick<Channel, 'id'>,
  { sources, commenter }: Writer,
): Promise<boolean> {
  if (commenter !== null) return blockedSenders.exists(ctx, { channelId, address: commenter });
  const known = await selectBySources(ctx, channelId, sources);
  return conversations.exists(ctx, { id: [...known.values()], isBlocked: true });
}

import { findContent, holdFiles, lockFiles } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { laterInstant, realNow, toTimestamp } from '#platform/date.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { indexNewTexts, indexText } from '#platform/search/search.sql.ts';
import { previewOf } from '../conversation/preview.ts';
import { addEntry, assignConversation, authorOf, type Doer, openConversation } from '../conversation/state.ts';
import {
  type Channel,
  type Conversation,
  channels,
  conversations,
  episodes,
  type Message,
  messageMedia,
  messages,
} from '../tables.ts';
import { noteAnswer } from '../widget/follow-up.ts';
import { enqueueEmail } from './email.ts';
import { takePlaces } from './message.sql.ts';
import { beginNext } from './outbox.ts';
import { isWindowOpen, windowClosed } from './window.ts';

export const ChannelPaused = refusal('channel_paused', 'The channel is paused: resume it first.', 409);
export const ConversationTaken = refusal(
  'conversation_taken',
  'Another person or bot has the conversation now: assign it to yourself first.',
  409,
);
export const SenderBlocked = refusal(
  'sender_blocked',
  'The person of the conversation is blocked on its channel: unblock them first.',
  409,
);
export const TypeUnsupported = refusal(
  'type_unsupported',
  'The channel does not support messages of this type: send another type.',
);

/** One person gets a message every six seconds, of which ten may come at once. */
const PAIR = { secondsEach: 6, burst: 10 };
const MERGED_MAX = 4096;

/** A message as somebody of the organization writes it. */
interface Outgoing {
  by: Doer;
  /** Only for colleagues: it never leaves. */
  note?: boolean;
  type?: string;
  text?: string;
  content?: Record<string, unknown>;
  fileId?: string | null;
  replyToId?: string | null;
  /** The field of the request that names the conversation. */
  namedBy?: string;
}

/**
 * Writes into a conversation. The transaction holds the conversation and checks that it still belongs to the writer, so a bot
 * whose conversation a person took over is refused with `ConversationTaken`, whatever it began before.
 */
export async function sendMessage(
  ctx: TenantContext,
  given: Outgoing & { conversationId: string },
): Promise<{ message: Message; conversation: Conversation }> {
  const conversation = await conversations.lock(ctx, given.conversationId);
  const channel = await channels.get(ctx, conversation.channelId);
  return writeMessage(ctx, { ...given, channel, conversation });
}

/** The same in a conversation that the caller has locked. */
export async function writeMessage(
  ctx: TenantContext,
  { channel, conversation, ...given }: Outgoing & { channel: Channel; conversation: Conversation },
): Promise<{ message: Message; conversation: Conversation }> {
  if (given.note) return writeNote(ctx, conversation, given);
  const { by, type = 'text', namedBy = 'body.conversationId' } = given;
  await requireSendable(ctx, channel, conversation, { by, type, namedBy });
  // An e-mail that waits may be on its way already.
  const mayMerge = by.kind === 'bot' && type === 'text' && channel.kind !== 'email';
  const merged = mayMerge ? await mergeBubble(ctx, conversation, by.botId, given) : null;
  if (merged) return { message: merged, conversation };
  const held = await takeOver(ctx, conversation, by);
  const written = await writeOut(ctx, channel, held, given);
  if (given.fileId) {
    const { contentType, bytes } = await holdMedium(ctx, written.entry, given.fileId);
    const refused = whyNotSent(channel.kind, type, contentType, bytes);
    if (refused) throw TypeUnsupported.at('body.fileId', 'type_unsupported', refused);
  }
  if (by.kind !== 'system' && held.waitingSince !== null) {
    const unanswered = { conversationId: held.id, closedAt: null, firstResponseAt: null };
    await episodes.updateAll(ctx, unanswered, { firstResponseAt: ctx.now });
  }
  if (channel.kind === 'email') await enqueueEmail(ctx, written.entry);
  else if (channel.kind !== 'widget') await beginNext(ctx, held.id);
  else if (by.kind !== 'system') await noteAnswer(ctx, held.id);
  return { message: written.entry, conversation: written.conversation };
}

async function requireSendable(
  ctx: TenantContext,
  channel: Channel,
  conversation: Conversation,
  { by, type, namedBy }: { by: Doer; type: string; namedBy: string },
): Promise<void> {
  if (channel.state === 'paused') throw ChannelPaused();
  if (conversation.isBlocked) throw SenderBlocked.at(namedBy);
  if (by.kind === 'bot' && conversation.botId !== by.botId) throw ConversationTaken();
  if (!carried[channel.kind].includes(type))
    throw TypeUnsupported(`A channel of the kind ${channel.kind} carries no ${type}.`);
  if (type !== 'template' && !isWindowOpen(channel.kind, conversation, ctx.now))
    throw await windowClosed(ctx, channel, conversation);
}

/** A person who answers gets the conversation from a bot or from nobody, and opens it. */
async function takeOver(ctx: TenantContext, conversation: Conversation, by: Doer): Promise<Conversation> {
  const open =
    conversation.state === 'open' || by.kind === 'system'
      ? conversation
      : await openConversation(ctx, conversation, by);
  if (by.kind !== 'user' || open.userId !== null) return open;
  return assignConversation(ctx, open, { userId: by.userId, botId: null }, by);
}

async function writeOut(ctx: TenantContext, channel: Channel, conversation: Conversation, given: Outgoing) {
  const { by, type = 'text', text = '', content = {}, replyToId = null } = given;
  const isCarried = channel.kind !== 'widget';
  const pair = isCarried && channel.kind === 'msgapp' ? pacePair(conversation) : null;
  const place = pair && (await takePlaces(ctx, channel, realNow(), 1))[0]!;
  const dueAt = pair && place && laterInstant(pair.dueAt, place);
  const written = await addEntry(
    ctx,
    conversation,
    {
      direction: 'out',
      type,
      text,
      content,
      ...authorOf(by),
      replyToId,
      status: isCarried ? 'queued' : 'sent',
      sentAt: isCarried ? null : ctx.now,
      dueAt: dueAt && toTimestamp(dueAt),
    } as Parameters<typeof addEntry>[2],
    {
      messageCount: conversation.messageCount + 1n,
      lastMessageAt: ctx.now,
      lastText: previewOf({ text, type }),
      lastDirection: 'out',
      ...(by.kind !== 'system' && { waitingSince: null }),
      ...(pair && { pacedUntil: pair.pacedUntil }),
    },
  );
  await indexNewTexts(ctx, 'message', new Map([[written.entry.id, [text]]]));
  return written;
}

async function writeNote(ctx: TenantContext, conversation: Conversation, { by, text = '', fileId }: Outgoing) {
  const { entry, conversation: changed } = await addEntry(ctx, conversation, {
    direction: 'note',
    type: 'note',
    text,
    ...authorOf(by),
    status: 'stored',
  });
  if (fileId) await holdMedium(ctx, entry, fileId);
  await indexNewTexts(ctx, 'message', new Map([[entry.id, [text]]]));
  return { message: entry, conversation: changed };
}

async function holdMedium(ctx: TenantContext, { id: messageId, channelId }: Message, fileId: string) {
  const file = (await lockFiles(ctx, [fileId])).has(fileId) ? await findContent(ctx, fileId) : undefined;
  if (!file) throw unknownReference('body.fileId', 'The file');
  holdFiles(ctx, 'file', { entityKind: 'messageId', entityId: messageId, fileIds: [fileId] });
  await messageMedia.insert(ctx, {
    messageId,
    channelId,
    state: 'stored',
    fileId,
    name: file.name,
    contentType: file.contentType,
  });
  return file;
}

/** Bubbles that a bot writes while an earlier one still waits become one message, because each message costs. */
async function mergeBubble(ctx: TenantContext, conversation: Conversation, botId: string, { text = '' }: Outgoing) {
  const last = await messages.find(
    ctx,
    { conversationId: conversation.id, seq: conversation.lastSeq },
    { lock: 'FOR UPDATE' },
  );
  if (last?.status !== 'queued' || last.botId !== botId || last.type !== 'text') return null;
  const together = `${last.text}\n\n${text}`;
  if (together.length > MERGED_MAX) return null;
  await conversations.update(ctx, conversation.id, {
    lastText: previewOf({ ...last, text: together }),
    updatedAt: ctx.now,
  });
  await indexText(ctx, 'message', last.id, [together]);
  return messages.update(ctx, last.id, { text: together });
}

/** The theoretical arrival time of the next message to this person, and when this one may leave (GCRA). */
export function pacePair({ pacedUntil }: Conversation): { dueAt: Temporal.Instant; pacedUntil: Temporal.Instant } {
  const now = realNow();
  const before = pacedUntil === null ? now : Temporal.Instant.from(pacedUntil);
  const base = laterInstant(before, now);
  const earliest = base.subtract({ seconds: PAIR.secondsEach * (PAIR.burst - 1) });
  return { dueAt: laterInstant(earliest, now), pacedUntil: base.add({ seconds: PAIR.secondsEach }) };
}

const textOnly = ['text'];
const withFiles = ['text', 'image', 'video', 'audio', 'document'];
const carried: Record<Channel['kind'], string[]> = {
  widget: [...withFiles, 'interactive', 'location'],
  msgapp: [...withFiles, 'interactive', 'location', 'reaction', 'template'],
  'social-a': textOnly,
  email: withFiles,
};
const MEGABYTE = 1024 * 1024;
/** The files that the messaging app takes as a picture, video or sound. */
const taken: Record<string, { types: string[]; megabytes: number }> = {
  image: { types: ['jpeg', 'png'], megabytes: 5 },
  video: { types: ['mp4', '3gpp'], megabytes: 16 },
  audio: { types: ['aac', 'amr', 'mp4', 'mpeg', 'ogg', 'opus'], megabytes: 16 },
};

/** Why a file cannot be sent as a message of this type; null: it can. */
function whyNotSent(kind: Channel['kind'], type: string, contentType: string, bytes: number): string | null {
  const limit = taken[type];
  if (!limit) return null;
  const [family, subtype = ''] = contentType.split(';')[0]!.split('/');
  if (family !== type) return `The file is no ${type} but ${contentType}: send it as a document.`;
  if (kind !== 'msgapp' || (limit.types.includes(subtype) && bytes <= limit.megabytes * MEGABYTE)) return null;
  return `The messaging app takes ${limit.types.join(', ')} up to ${limit.megabytes} MB as ${type}: send it as a document.`;
}

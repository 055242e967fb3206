import { keepFile } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { earlierInstant, toTimestamp } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { violates } from '#platform/db/violation.ts';
import { newId } from '#platform/id.ts';
import { indexNewTexts } from '#platform/search/search.sql.ts';
import { shortened } from '#platform/text.ts';
import { addDropped } from '../blocked-sender/blocked-sender.sql.ts';
import { repeatLastMessage, selectByProviderIds } from '../conversation/conversation.sql.ts';
import { previewOf } from '../conversation/preview.ts';
import { indexNames } from '../conversation/search.sql.ts';
import { openForCustomer } from '../conversation/state.ts';
import { applyOptOutKeywords } from '../diffusion/opt-out.ts';
import { noteReplies } from '../diffusion/reply.ts';
import { socialComment } from '../events.ts';
import { type ArrivedMessages, afterCustomerMessages } from '../hooks.ts';
import { fetchMedium } from '../message/media.ts';
import {
  blockedSenders,
  type Channel,
  type Conversation,
  conversations,
  episodes,
  type Message,
  messageMedia,
  messages,
} from '../tables.ts';
import type { Arriving } from './arriving.ts';
import { contactOf, findConversations, heldContacts, NAME_MAX } from './find-conversations.ts';
import { greet } from './greeting.ts';

export const SEARCHED_AS = 'message';

/**
 * Stores messages of one channel: each once, even if it is delivered repeatedly or concurrently, and without those of blocked people.
 * All that one transaction brings is written together, so that a thousand messages cost a few statements.
 */
export async function receiveMessages(ctx: TenantContext, channel: Channel, given: Arriving[]): Promise<Message[]> {
  const arriving = await withoutBlockedCommenters(ctx, channel, given);
  if (arriving.length === 0) return [];
  const { byArrival, created } = await findConversations(ctx, channel, arriving);
  const ids = [...new Set(byArrival)].toSorted();
  const [locked, known] = [
    await conversations.all(ctx, { id: ids }, { orderBy: ['id'], lock: 'FOR UPDATE' }),
    // Read after the lock: a twin that was delivered at the same time is stored by now.
    await selectByProviderIds(
      ctx,
      channel.id,
      arriving.flatMap(({ providerMessageId, replyTo }) =>
        replyTo ? [providerMessageId, replyTo] : [providerMessageId],
      ),
    ),
  ];
  const idOf = new Map(known.map(({ providerMessageId, id }) => [providerMessageId!, id]));
  const blocked = new Set(locked.flatMap(({ id, isBlocked }) => (isBlocked ? id : [])));
  const fresh = new Map<string, Arriving[]>();
  const dropped = new Map<string, Arriving[]>();
  const taken = new Set(known.map(({ providerMessageId }) => providerMessageId!));
  arriving.forEach((each, place) => {
    if (taken.has(each.providerMessageId)) return;
    taken.add(each.providerMessageId);
    const conversationId = byArrival[place]!;
    const group = blocked.has(conversationId) && each.author === 'contact' ? dropped : fresh;
    group.set(conversationId, [...(group.get(conversationId) ?? []), each]);
  });
  const stored = await storeFresh(ctx, channel, { locked, created, fresh, idOf });
  if (dropped.size > 0) await countDropped(ctx, channel, locked, dropped);
  return stored;
}

interface Fresh {
  locked: Conversation[];
  created: Set<string>;
  /** By conversation. */
  fresh: Map<string, Arriving[]>;
  /** The messages that fresh ones answer, by the ids of the provider. */
  idOf: Map<string, string>;
}

async function storeFresh(
  ctx: TenantContext,
  channel: Channel,
  { locked, created, fresh, idOf }: Fresh,
): Promise<Message[]> {
  const written = locked.flatMap((conversation) =>
    rowsOf(ctx, channel, conversation, fresh.get(conversation.id) ?? [], idOf),
  );
  if (written.length === 0) return [];
  await linkContacts(
    ctx,
    written.filter(({ conversation }) => conversation.contactId === null && !created.has(conversation.id)),
  );
  await writeMessages(ctx, channel, written);
  for (const { conversation } of written) ctx.wakeReaders(conversation.id);
  const stored = written.map(({ row }) => row as unknown as Message);
  await react(
    ctx,
    channel,
    locked,
    created,
    Map.groupBy(stored, ({ conversationId }) => conversationId),
  );
  return stored;
}

/** A thread of comments is not blocked but some of its writers, who must not begin a thread either. */
async function withoutBlockedCommenters(
  ctx: TenantContext,
  { id: channelId, kind }: Channel,
  arriving: Arriving[],
): Promise<Arriving[]> {
  if (kind !== 'social-a') return arriving;
  const writerOf = ({ content }: Arriving): string => String(content.from);
  const blocked = await blockedSenders.all(
    ctx,
    { channelId, address: [...new Set(arriving.map(writerOf))] },
    { columns: ['id', 'address'] },
  );
  const idOf = new Map(blocked.map(({ id, address }) => [address, id]));
  const byWriter = Map.groupBy(arriving, (each) => idOf.get(writerOf(each)));
  const counts = [...byWriter].flatMap(([id, { length }]) => (id === undefined ? [] : [[id, length] as const]));
  if (counts.length > 0) await addDropped(ctx, new Map(counts), ctx.now);
  return byWriter.get(undefined) ?? [];
}

/** Counts messages of blocked people, by conversation. If one of them opts out of diffusions, it holds after they are unblocked. */
async function countDropped(
  ctx: TenantContext,
  channel: Channel,
  locked: Conversation[],
  dropped: Map<string, Arriving[]>,
): Promise<void> {
  const where = { conversationId: [...dropped.keys()] };
  const blocked = await blockedSenders.all(ctx, where, { columns: ['id', 'conversationId'] });
  const counts = blocked.map(({ id, conversationId }) => [id, dropped.get(conversationId)!.length] as const);
  await addDropped(ctx, new Map(counts), ctx.now);
  for (const conversation of locked)
    await applyOptOutKeywords(ctx, { channel, conversation, messages: dropped.get(conversation.id) ?? [] });
}

interface Written {
  row: ReturnType<typeof rowOf>;
  arriving: Arriving;
  conversation: Conversation;
}

function rowsOf(
  ctx: TenantContext,
  channel: Channel,
  conversation: Conversation,
  fresh: Arriving[],
  idOf: Map<string, string>,
): Written[] {
  const inOrder = fresh.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
  return inOrder.map((arriving, place) => ({
    row: rowOf(ctx, channel, conversation, arriving, conversation.lastSeq + BigInt(place + 1), idOf),
    arriving,
    conversation,
  }));
}

function rowOf(
  ctx: TenantContext,
  channel: Channel,
  conversation: Conversation,
  { providerMessageId, type, text, content, replyTo, author, at }: Arriving,
  seq: bigint,
  idOf: Map<string, string>,
) {
  const isOwn = author === 'elsewhere';
  return {
    id: newId(),
    conversationId: conversation.id,
    channelId: channel.id,
    seq,
    direction: isOwn ? ('out' as const) : ('in' as const),
    type,
    text,
    content,
    author,
    providerMessageId,
    replyToId: (replyTo && idOf.get(replyTo)) ?? null,
    status: isOwn ? ('sent' as const) : ('received' as const),
    at: toTimestamp(earlierInstant(at, ctx.now)),
    createdAt: toTimestamp(ctx.now),
  };
}

/** A person who became a contact after their first message. */
async function linkContacts(ctx: TenantContext, unlinked: Written[]): Promise<void> {
  const arrivings = unlinked.map(({ arriving }) => arriving);
  const contacts = await heldContacts(ctx, arrivings);
  for (const { conversation, arriving } of unlinked) {
    conversation.contactId ??= contactOf(contacts, arriving);
    conversation.contactVerified = conversation.contactId !== null;
  }
}

async function writeMessages(ctx: TenantContext, channel: Channel, written: Written[]): Promise<void> {
  await messages
    .insertMany(
      ctx,
      written.map(({ row }) => row),
    )
    .catch((error: unknown) => {
      if (violates(error, 'messages_provider_id')) throw new RetryTransaction();
      throw error;
    });
  const media = await mediaOf(ctx, channel, written);
  const changes = changesOf(ctx, written);
  const unnamed = new Set(written.flatMap(({ conversation: { id, name } }) => (name === '' ? [id] : [])));
  await Promise.all([
    messageMedia.insertMany(ctx, media),
    conversations.updateMany(ctx, changes),
    repeatLastMessage(
      ctx,
      changes.map(({ id }) => id),
    ),
    indexNames(
      ctx,
      changes.filter(({ id, name }) => name !== '' && unnamed.has(id)),
    ),
    indexNewTexts(ctx, SEARCHED_AS, new Map(written.map(({ row }) => [row.id, [row.text]]))),
  ]);
  for (const { id, state } of media)
    if (state === 'pending') ctx.enqueue(fetchMedium, { mediumId: id }, { group: channel.id });
}

async function mediaOf(ctx: TenantContext, channel: Channel, written: Written[]) {
  const media: (Parameters<typeof messageMedia.insertMany>[1][number] & { id: string })[] = [];
  for (const { row, arriving } of written)
    for (const { fileId = null, received, ...medium } of arriving.media) {
      const about = { entityKind: 'conversationId', entityId: row.conversationId };
      const file = received ? (await keepFile(ctx, received, about)).id : fileId;
      media.push({
        ...medium,
        id: newId(),
        messageId: row.id,
        channelId: channel.id,
        state: file ? 'stored' : 'pending',
        fileId: file,
      });
    }
  return media;
}

/** The changes that new messages make to each conversation. */
function changesOf(ctx: TenantContext, written: Written[]) {
  return [...Map.groupBy(written, ({ conversation }) => conversation.id).values()].map((group) => {
    const { conversation } = group[0]!;
    const last = group.at(-1)!;
    const inbound = group.filter(({ row }) => row.direction === 'in');
    const newest = inbound.at(-1)?.row;
    const asked = inbound.findLast(({ row }) => isSaid(row))?.row;
    const lastInboundAt = [conversation.lastInboundAt, newest?.at].filter(Boolean).toSorted(byInstant).at(-1) ?? null;
    const name = shortened(
      group.findLast(({ arriving }) => arriving.name && arriving.author === 'contact')?.arriving.name ?? '',
      NAME_MAX,
    );
    return {
      id: conversation.id,
      contactId: conversation.contactId,
      contactVerified: conversation.contactVerified,
      name: conversation.name || name,
      lastSeq: conversation.lastSeq + BigInt(group.length),
      messageCount: conversation.messageCount + BigInt(group.length),
      lastMessageAt: toTimestamp(ctx.now),
      lastText: previewOf(last.row),
      lastDirection: last.row.direction,
      lastInboundAt,
      lastInboundId: newest?.providerMessageId ?? conversation.lastInboundId,
      waitingSince: conversation.waitingSince ?? asked?.at ?? null,
      isUnread: conversation.isUnread || asked !== undefined,
      updatedAt: toTimestamp(ctx.now),
    };
  });
}

const byInstant = (a: string | null | undefined, b: string | null | undefined): number =>
  Temporal.Instant.compare(a!, b!);

/** Opens, assigns and greets, then lets bots and automations take part. */
async function react(
  ctx: TenantContext,
  channel: Channel,
  locked: Conversation[],
  created: Set<string>,
  stored: Map<string, Message[]>,
): Promise<void> {
  const changed = await conversations.all(ctx, { id: [...stored.keys()] }, { orderBy: ['id'] });
  const didNotWait = new Set(locked.filter(({ waitingSince }) => waitingSince === null).map(({ id }) => id));
  const arrived: ArrivedMessages[] = [];
  for (const conversation of changed) {
    const fromCustomer = stored.get(conversation.id)!.filter(({ direction }) => direction === 'in');
    const isNew = created.has(conversation.id);
    if (isNew ? fromCustomer.length === 0 : !fromCustomer.some(isSaid)) continue;
    if (!isNew && channel.kind === 'social-a') ctx.emit(socialComment, { conversationId: conversation.id });
    const open = await openForCustomer(ctx, channel, conversation, isNew);
    arrived.push({ channel, conversation: open, messages: fromCustomer.filter(isSaid), isNew });
  }
  const begun = arrived.map(({ conversation }) => conversation.id).filter((id) => didNotWait.has(id));
  if (begun.length > 0)
    await episodes.updateAll(
      ctx,
      { conversationId: begun, closedAt: null, firstInboundAt: null },
      { firstInboundAt: ctx.now },
    );
  for (const each of arrived) {
    const conversation = await greet(ctx, channel, each.conversation, each.isNew);
    if (each.messages.length > 0) await afterCustomerMessages(ctx, { ...each, conversation });
  }
  if (channel.kind === 'msgapp')
    await noteReplies(
      ctx,
      arrived.filter(({ messages }) => messages.length > 0),
    );
}

/** Reactions and notices of the provider ask for no answer. */
const isSaid = ({ type }: Pick<Message, 'type'>): boolean => type !== 'reaction' && type !== 'system';

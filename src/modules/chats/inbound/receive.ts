import { contactsByData } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { RetryTransaction, violates } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import { indexNewTexts } from '#platform/search/search.sql.ts';
import { shortened } from '#platform/text.ts';
import {
  insertSources,
  type Source,
  selectByProviderIds,
  selectBySources,
  sourceKey,
} from '../conversation/source.sql.ts';
import { beginEpisode, openForCustomer } from '../conversation/state.ts';
import { socialComment } from '../events.ts';
import { afterCustomerMessages } from '../hooks.ts';
import { fetchMedium } from '../message/media.ts';
import {
  type Channel,
  type Conversation,
  conversations,
  episodes,
  type Message,
  messageMedia,
  messages,
} from '../tables.ts';
import { greet } from './greeting.ts';

/** A message on its way in, in one shape for every kind of channel. */
export interface Arriving {
  /** The names of the other side, the most lasting one first. */
  sources: [Source, ...Source[]];
  /** As the other side calls itself; empty: it does not say. */
  name: string;
  /** Found among the contacts by these. */
  phone: string | null;
  email: string | null;
  providerMessageId: string;
  at: Temporal.Instant;
  type: string;
  text: string;
  content: Record<string, unknown>;
  replyTo: string | null;
  subject?: string;
  media: ArrivingMedium[];
  /** `elsewhere`: the organization wrote it itself, in another program. No bot reacts to it. */
  author: 'contact' | 'elsewhere';
}

export interface ArrivingMedium {
  providerMediaId: string | null;
  fileId?: string;
  name: string;
  contentType: string;
  sha256: string | null;
}

const PREVIEW_MAX = 200;
const NAME_MAX = 200;
export const SEARCHED_AS = 'message';

/**
 * Stores messages of one channel: each once, whatever is delivered again or at the same time. All that one transaction brings is
 * written together, so that a thousand messages cost a few statements.
 */
export async function receiveMessages(ctx: TenantContext, channel: Channel, arriving: Arriving[]): Promise<Message[]> {
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
  const fresh = new Map<string, Arriving[]>();
  const taken = new Set(known.map(({ providerMessageId }) => providerMessageId!));
  arriving.forEach((each, place) => {
    if (taken.has(each.providerMessageId)) return;
    taken.add(each.providerMessageId);
    const conversationId = byArrival[place]!;
    fresh.set(conversationId, [...(fresh.get(conversationId) ?? []), each]);
  });
  const written = locked.flatMap((conversation) =>
    rowsOf(ctx, channel, conversation, fresh.get(conversation.id) ?? [], idOf),
  );
  if (written.length === 0) return [];
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

/** The conversation of each arriving message; those that do not exist are made. */
async function findConversations(ctx: TenantContext, channel: Channel, arriving: Arriving[]) {
  const sources = arriving.flatMap((each) => each.sources);
  const known = await selectBySources(ctx, channel.id, sources);
  const contacts = await contactsByData(ctx, [
    ...arriving.flatMap(({ phone }) => (phone ? [{ kind: 'phone' as const, value: phone }] : [])),
    ...arriving.flatMap(({ email }) => (email ? [{ kind: 'email' as const, value: email }] : [])),
  ]);
  const created = new Set<string>();
  const added: (Source & { conversationId: string })[] = [];
  const byArrival: string[] = [];
  for (const each of arriving) {
    let conversationId = each.sources.map((source) => known.get(sourceKey(source))).find(Boolean);
    if (!conversationId) {
      const contactId = contacts.get(each.phone ?? '') ?? contacts.get(each.email ?? '') ?? null;
      conversationId = await makeConversation(ctx, channel, each, contactId, created);
    }
    for (const source of each.sources) {
      if (known.has(sourceKey(source))) continue;
      known.set(sourceKey(source), conversationId);
      added.push({ ...source, conversationId });
    }
    byArrival.push(conversationId);
  }
  await insertSources(ctx, channel.id, added, ctx.now);
  return { byArrival, created };
}

async function makeConversation(
  ctx: TenantContext,
  channel: Channel,
  { sources: [{ value: sourceId }], name, subject = '' }: Arriving,
  contactId: string | null,
  created: Set<string>,
): Promise<string> {
  const made = await conversations.insertUnlessTaken(ctx, {
    id: newId(),
    channelId: channel.id,
    sourceId,
    name: shortened(name, NAME_MAX),
    subject,
    contactId,
    contactVerified: contactId !== null,
    lastMessageAt: ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  // Another transaction made it first.
  if (!made) return (await conversations.get(ctx, { channelId: channel.id, sourceId })).id;
  await beginEpisode(ctx, made, 1);
  created.add(made.id);
  return made.id;
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
    at: toTimestamp(Temporal.Instant.compare(at, ctx.now) > 0 ? ctx.now : at),
    createdAt: toTimestamp(ctx.now),
  };
}

async function writeMessages(ctx: TenantContext, channel: Channel, written: Written[]): Promise<void> {
  const media = written.flatMap(({ row, arriving }) =>
    arriving.media.map(({ fileId = null, ...medium }) => ({
      ...medium,
      id: newId(),
      messageId: row.id,
      channelId: channel.id,
      state: fileId ? ('stored' as const) : ('pending' as const),
      fileId,
      createdAt: ctx.now,
    })),
  );
  await messages
    .insertMany(
      ctx,
      written.map(({ row }) => row),
    )
    .catch((error: unknown) => {
      if (violates(error, 'messages_provider_id')) throw new RetryTransaction();
      throw error;
    });
  await Promise.all([
    messageMedia.insertMany(ctx, media),
    conversations.updateMany(ctx, changesOf(ctx, written)),
    indexNewTexts(ctx, SEARCHED_AS, new Map(written.map(({ row }) => [row.id, [row.text]]))),
  ]);
  for (const { id, state } of media)
    if (state === 'pending') ctx.enqueue(fetchMedium, { mediumId: id }, { group: channel.id });
}

/** What its new messages make of each conversation. */
function changesOf(ctx: TenantContext, written: Written[]) {
  return [...Map.groupBy(written, ({ conversation }) => conversation.id).values()].map((group) => {
    const { conversation } = group[0]!;
    const last = group.at(-1)!;
    const inbound = group.filter(({ row }) => row.direction === 'in');
    const newest = inbound.at(-1)?.row;
    const lastInboundAt = [conversation.lastInboundAt, newest?.at].filter(Boolean).toSorted(byInstant).at(-1) ?? null;
    const name = shortened(
      group.findLast(({ arriving }) => arriving.name && arriving.author === 'contact')?.arriving.name ?? '',
      NAME_MAX,
    );
    return {
      id: conversation.id,
      name: name || conversation.name,
      lastSeq: conversation.lastSeq + BigInt(group.length),
      messageCount: conversation.messageCount + BigInt(group.length),
      lastMessageAt: toTimestamp(ctx.now),
      lastText: shortened(last.row.text || `[${last.row.type}]`, PREVIEW_MAX),
      lastDirection: last.row.direction,
      lastInboundAt,
      lastInboundId: newest?.providerMessageId ?? conversation.lastInboundId,
      waitingSince: newest ? (conversation.waitingSince ?? newest.at) : conversation.waitingSince,
      updatedAt: toTimestamp(ctx.now),
    };
  });
}

const byInstant = (a: string | null | undefined, b: string | null | undefined): number =>
  Temporal.Instant.compare(Temporal.Instant.from(a!), Temporal.Instant.from(b!));

/** Opens, assigns and greets, then lets bots and automations take part. */
async function react(
  ctx: TenantContext,
  channel: Channel,
  locked: Conversation[],
  created: Set<string>,
  stored: Map<string, Message[]>,
): Promise<void> {
  const changed = await conversations.all(ctx, { id: [...stored.keys()] }, { orderBy: ['id'] });
  const before = new Map(locked.map((each) => [each.id, each]));
  for (const conversation of changed) {
    const fromCustomer = stored.get(conversation.id)!.filter(({ direction }) => direction === 'in');
    if (fromCustomer.length === 0) continue;
    const isNew = created.has(conversation.id);
    if (!isNew && channel.kind === 'social-a') ctx.emit(socialComment, { conversationId: conversation.id });
    const open = await openForCustomer(ctx, channel, conversation, isNew);
    if (before.get(conversation.id)?.waitingSince === null)
      await episodes.updateAll(
        ctx,
        { conversationId: conversation.id, closedAt: null, firstInboundAt: null },
        { firstInboundAt: ctx.now },
      );
    const greeted = await greet(ctx, channel, open, isNew);
    const real = fromCustomer.filter(({ type }) => type !== 'reaction' && type !== 'system');
    if (real.length > 0) await afterCustomerMessages(ctx, { channel, conversation: greeted, messages: real, isNew });
  }
}

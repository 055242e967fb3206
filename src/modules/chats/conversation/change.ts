import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { contactDataOf, normalise, requireContact } from '#modules/contacts/index.ts';
import { useLabels } from '#modules/organization/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { requireReference, requireThing } from '#platform/entity-kind.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { conversationSeen } from '../events.ts';
import { afterGivenToBot } from '../hooks.ts';
import { markRead } from '../message/mark-read.ts';
import {
  type Channel,
  type Conversation,
  channels,
  conversationLabels,
  conversationLinks,
  conversationReads,
  conversations,
} from '../tables.ts';
import { showTyping } from '../widget/activity.ts';
import { requireAnswerers } from './answerers.ts';
import { chooseByLabel } from './assignment.ts';
import type { AssignedTo, ConversationChange, NewConversation } from './conversation.schema.ts';
import { insertSources, repeatLastMessage, type Source } from './conversation.sql.ts';
import { findBySource } from './find.ts';
import { updateRead } from './list.sql.ts';
import { indexNames } from './search.sql.ts';
import {
  addHappening,
  assignConversation,
  beginEpisodes,
  closeConversation,
  doerOf,
  openConversation,
  snoozeConversation,
} from './state.ts';

export const SourceUnreachable = refusal(
  'source_unreachable',
  'The channel cannot reach this address: check the number or address, or use another channel.',
);
export const SnoozeNeedsTime = refusal(
  'snooze_needs_time',
  'A snoozed conversation needs the time at which it returns: give `snoozedUntil`.',
);

/** Begins a conversation, or answers the one that there is. */
export async function createConversation(ctx: TenantContext, given: z.output<typeof NewConversation>) {
  const channel = await channels.find(ctx, given.channelId);
  if (!channel) throw unknownReference('body.channelId', 'The channel');
  const contact = given.contactId ? await requireContact(ctx, given.contactId, 'body.contactId') : null;
  const source = sourceOf(ctx, channel, given.sourceId ?? (contact ? await reachOf(ctx, channel, contact.id) : null));
  const known = await findBySource(ctx, channel.id, source.value);
  const conversation = known
    ? await conversations.lock(ctx, known.id)
    : await beginConversation(ctx, channel, source, given.name || contact?.name || '', contact?.id ?? null);
  await setParts(ctx, conversation, { ...given, contactId: contact?.id ?? undefined });
  return conversations.get(ctx, conversation.id);
}

async function beginConversation(
  ctx: TenantContext,
  channel: Channel,
  source: Source,
  name: string,
  contactId: string | null,
) {
  const made = await conversations.insertUnlessTaken(ctx, {
    channelId: channel.id,
    sourceId: source.value,
    name,
    contactId,
    contactVerified: contactId !== null,
    lastMessageAt: ctx.now,
    lastDirection: 'out',
    userId: ctx.userId,
    lastUserId: ctx.userId,
    assignedAt: ctx.userId && ctx.now,
  });
  if (!made) return conversations.lock(ctx, { channelId: channel.id, sourceId: source.value });
  await Promise.all([
    beginEpisodes(ctx, [made]),
    indexNames(ctx, [made]),
    insertSources(ctx, channel.id, [{ ...source, conversationId: made.id }], ctx.now),
  ]);
  return made;
}

/** The number or address of a contact that a channel reaches. */
async function reachOf(ctx: TenantContext, { kind }: Channel, contactId: string): Promise<string | null> {
  const wanted = kind === 'email' ? 'email' : 'phone';
  return (await contactDataOf(ctx, [contactId])).find((datum) => datum.kind === wanted)?.normalised ?? null;
}

function sourceOf({ country }: TenantContext, { kind }: Channel, value: string | null): Source {
  const unreachable = () => SourceUnreachable.at('body.sourceId', 'unreachable');
  if (value === null) throw unreachable();
  if (kind === 'email' && /^[^\s@]+@[^\s@]+$/.test(value)) return { kind: 'email', value: value.toLowerCase() };
  const phoneOf = (text: string) => (kind === 'msgapp' ? normalise('phone', text, country) : null);
  const phone = phoneOf(value) ?? phoneOf(`+${value}`);
  if (phone && !phone.includes(';')) return { kind: 'phone', value: phone };
  if (kind === 'msgapp' && /^[A-Z]{2}\.[A-Za-z0-9.]{1,140}$/.test(value)) return { kind: 'user', value };
  throw unreachable();
}

export async function changeConversation(ctx: TenantContext, change: z.output<typeof ConversationChange>) {
  const { id, version, snoozedUntil, ...parts } = change;
  // A time alone snoozes, or changes how long.
  const { state = snoozedUntil ? 'snoozed' : undefined } = change;
  let conversation = await conversations.lock(ctx, id, version);
  const by = doerOf(ctx);
  if (state === 'snoozed' && !snoozedUntil) throw SnoozeNeedsTime();
  if (parts.contactId) parts.contactId = (await requireContact(ctx, parts.contactId, 'body.contactId')).id;
  conversation = await setParts(ctx, conversation, parts);
  if (state === 'open') conversation = await openConversation(ctx, conversation, by);
  if (state === 'closed') conversation = await closeConversation(ctx, conversation, by);
  if (state === 'snoozed')
    conversation = await snoozeConversation(ctx, conversation, Temporal.Instant.from(snoozedUntil!), by);
  return conversation;
}

type Parts = Pick<z.output<typeof ConversationChange>, 'labels' | 'category' | 'links' | 'contactId' | 'name'>;

export async function setParts(
  ctx: TenantContext,
  conversation: Conversation,
  { labels, links, contactId, category, name }: Parts,
) {
  const { id: conversationId } = conversation;
  let changed = labels ? await setLabels(ctx, conversation, labels) : conversation;
  if (links) await setLinks(ctx, conversationId, links);
  if (category !== undefined && category !== changed.category)
    changed = await addHappening(ctx, changed, doerOf(ctx), 'categorized', { category }, { category });
  if (contactId !== undefined || name !== undefined)
    changed = await conversations.change(ctx, conversationId, {
      ...(contactId !== undefined && { contactId, contactVerified: contactId !== null }),
      ...(name !== undefined && { name }),
      updatedAt: ctx.now,
    });
  if (name !== undefined) await indexNames(ctx, [changed]);
  return changed;
}

async function setLabels(ctx: TenantContext, conversation: Conversation, labels: string[]): Promise<Conversation> {
  const { id: conversationId } = conversation;
  const had = (await conversationLabels.all(ctx, { conversationId })).map(({ label }) => label);
  if (isDeepStrictEqual(labels.toSorted(), had.toSorted())) return conversation;
  await useLabels(ctx, 'conversation', labels);
  await conversationLabels.delete(ctx, { conversationId });
  const rows = labels.map((label) => ({ label, conversationId }));
  await conversationLabels.insertMany(ctx, rows);
  await repeatLastMessage(ctx, [conversationId]);
  const labelled = await addHappening(ctx, conversation, doerOf(ctx), 'labelled', { labels });
  if (labelled.userId !== null || labelled.state === 'closed') return labelled;
  const userId = await chooseByLabel(ctx, labelled);
  return userId ? assignConversation(ctx, labelled, { userId, botId: null }, { kind: 'system' }) : labelled;
}

async function setLinks(ctx: TenantContext, conversationId: string, links: NonNullable<Parts['links']>): Promise<void> {
  await Promise.all(links.map((link, place) => requireThing(ctx, link, `body.links[${place}]`)));
  await conversationLinks.delete(ctx, { conversationId });
  const rows = links.map((link) => ({ ...link, conversationId }));
  await conversationLinks.insertMany(ctx, rows);
}

export async function assignTo(
  ctx: TenantContext,
  id: string,
  { version, userId, botId }: z.output<typeof AssignedTo>,
) {
  const conversation = await conversations.lock(ctx, id, version);
  if (userId) await requireAnswerers(ctx, [{ userId, path: 'body.userId' }]);
  if (botId) await requireReference(ctx, { field: 'botId', id: botId, path: 'body.botId', what: 'This bot' });
  const owner = { userId: userId ?? null, botId: botId ?? null };
  const assigned = await assignConversation(ctx, conversation, owner, doerOf(ctx));
  if (assigned.botId !== null && assigned !== conversation) await afterGivenToBot(ctx, assigned);
  return assigned;
}

/** A member has seen everything up to now. Announced once for every new message that was seen. */
export async function markSeen(ctx: TenantContext, conversation: Conversation, typing: boolean): Promise<Conversation> {
  const userId = await actingUser(ctx);
  const before = await conversationReads.find(ctx, { conversationId: conversation.id, userId });
  const isNew = !before || before.seq < conversation.lastSeq;
  const { kind } = await channels.get(ctx, conversation.channelId);
  if (kind === 'widget') await showTyping(ctx, conversation.id, typing);
  else if ((isNew || typing) && conversation.lastInboundId)
    ctx.enqueue(markRead, { conversationId: conversation.id, typing }, { group: conversation.channelId });
  if (conversation.isUnread && (conversation.userId ?? userId) === userId) await updateRead(ctx, conversation);
  if (!isNew) return conversation;
  ctx.wakeReaders(conversation.id);
  await conversationReads.upsert(
    ctx,
    { conversationId: conversation.id, userId, seq: conversation.lastSeq, seenAt: ctx.now },
    ['conversationId', 'userId'],
  );
  ctx.emit(conversationSeen, { conversationId: conversation.id, userId });
  return conversation;
}

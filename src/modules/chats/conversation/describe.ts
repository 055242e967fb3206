import { selectContactNames } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { isWindowOpen, windowEnd } from '../message/window.ts';
import {
  type Conversation,
  channels,
  conversationLabels,
  conversationLinks,
  conversationReads,
  conversationSources,
  episodes,
} from '../tables.ts';
import { selectUnread } from './list.sql.ts';

const EPISODES_SHOWN = 20;
const SEEN_SHOWN = 100;

/** Adds to each conversation its labels, its window and what the caller has not seen. */
export async function describeConversations(ctx: TenantContext, rows: Conversation[]) {
  const ids = rows.map(({ id }) => id);
  const [labels, unread, contacts, own] = await Promise.all([
    conversationLabels.all(ctx, { conversationId: ids }, { orderBy: ['label'] }),
    selectUnread(ctx, ids, ctx.userId),
    selectContactNames(ctx, [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))]),
    channels.all(ctx, { id: [...new Set(rows.map(({ channelId }) => channelId))] }, { columns: ['id', 'kind'] }),
  ]);
  const nameOf = new Map(contacts.map(({ id, name }) => [id, name]));
  const kindOf = new Map(own.map(({ id, kind }) => [id, kind]));
  const labelsOf = Map.groupBy(labels, ({ conversationId }) => conversationId);
  return rows.map((conversation) => {
    const kind = kindOf.get(conversation.channelId)!;
    const end = windowEnd(kind, conversation);
    return {
      ...conversation,
      channelKind: kind,
      contactName: (conversation.contactId && nameOf.get(conversation.contactId)) ?? null,
      labels: (labelsOf.get(conversation.id) ?? []).map(({ label }) => label),
      messageCount: Number(conversation.messageCount),
      unreadCount: unread.get(conversation.id) ?? 0,
      windowEndsAt: end && conversation.lastInboundAt ? toTimestamp(end) : null,
      isWindowOpen: isWindowOpen(kind, conversation, ctx.now),
    };
  });
}

export const describeConversation = async (ctx: TenantContext, row: Conversation) =>
  (await describeConversations(ctx, [row]))[0]!;

/** Everything about a conversation but its messages. */
export async function describeMeta(ctx: TenantContext, row: Conversation) {
  const { id: conversationId } = row;
  const [view, links, sources, reads, past] = await Promise.all([
    describeConversation(ctx, row),
    conversationLinks.all(ctx, { conversationId }, { orderBy: ['createdAt'] }),
    conversationSources.all(ctx, { conversationId }, { orderBy: ['createdAt'] }),
    conversationReads.all(ctx, { conversationId }, { orderBy: ['-seenAt'], limit: SEEN_SHOWN }),
    episodes.all(ctx, { conversationId }, { orderBy: ['-number'], limit: EPISODES_SHOWN }),
  ]);
  return {
    ...view,
    links,
    sources,
    seenBy: reads.map(({ seq, ...read }) => ({ ...read, seq: String(seq) })),
    episodes: past,
  };
}

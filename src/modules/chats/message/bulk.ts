import type { TenantContext } from '#platform/context.ts';
import { isAfter, laterInstant, realNow, toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { repeatLastMessage } from '../conversation/conversation.sql.ts';
import { previewOf } from '../conversation/preview.ts';
import { type Channel, type Conversation, conversations, messages } from '../tables.ts';
import { sending } from './outbox.ts';
import { pacePair } from './send.ts';

/** Messages that one job sends together: a quarter of a second of the pace, and no more calls at once than this. */
const TOGETHER_MAX = 25;

/** A message of the service, one of many. */
export interface BulkMessage {
  conversation: Conversation;
  type: string;
  text: string;
  content: Record<string, unknown>;
  /** When it may leave, in the pace of the number. */
  place: Temporal.Instant;
}

/**
 * Writes one message into each of many conversations of a number, which the caller has locked, and has them sent. A few statements
 * write all of them. Their words are not indexed for search. Answers their ids, in the given order.
 */
export async function writeBulk(ctx: TenantContext, channel: Channel, given: BulkMessage[]): Promise<string[]> {
  if (given.length === 0) return [];
  const waiting = await messages.all(
    ctx,
    { conversationId: given.map(({ conversation }) => conversation.id), status: ['queued', 'sending'] },
    { columns: ['conversationId'] },
  );
  const busy = new Set(waiting.map(({ conversationId }) => conversationId));
  const rows = given.map((each) => {
    const pair = pacePair(each.conversation);
    // Places of the last second have passed already, so only a time that is yet to come makes it wait.
    const isLater = [each.place, realNow()].every((at) => isAfter(pair.dueAt, at));
    const isBusy = busy.has(each.conversation.id);
    return { ...each, ...pair, id: newId(), isBusy, isLater, dueAt: isLater ? pair.dueAt : each.place };
  });
  for (const { conversation } of rows) ctx.wakeReaders(conversation.id);
  await Promise.all([
    messages.insertMany(
      ctx,
      rows.map((each) => rowOf(ctx, channel, each)),
    ),
    conversations.updateMany(
      ctx,
      rows.map(({ conversation, type, text, pacedUntil }) => ({
        id: conversation.id,
        lastSeq: conversation.lastSeq + 1n,
        messageCount: conversation.messageCount + 1n,
        lastMessageAt: toTimestamp(ctx.now),
        lastText: previewOf({ text, type }),
        lastDirection: 'out' as const,
        pacedUntil: toTimestamp(pacedUntil),
        updatedAt: toTimestamp(ctx.now),
      })),
    ),
    repeatLastMessage(
      ctx,
      rows.map(({ conversation }) => conversation.id),
    ),
  ]);
  await beginAll(ctx, channel, rows);
  return rows.map(({ id }) => id);
}

type Row = BulkMessage & { id: string; isBusy: boolean; isLater: boolean; dueAt: Temporal.Instant };

const rowOf = (
  ctx: TenantContext,
  channel: Channel,
  { id, conversation, type, text, content, isBusy, dueAt }: Row,
) => ({
  id,
  conversationId: conversation.id,
  channelId: channel.id,
  seq: conversation.lastSeq + 1n,
  direction: 'out' as const,
  type,
  text,
  content,
  author: 'system' as const,
  // One message of a conversation is on its way at a time.
  status: isBusy ? ('queued' as const) : ('sending' as const),
  dueAt: toTimestamp(dueAt),
  at: toTimestamp(ctx.now),
  createdAt: toTimestamp(ctx.now),
});

/** Sends together what leaves at about the same time, and by itself what waits longer because of its conversation. */
async function beginAll(ctx: TenantContext, { id: group, messagesPerSecond }: Channel, rows: Row[]): Promise<void> {
  const idle = rows.filter(({ isBusy }) => !isBusy);
  for (const { id, dueAt } of idle.filter(({ isLater }) => isLater))
    await sending.begin(ctx, id, { group, startAt: dueAt });
  const together = idle.filter(({ isLater }) => !isLater);
  const size = Math.max(1, Math.min(TOGETHER_MAX, Math.floor(messagesPerSecond / 4)));
  for (let first = 0; first < together.length; first += size) {
    const batch = together.slice(first, first + size);
    // None leaves before its place.
    const startAt = batch.at(-1)!.dueAt;
    await sending.beginMany(
      ctx,
      batch.map(({ id }) => id),
      { group, startAt: laterInstant(startAt, realNow()) },
    );
  }
}

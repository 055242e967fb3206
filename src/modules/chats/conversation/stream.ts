import type { LiveSource } from '#platform/http/live/live-reads.ts';
import { relay, type StreamContext, type StreamMessage } from '#platform/http/live/stream.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import { describeMessages } from '../message/describe.ts';
import { isFuture } from '../widget/session.ts';
import { type Change, selectChanges, selectEntriesOf, selectMarks } from '../widget/visitor.sql.ts';
import { getBySource } from './find.ts';

const BATCH = 100;
/** Changes of the newest entries are shown live; older ones are read with the feed. */
const CHANGES_OF_LAST = 50;

type Entry = Awaited<ReturnType<typeof describeMessages>>[0];

interface State {
  typingUntil: string | null;
  seen: { seq: string; at: string | null };
  messages: Omit<Change, 'conversationId'>[];
}

/** The conversations that members look at, for all of their streams at once. */
const looks: LiveSource<Entry, State> = {
  name: 'conversations',
  wokenBy: 'topic',
  batch: BATCH,
  read: async (unit, places) => {
    const [rows, marks, changes] = await Promise.all([
      selectEntriesOf(unit, places, BATCH),
      selectMarks(unit, [...places.keys()]),
      selectChanges(unit, places, CHANGES_OF_LAST),
    ]);
    const entries = Map.groupBy(await describeMessages(unit, rows), ({ conversationId }) => conversationId);
    const changed = Map.groupBy(changes, ({ conversationId }) => conversationId);
    return new Map(
      marks.map(({ id, seenSeq, seenAt, typingUntil }) => {
        const messages = (changed.get(id) ?? []).map(({ conversationId: _, ...message }) => message);
        const state = { typingUntil, seen: { seq: seenSeq, at: seenAt }, messages };
        return [id, { entries: entries.get(id) ?? [], state }];
      }),
    );
  },
};

/**
 * New entries of a conversation as they are stored. Their numbers have no gaps, so a reader that resumes misses nothing. Also
 * sent, without a number: whether the visitor types, how far they have read, and messages whose status changed.
 */
export function streamEntries(
  ctx: StreamContext,
  path: { channelId: string; sourceId: string },
  lastEventId: string | undefined,
): AsyncIterable<StreamMessage> {
  if (lastEventId !== undefined && !/^\d{1,18}$/.test(lastEventId))
    throw InvalidRequest('Last-Event-ID is the `seq` of an entry.');
  return follow(ctx, path, lastEventId === undefined ? null : BigInt(lastEventId));
}

async function* follow(
  ctx: StreamContext,
  path: { channelId: string; sourceId: string },
  from: bigint | null,
): AsyncIterable<StreamMessage> {
  const { organizationId, signal: gone } = ctx;
  const { id: topic, lastSeq: end } = await ctx.transaction((unit) => getBySource(unit, path));
  const follower = ctx.live.follow(looks, { organizationId, topic, place: from ?? end, end, gone });
  let before: State | null = null;
  yield* relay(follower, ctx, function* ({ entries, state }) {
    for (const entry of entries) yield { id: entry.seq, event: entry.direction, data: entry };
    if (state) yield* differences(before, state);
    before = state ?? before;
  });
}

/** The differences to the last state. The first state is sent as a whole. */
function* differences(before: State | null, now: State): Iterable<StreamMessage> {
  const isTyping = isFuture(now.typingUntil);
  if (before ? now.typingUntil !== before.typingUntil : isTyping) yield { event: 'typing', data: { isTyping } };
  if (now.seen.seq !== (before?.seen.seq ?? '0')) yield { event: 'seen', data: now.seen };
  if (!before) return;
  const known = new Map(before.messages.map((message) => [message.id, JSON.stringify(message)]));
  for (const message of now.messages)
    if (known.has(message.id) && known.get(message.id) !== JSON.stringify(message))
      yield { event: 'changed', data: message };
}

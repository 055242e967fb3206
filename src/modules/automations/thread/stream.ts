import type { LiveSource } from '#platform/http/live/live-reads.ts';
import { relay, type StreamContext, type StreamMessage } from '#platform/http/live/stream.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import { threads } from '../tables.ts';
import { selectHappeningsAfter } from './thread.sql.ts';

const BATCH = 100;
const ENDS = new Set(['done', 'stopped', 'failed', 'canceled']);

type Entry = Omit<Awaited<ReturnType<typeof selectHappeningsAfter>>[0], 'seq'> & { seq: string };

const afterPlace = async (unit: Parameters<typeof selectHappeningsAfter>[0], threadId: string, place: bigint) =>
  (await selectHappeningsAfter(unit, threadId, Number(place), BATCH)).map((one) => ({ ...one, seq: String(one.seq) }));

/** The threads that somebody looks at. Each ends soon, so they are few. */
const looks: LiveSource<Entry, null> = {
  name: 'automation-threads',
  wokenBy: 'topic',
  batch: BATCH,
  read: async (unit, places) =>
    new Map(
      await Promise.all(
        [...places].map(
          async ([id, place]) => [id, { entries: await afterPlace(unit, id, place), state: null }] as const,
        ),
      ),
    ),
};

/** Streams the events of a thread until it ends. Numbers have no gaps, so a reader that resumes misses nothing. */
export function streamHappenings(
  ctx: StreamContext,
  threadId: string,
  lastEventId: string | undefined,
): AsyncIterable<StreamMessage> {
  if (lastEventId !== undefined && !/^\d{1,9}$/.test(lastEventId))
    throw InvalidRequest('Last-Event-ID is the `seq` of an entry.');
  return follow(ctx, threadId, BigInt(lastEventId ?? 0));
}

async function* follow(ctx: StreamContext, topic: string, place: bigint): AsyncIterable<StreamMessage> {
  const { organizationId, signal: gone } = ctx;
  const { happenings, finishedAt } = await ctx.transaction((unit) => threads.get(unit, topic));
  const end = BigInt(happenings);
  if (finishedAt !== null && place >= end) return;
  const follower = ctx.live.follow(looks, { organizationId, topic, place, end, gone });
  const messages = relay(follower, ctx, function* ({ entries }) {
    for (const { seq, ...entry } of entries) yield { id: seq, event: entry.type, data: { seq: Number(seq), ...entry } };
  });
  for await (const message of messages) {
    yield message;
    // A thread that was resumed has ended before: its end is its last entry.
    if (ENDS.has(message.event ?? '') && BigInt(message.id!) >= end) return;
  }
}

import type { LiveSource } from '#platform/http/live-reads.ts';
import { relay, type StreamContext, type StreamMessage } from '#platform/http/stream.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import { threads } from '../tables.ts';
import { type HappeningRow, selectHappeningsAfter } from './thread.sql.ts';

const BATCH = 100;

interface Entry {
  seq: string;
  happening: HappeningRow;
}

/** The threads that somebody looks at, for all of their streams at once. */
const looks: LiveSource<Entry, { hasEnded: boolean }> = {
  name: 'threads',
  wokenBy: 'topic',
  batch: BATCH,
  read: async (unit, places) => {
    const brought = [...places].map(async ([threadId, place]) => {
      const [thread, found] = await Promise.all([
        threads.get(unit, threadId),
        selectHappeningsAfter(unit, threadId, Number(place), BATCH),
      ]);
      const entries = found.map((happening) => ({ seq: String(happening.seq), happening }));
      return [threadId, { entries, state: { hasEnded: thread.finishedAt !== null } }] as const;
    });
    return new Map(await Promise.all(brought));
  },
};

/** What happens in a thread, as it happens, until it has ended. Numbers have no gaps, so a reader that resumes misses nothing. */
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
  await ctx.transaction((unit) => threads.get(unit, topic));
  const follower = ctx.live.follow(looks, { organizationId, topic, place, end: place, gone });
  let hasEnded = false;
  let isRead = false;
  const messages = relay(follower, ctx, function* ({ entries, state }) {
    hasEnded ||= state?.hasEnded ?? false;
    for (const { seq, happening } of entries) yield { id: seq, event: happening.type, data: happening };
    isRead = hasEnded && entries.length < BATCH;
    if (isRead) yield { data: undefined };
  });
  for await (const message of messages) {
    yield message;
    if (isRead) return;
  }
}

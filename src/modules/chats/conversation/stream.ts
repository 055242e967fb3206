import type { StreamContext, StreamMessage } from '#platform/http/stream.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import { describeMessages } from '../message/describe.ts';
import { getBySource } from './find.ts';
import { selectEntriesAfter } from './list.sql.ts';

const BATCH = 100;
const POLL_MS = 15_000;

/** New entries of a conversation as they are stored. Their numbers have no gaps, so a reader that resumes misses nothing. */
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
  const { id, lastSeq } = await ctx.transaction((unit) => getBySource(unit, path));
  let place = from ?? lastSeq;
  while (!ctx.signal.aborted) {
    const entries = await ctx.transaction(async (unit) =>
      describeMessages(unit, await selectEntriesAfter(unit, id, place, BATCH)),
    );
    for (const entry of entries) {
      place = BigInt(entry.seq);
      yield { id: entry.seq, event: entry.direction, data: entry };
    }
    if (entries.length > 0) continue;
    yield { data: undefined };
    await ctx.eventsMayHaveCome(POLL_MS);
  }
}

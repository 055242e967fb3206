import type { StreamContext, StreamMessage } from '#platform/http/stream.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import { threads } from '../tables.ts';
import { selectHappeningsAfter } from './thread.sql.ts';

const BATCH = 100;
const POLL_MS = 15_000;

/** What happens in a thread, as it happens, until it has ended. Numbers have no gaps, so a reader that resumes misses nothing. */
export function streamHappenings(
  ctx: StreamContext,
  threadId: string,
  lastEventId: string | undefined,
): AsyncIterable<StreamMessage> {
  if (lastEventId !== undefined && !/^\d{1,9}$/.test(lastEventId))
    throw InvalidRequest('Last-Event-ID is the `seq` of an entry.');
  return follow(ctx, threadId, Number(lastEventId ?? 0));
}

async function* follow(ctx: StreamContext, threadId: string, from: number): AsyncIterable<StreamMessage> {
  let place = from;
  while (!ctx.signal.aborted) {
    const { thread, found } = await ctx.transaction(async (unit) => ({
      thread: await threads.get(unit, threadId),
      found: await selectHappeningsAfter(unit, threadId, place, BATCH),
    }));
    for (const one of found) {
      place = one.seq;
      yield { id: String(one.seq), event: one.type, data: one };
    }
    if (found.length > 0) continue;
    if (thread.finishedAt !== null) return;
    yield { data: undefined };
    await ctx.eventsMayHaveCome(POLL_MS);
  }
}

import type { LiveSource } from '#platform/http/live/live-reads.ts';
import { type PublicStreamContext, relay, type StreamMessage } from '#platform/http/live/stream.ts';
import { InvalidRequest } from '#platform/refusal.ts';
import { isRevoked } from './revoke.ts';
import { describeMarks, openVisit, tokenOf } from './session.ts';
import { describeForVisitor } from './shown.ts';
import { type Marks, selectEntriesOf, selectMarks } from './visitor.sql.ts';
import { VisitorRefused } from './visitor-token.ts';
import type { WidgetMessage } from './widget.schema.ts';

const BATCH = 100;

/** An entry of a conversation; null is nothing that a visitor sees. */
interface Entry {
  seq: bigint;
  shown: WidgetMessage | null;
}

/** The conversations of visitors who look at them, for all of their streams at once. */
const visits: LiveSource<Entry, Marks> = {
  name: 'visits',
  wokenBy: 'topic',
  batch: BATCH,
  read: async (unit, places) => {
    const [rows, marks] = await Promise.all([
      selectEntriesOf(unit, places, BATCH),
      selectMarks(unit, [...places.keys()]),
    ]);
    const visible = rows.filter(
      ({ direction, status }) => (direction === 'in' || direction === 'out') && status !== 'failed',
    );
    const shown = new Map((await describeForVisitor(unit, visible)).map((message) => [message.id, message]));
    const byConversation = Map.groupBy(rows, ({ conversationId }) => conversationId);
    return new Map(
      marks.map((each) => {
        const entries = (byConversation.get(each.id) ?? []).map(({ id, seq }) => ({
          seq: BigInt(seq),
          shown: shown.get(id) ?? null,
        }));
        return [each.id, { entries, state: each }];
      }),
    );
  },
};

/** The live stream of a visitor: messages, typing, and how far the other side has read. */
export async function streamVisit(
  ctx: PublicStreamContext,
  key: string,
  lastEventId: string | undefined,
): Promise<AsyncIterable<StreamMessage>> {
  if (lastEventId !== undefined && !/^\d{1,18}$/.test(lastEventId))
    throw InvalidRequest('Last-Event-ID is the `seq` of a message.');
  const token = tokenOf(ctx);
  const { organizationId, visitor, conversation } = await ctx.transaction(async (work) => {
    const visit = await openVisit(work, key, token);
    return { ...visit, organizationId: visit.ctx.organizationId };
  });
  ctx.takePlace(organizationId, visitor.id);
  // Who has not written yet has nothing to follow.
  if (!conversation) return nothing();
  const end = conversation.lastSeq;
  const place = lastEventId === undefined ? end : BigInt(lastEventId);
  const follower = ctx.live.follow(visits, { organizationId, topic: conversation.id, place, end, gone: ctx.signal });
  return relay(follower, ctx, function* ({ entries, state }) {
    if (state && isRevoked(state.visitorTokensFrom, visitor)) throw VisitorRefused('The token was revoked.');
    for (const { seq, shown } of entries) if (shown) yield { id: String(seq), event: 'message', data: shown };
    if (state) yield { event: 'marks', data: describeMarks(state) };
  });
}

async function* nothing(): AsyncIterable<StreamMessage> {
  yield { event: 'empty', data: {} };
}

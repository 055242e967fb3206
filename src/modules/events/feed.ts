import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { isBefore } from '#platform/date.ts';
import { isTimeout } from '#platform/db/sqlstate.ts';
import { type EventType, matchesType, type RecordedEvent } from '#platform/events/event.ts';
import { selectEventsAfter } from '#platform/events/events.sql.ts';
import { limitFilterTime } from '#platform/events/payload-filter.sql.ts';
import { FilterTooBroad, payloadFilter } from '#platform/events/payload-filter.ts';
import { parseParameter } from '#platform/http/json.ts';
import type { LiveSource } from '#platform/http/live/live-reads.ts';
import { relay, type StreamContext, type StreamMessage } from '#platform/http/live/stream.ts';
import { pageWindow, ROWS_COUNTED_MAX, toPage } from '#platform/http/page.ts';
import { invalidField, refusal } from '#platform/refusal.ts';
import type { FeedQuery } from './feed.schema.ts';
import { countFeed, type FeedFilter, lastSeq, readableBy, selectFeed, selectReadable } from './feed.sql.ts';

type Query = z.output<typeof FeedQuery>;

const STREAM_BATCH = 200;
/** A reader who sees everything is checked this often, because their rights may change while they read. */
const SIGHT_MS = 3_000;

/** A reader who waits there would miss every event until the stream gets there. */
export const CursorAhead = refusal(
  'cursor_ahead',
  'This place is ahead of the stream: it is of another organization, or of a database before it was restored. Read from a place that you know, or from 0.',
);

export async function readFeed(ctx: TenantContext, query: Query) {
  const filter = { ...parseFilter(ctx, query), readable: readableBy(ctx) };
  const page = query.cursor === undefined ? query : { ...query, page: 1 };
  const window = pageWindow(page);
  if (filter.payload) await limitFilterTime(ctx.tx);
  try {
    const [rows, counted] = await Promise.all([
      selectFeed(ctx, filter, window),
      isUnfiltered(filter) ? countAll(ctx, window.countLimit) : countFeed(ctx, filter, window.countLimit),
    ]);
    if (filter.after !== null && rows.length === 0) refuseIfAhead(filter.after, await lastSeq(ctx), 'query.cursor');
    const answer = toPage(page, rows.map(describeEvent), counted);
    const last = rows.at(Math.min(rows.length, page.itemsPerPage) - 1);
    const nextCursor = query.cursor === undefined ? undefined : String(last?.seq ?? query.cursor);
    return { ...answer, ...(nextCursor !== undefined && { nextCursor }) };
  } catch (error) {
    throw isTimeout(error) ? FilterTooBroad() : error;
  }
}

async function countAll(ctx: TenantContext, limit: number | null): Promise<number> {
  const all = Number(await lastSeq(ctx));
  return limit === null ? all : Math.min(all, ROWS_COUNTED_MAX + 1);
}

const isUnfiltered = (filter: FeedFilter): boolean =>
  !filter.types &&
  !filter.payload &&
  filter.indexed.length === 0 &&
  filter.readable.length === 0 &&
  filter.after === null &&
  !filter.from &&
  !filter.to;

/** Events as they are committed, after the place of the reader, or from now on. */
export async function streamFeed(
  ctx: StreamContext,
  query: Query,
  lastEventId: string | undefined,
): Promise<AsyncIterable<StreamMessage>> {
  // Refuse before the first byte: a stream that has started cannot answer with a problem.
  const wants = matcher(parseFilter(ctx, query));
  const given = lastEventId ?? query.cursor;
  const path = lastEventId === undefined ? 'query.cursor' : 'Last-Event-ID';
  const from = given === undefined ? null : parseSeq(given, path);
  const end = await ctx.transaction(lastSeq);
  if (from !== null) refuseIfAhead(from, end, path);
  return follow(ctx, readable(ctx, wants), from ?? end, end);
}

/** Selects the events that the reader wants and may see at that time. */
function readable(ctx: StreamContext, wants: (event: RecordedEvent) => boolean) {
  let readsAllUntil = 0;
  return async (events: RecordedEvent[]): Promise<RecordedEvent[]> => {
    const wanted = events.filter(wants);
    if (wanted.length === 0 || performance.now() < readsAllUntil) return wanted;
    const seqs = wanted.map(({ seq }) => seq);
    const seen = await ctx.transaction(async (unit) =>
      readableBy(unit).length === 0 ? null : selectReadable(unit, seqs),
    );
    if (!seen) readsAllUntil = performance.now() + SIGHT_MS;
    return seen ? wanted.filter(({ seq }) => seen.has(seq)) : wanted;
  };
}

function refuseIfAhead(place: bigint, end: bigint, path: string): void {
  if (place > end) throw CursorAhead.at(path, 'too_big', `The stream ends at ${end}.`);
}

/** The events of an organization, for all of its live streams at once. */
const feedSource: LiveSource<RecordedEvent, null> = {
  name: 'events',
  wokenBy: 'events',
  batch: STREAM_BATCH,
  read: async (unit, places) =>
    new Map(
      await Promise.all(
        [...places].map(async ([topic, place]) => {
          const entries = await selectEventsAfter(unit.tx, unit.organizationId, place, STREAM_BATCH);
          return [topic, { entries, state: null }] as const;
        }),
      ),
    ),
};

async function* follow(
  ctx: StreamContext,
  select: (events: RecordedEvent[]) => Promise<RecordedEvent[]>,
  place: bigint,
  end: bigint,
): AsyncIterable<StreamMessage> {
  const { organizationId, signal: gone } = ctx;
  const follower = ctx.live.follow(feedSource, { organizationId, topic: '', place, end, gone });
  yield* relay(follower, ctx, async function* ({ entries }) {
    for (const event of await select(entries))
      yield { id: String(event.seq), event: event.type, data: describeEvent(event) };
  });
}

/** The filter of the feed, for one event at a time. */
function matcher({
  types,
  indexed,
  payload,
  from,
  to,
}: Omit<FeedFilter, 'readable'>): (event: RecordedEvent) => boolean {
  return (event) =>
    (!types || types.includes(event.type)) &&
    indexed.every(([field, value]) => field in event.payload && String(event.payload[field]) === value) &&
    (!payload || contains(event.payload, payload)) &&
    (!from || !isBefore(event.createdAt, from)) &&
    (!to || isBefore(event.createdAt, to));
}

/** Like `@>` in PostgreSQL: the actual value contains the wanted one. */
function contains(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(actual) && wanted.every((each) => actual.some((one) => contains(one, each)));
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
  return Object.entries(wanted).every(
    ([name, value]) => name in actual && contains((actual as typeof wanted)[name as never], value),
  );
}

const describeEvent = (event: RecordedEvent) => ({ ...event, seq: String(event.seq) });

function parseFilter(ctx: TenantContext | StreamContext, query: Query): Omit<FeedFilter, 'readable'> {
  return {
    ...payloadFilter(ctx.eventTypes, parsePayload(query.payload)),
    types: parseTypes(ctx.eventTypes, query.type),
    after: query.cursor === undefined ? null : parseSeq(query.cursor, 'query.cursor'),
    from: query.from ?? null,
    to: query.to ?? null,
  };
}

/** The types that `type` selects: one identifier or group, or a JSON array of them. A misspelled one is refused: it selects nothing. */
function parseTypes(declared: EventType[], text: string | undefined): string[] | null {
  if (text === undefined) return null;
  return parsePatterns(text).flatMap((pattern) => {
    const selected = declared.map(({ type }) => type).filter((type) => matchesType(pattern, type));
    if (selected.length === 0) throw invalidField('query.type', `names ${pattern}, which does not exist`);
    return selected;
  });
}

function parsePatterns(text: string): string[] {
  if (!text.startsWith('[') && !text.startsWith('{')) return [text];
  const group = parseParameter(text, 'query.type');
  const types = Array.isArray(group) ? group : (group as { types?: unknown }).types;
  if (!Array.isArray(types) || types.length > 100 || !types.every((type) => typeof type === 'string')) {
    throw invalidField('query.type', 'must be an event identifier or a JSON array of at most 100 of them');
  }
  return types;
}

function parsePayload(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  const value = parseParameter(text, 'query.payload');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField('query.payload', 'must be a JSON object');
  return value as Record<string, unknown>;
}

function parseSeq(text: string, path: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw invalidField(path, 'is not a place in the stream');
  return BigInt(text);
}

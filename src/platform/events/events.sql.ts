import { type CompiledQuery, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { AnnouncedEvent, RecordedEvent } from './event.ts';

/**
 * Writes the events of one unit of work. The counter row is taken here, in the same statement and last before COMMIT, so
 * an event with a lower number is always visible before one with a higher: no reader can step over it.
 */
export function insertEvents(
  tx: Tx,
  organizationId: string,
  at: Temporal.Instant,
  events: AnnouncedEvent[],
): CompiledQuery {
  const fields = events.flatMap(indexedFieldsOf);
  return sql`
    WITH counter AS (
      UPDATE event_counters SET seq = seq + ${events.length}
      WHERE organization_id = ${organizationId}
      RETURNING seq - ${events.length} AS base
    ), written AS (
      INSERT INTO events (organization_id, seq, id, type, payload, created_at)
      SELECT ${organizationId}::uuid, counter.base + e.place, e.id, e.type, e.payload::jsonb, ${at}::timestamptz
      FROM counter, unnest(
        ${events.map((event) => event.id)}::uuid[],
        ${events.map((event) => event.type.type)}::text[],
        ${events.map((event) => JSON.stringify(event.payload))}::text[]
      ) WITH ORDINALITY AS e (id, type, payload, place)
    )
    INSERT INTO event_fields (organization_id, field, value, seq)
    SELECT ${organizationId}::uuid, f.field, f.value, counter.base + f.place
    FROM counter, unnest(
      ${fields.map((field) => field.name)}::text[],
      ${fields.map((field) => field.value)}::text[],
      ${fields.map((field) => field.place)}::bigint[]
    ) AS f (field, value, place)
  `.compile(tx);
}

function indexedFieldsOf(event: AnnouncedEvent, index: number): { name: string; value: string; place: number }[] {
  return Object.entries(event.payload)
    .filter(([name, value]) => event.type.indexed.has(name) && isIndexable(value))
    .map(([name, value]) => ({ name, value: String(value), place: index + 1 }));
}

const isIndexable = (value: unknown): boolean =>
  (typeof value === 'string' && value.length <= 200) || typeof value === 'boolean' || typeof value === 'number';

export async function selectEventsAfter(
  tx: Tx,
  organizationId: string,
  seq: bigint,
  limit: number,
): Promise<RecordedEvent[]> {
  const rows = await tx
    .selectFrom('events')
    .select(['seq', 'id', 'type', 'payload', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows as RecordedEvent[];
}

/**
 * The next events of some types, and how far the stream was read for them: to the last one found, or to its end. One
 * statement, because the end and the events must be of the same moment.
 */
export async function selectFollowedAfter(
  tx: Tx,
  organizationId: string,
  seq: bigint,
  types: string[],
  limit: number,
): Promise<{ events: RecordedEvent[]; readTo: bigint }> {
  const { rows } = await sql<RecordedEvent & { head: bigint }>`
    SELECT counter.seq AS head, found.*
    FROM event_counters counter LEFT JOIN LATERAL (
      SELECT e.seq, e.id, e.type, e.payload, e.created_at FROM events e
      WHERE e.organization_id = ${organizationId} AND e.seq > ${seq} AND e.type = ANY (${types}::text[])
      ORDER BY e.seq LIMIT ${limit}) AS found ON true
    WHERE counter.organization_id = ${organizationId}
    ORDER BY found.seq`.execute(tx);
  const events = rows.filter((row) => row.id !== null).map(({ head: _, ...event }) => event);
  return { events, readTo: events.length === limit ? events.at(-1)!.seq : rows[0]!.head };
}

export const insertCounter = (tx: Tx, organizationId: string): Promise<unknown> =>
  tx.insertInto('eventCounters').values({ organizationId }).execute();

/** Every subscriber starts where the stream is now; one that exists keeps its place. */
export const insertCursors = (tx: Tx, subscribers: string[]): Promise<unknown> =>
  sql`INSERT INTO event_cursors (organization_id, subscriber, seq)
      SELECT c.organization_id, s.name, c.seq FROM event_counters c, unnest(${subscribers}::text[]) AS s (name)
      ON CONFLICT DO NOTHING`.execute(tx);

export const insertCursorsOf = (tx: Tx, organizationId: string, subscribers: string[]): Promise<unknown> =>
  sql`INSERT INTO event_cursors (organization_id, subscriber, seq)
      SELECT ${organizationId}::uuid, s.name, 0 FROM unnest(${subscribers}::text[]) AS s (name)`.execute(tx);

export interface Laggard {
  organizationId: string;
  subscriber: string;
}

/** Which subscribers are behind, of these organizations or of all, in order of their key from there on. */
export async function selectLaggards(
  tx: Tx,
  organizationIds: string[] | null,
  after: Laggard | null,
  limit: number,
): Promise<Laggard[]> {
  const { rows } = await sql<Laggard>`
    SELECT cursors.organization_id, cursors.subscriber
    FROM event_cursors cursors JOIN event_counters counters USING (organization_id)
    WHERE counters.seq > cursors.seq
      AND (${organizationIds}::uuid[] IS NULL OR cursors.organization_id = ANY (${organizationIds}::uuid[]))
      AND (cursors.organization_id, cursors.subscriber) > (${after?.organizationId ?? NIL}::uuid, ${after?.subscriber ?? ''})
    ORDER BY cursors.organization_id, cursors.subscriber
    LIMIT ${limit}`.execute(tx);
  return rows;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Takes the cursor, unless another worker holds it. */
export async function lockCursor(tx: Tx, organizationId: string, subscriber: string): Promise<bigint | null> {
  const row = await tx
    .selectFrom('eventCursors')
    .select('seq')
    .where('organizationId', '=', organizationId)
    .where('subscriber', '=', subscriber)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.seq ?? null;
}

export const moveCursor = (tx: Tx, organizationId: string, subscriber: string, seq: bigint): Promise<unknown> =>
  tx
    .updateTable('eventCursors')
    .set({ seq })
    .where('organizationId', '=', organizationId)
    .where('subscriber', '=', subscriber)
    .execute();

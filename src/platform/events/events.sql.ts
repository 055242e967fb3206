import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { batchQueryOf } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import type { AnnouncedEvent, RecordedEvent, SealedRow } from './event.ts';

/**
 * Writes the events of one unit of work. The counter row is taken here, in the same statement and last before COMMIT, so
 * an event with a lower number is always visible before one with a higher: no reader can step over it. The ticks come before it,
 * because a tick that runs holds its row and then takes the counter. The same statement extends the hash chain of the
 * organization by its events; the first of them seals the other rows.
 */
export function insertEvents(
  tx: Tx,
  organizationId: string,
  at: Temporal.Instant,
  { events, sealed, ticks }: { events: AnnouncedEvent[]; sealed: SealedRow[]; ticks: RawBuilder<unknown> | null },
): CompiledQuery {
  const fields = events.flatMap(indexedFieldsOf);
  const sealedText = sealed.map(({ id, digest }) => `${id}:${digest}`).join() || null;
  return sql`
    WITH ${ticks ? sql`ticks AS (${ticks} RETURNING 1),` : sql``} given AS (
      SELECT e.place, e.id, e.type, e.payload, CASE WHEN e.place = 1 THEN ${sealedText}::text END AS sealed,
             CASE WHEN e.place = 1 THEN ${sealed.length > 0 ? sealed.map(({ id }) => id) : null}::uuid[] END AS sealed_ids
      FROM ROWS FROM (
        unnest(${events.map((event) => event.id)}::uuid[]),
        unnest(${events.map((event) => event.type.type)}::text[]),
        jsonb_array_elements(${JSON.stringify(events.map((event) => event.payload))}::jsonb)
      ) WITH ORDINALITY AS e (id, type, payload, place)
    ), counter AS (
      UPDATE event_counters c SET seq = seq + ${events.length}, behind = true, chain_seq = seq + ${events.length},
        chain_from = CASE WHEN chain_seq = seq THEN chain_from ELSE seq END,
        chain = (
          SELECT app.chain(CASE WHEN c.chain_seq = c.seq THEN c.chain ELSE sha256('') END,
            app.event_line(c.seq + g.place, g.id, g.type, g.payload, ${at}::timestamptz, g.sealed) ORDER BY g.place)
          FROM given g)
      WHERE organization_id = ${organizationId} ${ticks ? sql`AND (SELECT count(*) FROM ticks) >= 0` : sql``}
      RETURNING seq - ${events.length} AS base
    ), written AS (
      INSERT INTO events (organization_id, seq, id, type, payload, created_at, sealed_ids)
      SELECT ${organizationId}::uuid, counter.base + g.place, g.id, g.type, g.payload, ${at}::timestamptz, g.sealed_ids
      FROM counter, given g
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

const indexedFieldsOf = ({ type, payload }: AnnouncedEvent, index: number) =>
  [...type.indexed]
    .filter((name) => isIndexable(payload[name]))
    .map((name) => ({ name, value: String(payload[name]), place: index + 1 }));

const isIndexable = (value: unknown): boolean =>
  (typeof value === 'string' && value.length <= 200) || typeof value === 'boolean' || typeof value === 'number';

/** The next events of an organization: fewer than the limit also where they are large. */
export async function selectEventsAfter(
  tx: Tx,
  organizationId: string,
  seq: bigint,
  limit: number,
): Promise<RecordedEvent[]> {
  const query = tx
    .selectFrom('events')
    .select(['seq', 'id', 'type', 'payload', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .compile();
  return (await tx.executeQuery<RecordedEvent>(batchQueryOf(query))).rows;
}

/** The numbers of events have no gaps, and the counter is the last of them. */
export async function recountEvents({ tx, organizationId }: { tx: Tx; organizationId: string }) {
  const { rows } = await sql<{ counted: bigint; wrong: boolean }>`
    SELECT count(e.seq) AS counted, count(e.seq) <> c.seq OR coalesce(max(e.seq), 0) <> c.seq AS wrong
    FROM event_counters c LEFT JOIN events e ON e.organization_id = c.organization_id
    WHERE c.organization_id = ${organizationId} GROUP BY c.seq`.execute(tx);
  const { counted, wrong } = rows[0] ?? { counted: 0n, wrong: true };
  return { counted, differences: wrong ? 1 : 0 };
}

/**
 * Computes the hash chain of an organization again. `digestOf` is the digest of a sealed row as it is now, a sub-select by
 * `sealed.id`. A changed, missing or added event, and a changed or missing sealed row, give another hash.
 */
export async function recountChain(
  { tx, organizationId }: { tx: Tx; organizationId: string },
  digestOf: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ counted: bigint; head: string; wrong: boolean }>`
    SELECT count(e.seq) AS counted, encode(c.chain, 'hex') AS head,
           c.chain <> coalesce(app.chain(sha256(''), app.event_line(e.seq, e.id, e.type, e.payload, e.created_at, rows.sealed)
             ORDER BY e.seq) FILTER (WHERE e.seq IS NOT NULL), sha256('')) AS wrong
    FROM event_counters c
    LEFT JOIN events e ON e.organization_id = c.organization_id AND e.seq > c.chain_from AND e.seq <= c.chain_seq
    LEFT JOIN LATERAL (
      SELECT string_agg(sealed.id::text || ':' || coalesce((${digestOf}), ''), ',' ORDER BY sealed.place) AS sealed
      FROM unnest(e.sealed_ids) WITH ORDINALITY AS sealed (id, place)) AS rows ON true
    WHERE c.organization_id = ${organizationId} GROUP BY c.organization_id, c.chain`.execute(tx);
  const { counted, head, wrong } = rows[0] ?? { counted: 0n, head: '', wrong: true };
  return { counted, head, differences: wrong ? 1 : 0 };
}

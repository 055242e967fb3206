import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { RecordedEvent } from '#platform/events/event.ts';
import { payloadConditions } from '#platform/events/payload-filter.sql.ts';
import type { PayloadFilter } from '#platform/events/payload-filter.ts';

export interface FeedFilter extends PayloadFilter {
  organizationId: string;
  types: string[] | null;
  /** Only events after this place, oldest first; null: newest first. */
  after: bigint | null;
  from: string | null;
  to: string | null;
}

const matching = (filter: FeedFilter) => {
  const conditions = [sql`e.organization_id = ${filter.organizationId}`];
  if (filter.types) conditions.push(sql`e.type = ANY (${filter.types}::text[])`);
  conditions.push(...payloadConditions(filter.organizationId, filter));
  if (filter.after !== null) conditions.push(sql`e.seq > ${filter.after}`);
  if (filter.from) conditions.push(sql`e.created_at >= ${filter.from}::timestamptz`);
  if (filter.to) conditions.push(sql`e.created_at < ${filter.to}::timestamptz`);
  return sql`FROM events e WHERE ${sql.join(conditions, sql` AND `)}`;
};

export async function selectFeed(
  tx: Tx,
  filter: FeedFilter,
  window: { offset: number; limit: number },
): Promise<RecordedEvent[]> {
  const direction = filter.after === null ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<RecordedEvent>`
    SELECT e.seq, e.id, e.type, e.payload, e.created_at ${matching(filter)}
    ORDER BY e.seq ${direction} OFFSET ${window.offset} LIMIT ${window.limit}`.execute(tx);
  return rows;
}

export async function countFeed(tx: Tx, filter: FeedFilter, limit: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT 1 ${matching(filter)} LIMIT ${limit}) AS found`.execute(tx);
  return rows[0]!.count;
}

/** Numbers have no gaps, so without a filter the last number is the count. */
export async function lastSeq(tx: Tx, organizationId: string): Promise<bigint> {
  const { rows } = await sql<{ seq: bigint }>`
    SELECT seq FROM event_counters WHERE organization_id = ${organizationId}`.execute(tx);
  return rows[0]!.seq;
}

import { type RawBuilder, sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { RecordedEvent } from '#platform/events/event.ts';
import { payloadConditions } from '#platform/events/payload-filter.sql.ts';
import type { PayloadFilter } from '#platform/events/payload-filter.ts';
import { events } from './tables.ts';

export interface FeedFilter extends PayloadFilter {
  types: string[] | null;
  /** Only events after this place, oldest first; null: newest first. */
  after: bigint | null;
  from: string | null;
  to: string | null;
  /** The conditions of `readableBy`. */
  readable: RawBuilder<unknown>[];
}

function matching(tenant: Tenant, { types, after, from, to, readable, ...filter }: FeedFilter): RawBuilder<unknown> {
  const conditions = [sql`true`, ...payloadConditions(tenant.organizationId, filter), ...readable];
  if (types) conditions.push(sql`e.type = ANY (${types}::text[])`);
  if (after !== null) conditions.push(sql`e.seq > ${after}`);
  if (from) conditions.push(sql`e.created_at >= ${from}::timestamptz`);
  if (to) conditions.push(sql`e.created_at < ${to}::timestamptz`);
  return sql`FROM ${events.of(tenant)} e WHERE ${sql.join(conditions, sql` AND `)}`;
}

export async function selectFeed(
  tenant: Tenant,
  filter: FeedFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<RecordedEvent[]> {
  const direction = filter.after === null ? sql`DESC` : sql`ASC`;
  return rowsOf<RecordedEvent>(tenant.tx)`
    SELECT ${events.columns('e')} ${matching(tenant, filter)}
    ORDER BY e.seq ${direction} OFFSET ${offset} LIMIT ${limit}`;
}

export async function countFeed(tenant: Tenant, filter: FeedFilter, limit: number | null): Promise<number> {
  const rows = await rowsOf<{ count: number }>(tenant.tx)`
    SELECT count(*)::int AS count FROM (SELECT ${matching(tenant, filter)} LIMIT ${limit}) AS found`;
  return rows[0]!.count;
}

/** The number of the last event, which is also their count, because the numbers have no gaps. */
export async function lastSeq({ tx, organizationId }: Tenant): Promise<bigint> {
  const rows = await rowsOf<{ seq: bigint }>(tx)`
    SELECT seq FROM event_counters WHERE organization_id = ${organizationId}`;
  return rows[0]!.seq;
}

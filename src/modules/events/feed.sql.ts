import { type RawBuilder, sql } from 'kysely';
import { mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { pageRowsOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
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
  return pageRowsOf<RecordedEvent>(tenant.tx)`
    SELECT ${events.columns('e')} ${matching(tenant, filter)}
    ORDER BY e.seq ${direction} OFFSET ${offset} LIMIT ${limit}`;
}

export const countFeed = (tenant: Tenant, filter: FeedFilter, limit: number | null) =>
  scalarOf<number>(tenant.tx)`
    SELECT count(*)::int AS count FROM (SELECT ${matching(tenant, filter)} LIMIT ${limit}) AS found`;

/** The number of the last event, which is also their count, because the numbers have no gaps. */
export const lastSeq = ({ tx, organizationId }: Tenant) =>
  scalarOf<bigint>(tx)`
    SELECT seq FROM event_counters WHERE organization_id = ${organizationId}`;

const ids = new Map<string, RawBuilder<unknown>>();

/** The id of a thing that an event is about, composed once: the feed is read often, and mostly by people who see everything. */
function idIn(field: string): RawBuilder<unknown> {
  const known = ids.get(field) ?? sql`(e.payload->>${sql.lit(field)})::uuid`;
  ids.set(field, known);
  return known;
}

/**
 * The conditions under which the reader may see the events `e`. `events:read` shows a person neither what another permission
 * protects nor what happens to things that they cannot see, such as tasks of other people's boards. An API key sees all: somebody
 * chose its permissions.
 */
export function readableBy(ctx: TenantContext): RawBuilder<unknown>[] {
  if (ctx.caller?.actor.kind === 'apiKey') return [];
  const hidden = ctx.eventTypes.filter(({ readBy }) => readBy && !mayAlso(ctx, readBy)).map(({ type }) => type);
  const ofThings = [...ctx.entityKinds.values()].flatMap(({ field, isSeen }) => {
    const seen = isSeen?.(ctx, idIn(field));
    return seen ? [sql`(${idIn(field)} IS NULL OR ${seen})`] : [];
  });
  return hidden.length === 0 ? ofThings : [sql`e.type <> ALL (${hidden}::text[])`, ...ofThings];
}

/** Which of these events the reader may see. */
export async function selectReadable(ctx: TenantContext, seqs: readonly bigint[]): Promise<Set<bigint>> {
  const conditions = sql.join([sql`e.seq = ANY (${seqs}::bigint[])`, ...readableBy(ctx)], sql` AND `);
  const rows = await rowsOf<{ seq: bigint }>(ctx.tx)`
    SELECT e.seq FROM ${events.of(ctx)} e WHERE ${conditions}`;
  return new Set(rows.map(({ seq }) => seq));
}

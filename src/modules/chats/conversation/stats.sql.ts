import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { conversations, episodes } from '../tables.ts';
import type { Owner } from './assignment.ts';
import type { ConversationFigures } from './conversation.schema.ts';

type Figures = z.output<typeof ConversationFigures>;

interface StatsQuery {
  from: Temporal.Instant;
  to: Temporal.Instant;
  timeZone: string;
  channelId?: string | undefined;
  userId?: string | undefined;
}

const figures = sql`
  count(*)::int AS opened,
  count(e.closed_at)::int AS closed,
  count(*) FILTER (WHERE e.number > 1)::int AS reopened,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM e.first_response_at - coalesce(e.first_inbound_at, e.opened_at)))::float8
    AS first_response_seconds,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM e.closed_at - e.opened_at))::float8 AS resolution_seconds,
  count(e.rating)::int AS ratings,
  avg(e.rating)::float8 AS rating`;

/** Statistics of the conversations opened in a period: in total, by agent, by channel and by hour. */
export async function readStats(tenant: Tenant, query: StatsQuery) {
  const group = <G>(by: RawBuilder<unknown> | null) =>
    rowsOf<G & Figures>(tenant.tx)`
      SELECT ${by ? sql`${by},` : sql``} ${figures} FROM ${episodes.of(tenant)} e
      LEFT JOIN ${conversations.of(tenant)} c ON c.id = e.conversation_id
      WHERE e.opened_at >= ${query.from}::timestamptz AND e.opened_at < ${query.to}::timestamptz
        ${query.channelId ? sql`AND e.channel_id = ${query.channelId}` : sql``}
        ${query.userId ? sql`AND ${agent} = ${query.userId}` : sql``}
      ${by ? sql`GROUP BY 1${sql.raw(by === byAgent ? ', 2' : '')} ORDER BY opened DESC LIMIT 200` : sql``}`;
  const byHour = sql`extract(hour FROM e.opened_at AT TIME ZONE ${query.timeZone}::text)::int AS hour`;
  const [all, agents, byChannel, hours, loads] = await Promise.all([
    group<object>(null),
    group<Owner>(byAgent),
    group<{ channelId: string }>(sql`e.channel_id`),
    group<{ hour: number }>(byHour),
    selectOpenByOwner(tenant, query),
  ]);
  const isOf = (a: Owner, b: Owner) => a.userId === b.userId && a.botId === b.botId;
  const sum = (count: (load: Load) => number) => loads.reduce((total, load) => total + count(load), 0);
  const idle = loads.filter((load) => !agents.some((each) => isOf(each, load)));
  return {
    ...all[0]!,
    open: sum(({ open }) => open),
    waiting: sum(({ waiting }) => waiting),
    byAgent: [
      ...agents.map((each) => ({ ...each, open: loads.find((load) => isOf(each, load))?.open ?? 0 })),
      ...idle.map(({ userId, botId, open }) => ({ ...noFigures, userId, botId, open })),
    ],
    byChannel,
    byHour: hours,
  };
}

const agent = sql`CASE WHEN e.closed_at IS NULL THEN c.user_id ELSE e.user_id END`;
const byAgent = sql`
  ${agent} AS user_id,
  CASE WHEN e.closed_at IS NULL THEN c.bot_id ELSE e.bot_id END AS bot_id`;

/** The figures of an agent whose open conversations were all opened before the period. */
const noFigures: Figures = {
  opened: 0,
  closed: 0,
  reopened: 0,
  firstResponseSeconds: null,
  resolutionSeconds: null,
  ratings: 0,
  rating: null,
};

type Load = Owner & { open: number; waiting: number };

const selectOpenByOwner = (tenant: Tenant, { channelId, userId }: StatsQuery) =>
  rowsOf<Load>(tenant.tx)`
    SELECT c.user_id, c.bot_id, count(*)::int AS open, count(c.waiting_since)::int AS waiting
    FROM ${conversations.of(tenant)} c
    WHERE c.state = 'open' ${channelId ? sql`AND c.channel_id = ${channelId}` : sql``}
      ${userId ? sql`AND c.user_id = ${userId}` : sql``}
    GROUP BY c.user_id, c.bot_id`;

import { sql } from 'kysely';
import { columnOf, type Tenant } from '#platform/db/table.ts';
import { conversations, inboundDrops, messages } from '../tables.ts';

/** The conversations of a channel with messages that wait to be sent, in the order of their ids. */
export const selectHeldConversations = (
  tenant: Tenant,
  { channelId, after, limit }: { channelId: string; after: string; limit: number },
) =>
  columnOf<string>(tenant.tx)`
    SELECT DISTINCT m.conversation_id FROM ${messages.of(tenant)} m
    WHERE m.status = 'queued' AND m.channel_id = ${channelId} AND m.conversation_id > ${after}::uuid
    ORDER BY m.conversation_id LIMIT ${limit}`;

/** The messages of a channel in a span of time, and what waits now. */
export async function readChannelStats(
  tenant: Tenant,
  channelId: string,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
) {
  const inSpan = sql`m.channel_id = ${channelId} AND m.created_at >= ${from}::timestamptz AND m.created_at < ${to}::timestamptz`;
  const [counts, charges, now] = await Promise.all([
    sql<{ received: number; sent: number; delivered: number; read: number; failed: number }>`
      SELECT count(*) FILTER (WHERE direction = 'in')::int AS received,
        count(*) FILTER (WHERE direction = 'out' AND status <> 'failed' AND status NOT IN ('queued', 'sending', 'unconfirmed'))::int AS sent,
        count(*) FILTER (WHERE status IN ('delivered', 'read', 'played'))::int AS delivered,
        count(*) FILTER (WHERE status IN ('read', 'played'))::int AS read,
        count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM ${messages.of(tenant)} m WHERE m.direction IN ('in', 'out') AND ${inSpan}`.execute(tenant.tx),
    sql<{ category: string; billed: number; free: number }>`
      SELECT m.price_category AS category, count(*) FILTER (WHERE is_billed)::int AS billed,
        count(*) FILTER (WHERE NOT is_billed)::int AS free
      FROM ${messages.of(tenant)} m WHERE m.direction = 'out' AND m.price_category IS NOT NULL AND ${inSpan}
      GROUP BY m.price_category ORDER BY m.price_category`.execute(tenant.tx),
    sql<{ open: number; waiting: number; unhandled: number }>`
      SELECT count(*)::int AS open, count(c.waiting_since)::int AS waiting,
        (SELECT count(*)::int FROM ${inboundDrops.of(tenant)} d WHERE d.channel_id = ${channelId} AND d.resolved_at IS NULL) AS unhandled
      FROM ${conversations.of(tenant)} c WHERE c.channel_id = ${channelId} AND c.state = 'open'`.execute(tenant.tx),
  ]);
  return { ...counts.rows[0]!, ...now.rows[0]!, charges: charges.rows };
}

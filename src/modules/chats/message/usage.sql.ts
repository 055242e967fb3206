import { sql } from 'kysely';
import { countByDay, type DayCount, type UsageSpan } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { channels, messages } from '../tables.ts';

/** Counts the messages of a span, received and sent. They are indexed by channel. */
export async function countMessages(ctx: TenantContext, { from, to }: UsageSpan, counts: DayCount[]): Promise<void> {
  const rows = sql`${channels.of(ctx)} c JOIN ${messages.of(ctx)} t ON t.channel_id = c.id
    WHERE t.direction IN ('in', 'out') AND t.created_at >= ${from}::timestamptz AND t.created_at < ${to}::timestamptz`;
  counts.push(...(await countByDay(ctx, 'messages', { from: rows, at: sql`t.created_at` })));
}

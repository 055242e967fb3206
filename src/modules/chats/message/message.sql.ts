import { sql } from 'kysely';
import { z } from 'zod';
import { countByDay, type DayCount, type UsageSpan } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { containsFolded } from '#platform/search/search.sql.ts';
import { type Channel, cannedAnswers, channels, inboundDrops, messageReceipts, messages } from '../tables.ts';

/** A blank before each word, the first included. */
const words = sql`regexp_replace(' ' || t.shortcut || ' ' || t.text, '\\s+|[¡¿"(«]', ' ', 'g')`;

export const cannedList = listOf(cannedAnswers, {
  filters: {
    search: filter(z.string().trim().min(1).max(60).optional().describe('Words of the shortcut or text.'), (value) =>
      sql.join(
        value.split(/\s+/).map((word) => containsFolded(words, ` ${word}`)),
        sql` AND `,
      ),
    ),
  },
  sort: { shortcut: 'shortcut', created: 'createdAt' },
  order: 'shortcut',
});

export const dropList = listOf(inboundDrops, {
  filters: {
    channelId: oneOf('channelId', z.uuid(), 'What arrived for one of these channels.'),
    resolved: filter(
      z.boolean().default(false).describe('`true`: only what became a message in the meantime.'),
      (value) => (value ? sql`t.resolved_at IS NOT NULL` : sql`t.resolved_at IS NULL`),
    ),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

/**
 * When the next messages of a number may leave, and takes these places (GCRA: the column is the theoretical arrival time). Those of
 * one second may leave at once. It is
 * the last statement of a sending transaction, because every message of the number waits for this row.
 */
export async function takePlaces(
  { tx, organizationId }: Tenant,
  { id, messagesPerSecond }: Pick<Channel, 'id' | 'messagesPerSecond'>,
  now: Temporal.Instant,
  count: number,
): Promise<Temporal.Instant[]> {
  const rows = await rowsOf<{ pacedUntil: string }>(tx)`
    UPDATE channels SET paced_until = greatest(coalesce(paced_until, ${now}::timestamptz), ${now}::timestamptz)
      + ${count}::int * interval '1 second' / ${messagesPerSecond}::int
    WHERE organization_id = ${organizationId} AND id = ${id} RETURNING paced_until`;
  const last = Temporal.Instant.from(rows[0]!.pacedUntil.replace(' ', 'T')).subtract({ seconds: 1 });
  const earlier = (places: number) => ({ milliseconds: Math.round((places * 1000) / messagesPerSecond) });
  return Array.from({ length: count }, (_, place) => last.subtract(earlier(count - 1 - place)));
}

export const updateProblem = ({ tx, organizationId }: Tenant, channelId: string, problem: string | null) =>
  sql`
    UPDATE channels SET problem = ${problem}::text
    WHERE organization_id = ${organizationId} AND id = ${channelId} AND problem IS DISTINCT FROM ${problem}::text`.execute(
    tx,
  );

/** Counts the messages of a span, received and sent. They are indexed by channel. */
export async function countMessages(ctx: TenantContext, { from, to }: UsageSpan, counts: DayCount[]): Promise<void> {
  const rows = sql`${channels.of(ctx)} c JOIN ${messages.of(ctx)} t ON t.channel_id = c.id
    WHERE t.direction IN ('in', 'out') AND t.created_at >= ${from}::timestamptz AND t.created_at < ${to}::timestamptz`;
  counts.push(...(await countByDay(ctx, 'messages', { from: rows, at: sql`t.created_at` })));
}

/** Keeps receipts of messages that are not known yet; each status of a message once. */
export const insertReceipts = (
  ctx: TenantContext,
  receipts: Parameters<typeof messageReceipts.insertion>[1],
): Promise<unknown> => sql`${messageReceipts.insertion(ctx, receipts)} ON CONFLICT DO NOTHING`.execute(ctx.tx);

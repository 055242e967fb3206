import { sql } from 'kysely';
import { countByDay, type DayCount, type UsageSpan } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { ecfDocuments } from '../tables.ts';

/** Counts the electronic receipts of a span; those of test sets are not counted. */
export async function countReceipts(ctx: TenantContext, { from, to }: UsageSpan, counts: DayCount[]): Promise<void> {
  const rows = sql`${ecfDocuments.of(ctx)} t
    WHERE t.test_set_id IS NULL AND t.created_at >= ${from}::timestamptz AND t.created_at < ${to}::timestamptz`;
  counts.push(...(await countByDay(ctx, 'electronicReceipts', { from: rows, at: sql`t.created_at` })));
}

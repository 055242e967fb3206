import { sql } from 'kysely';
import { countByDay, type DayCount, type UsageSpan } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { threads } from '../tables.ts';

/** Counts the runs that ended in a span. */
export async function countRuns(ctx: TenantContext, { from, to }: UsageSpan, counts: DayCount[]): Promise<void> {
  const rows = sql`${threads.of(ctx)} t
    WHERE t.finished_at >= ${from}::timestamptz AND t.finished_at < ${to}::timestamptz`;
  counts.push(...(await countByDay(ctx, 'automationRuns', { from: rows, at: sql`t.finished_at` })));
}

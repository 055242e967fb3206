import { sql } from 'kysely';
import { countByDay, type DayCount, type UsageSpan } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { pendingRecords } from '../tables.ts';

/** Counts the issued invoices of a span by the day on which they were made. What was made since then was also updated since then. */
export async function countDocuments(ctx: TenantContext, { from, to }: UsageSpan, counts: DayCount[]): Promise<void> {
  const rows = sql`${pendingRecords.of(ctx)} t
    WHERE t.updated_at >= ${from}::timestamptz AND t.created_at >= ${from}::timestamptz AND t.created_at < ${to}::timestamptz
      AND t.kind = 'invoice' AND t.direction = 'sale' AND t.number IS NOT NULL`;
  counts.push(...(await countByDay(ctx, 'documents', { from: rows, at: sql`t.created_at` })));
}

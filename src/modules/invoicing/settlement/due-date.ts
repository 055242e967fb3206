import type { TenantContext } from '#platform/context.ts';
import { type PendingRecord, updatePendingRecord } from '../pending/pending.sql.ts';
import { wakeWhenDue } from '../pending/write.ts';

/** Changes the day on which a document that is held falls due, and since when it is past due. */
export async function moveDueDate(
  ctx: TenantContext,
  id: string,
  change: { dueOn: string; pastDueAt: Temporal.Instant | null },
): Promise<PendingRecord> {
  const moved = await updatePendingRecord(ctx, id, change, ctx.now);
  wakeWhenDue(ctx, moved);
  return moved;
}

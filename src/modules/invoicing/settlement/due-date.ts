import type { TenantContext } from '#platform/context.ts';
import { wakeWhenDue } from '../pending/write.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';

/** Changes the due date of a locked document, and since when it is past due. */
export async function moveDueDate(
  ctx: TenantContext,
  id: string,
  change: { dueOn: string; pastDueAt: Temporal.Instant | null },
): Promise<PendingRecord> {
  const moved = await pendingRecords.update(ctx, id, { ...change, updatedAt: ctx.now });
  wakeWhenDue(ctx, moved);
  return moved;
}

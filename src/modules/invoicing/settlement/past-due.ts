import type { TenantContext } from '#platform/context.ts';
import { dayAfter } from '#platform/date.ts';
import { invoicePastDue } from '../events.ts';
import { wakeWhenDue } from '../pending/write.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';
import { selectNextDue, updatePastDue } from './past-due.sql.ts';

const BATCH = 500;

/** Marks and announces invoices whose due date has passed, and answers when the next one is due. */
export async function tickPastDue(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const passed = await updatePastDue(ctx, ctx.today, ctx.now, BATCH);
  for (const id of passed) ctx.emit(invoicePastDue, { invoiceId: id });
  if (passed.length === BATCH) return ctx.now;
  const next = await selectNextDue(ctx);
  return next === null ? null : dayAfter(ctx, next);
}

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

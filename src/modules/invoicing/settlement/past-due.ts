import type { TenantContext } from '#platform/context.ts';
import { invoicePastDue } from '../events.ts';
import { dayAfter } from '../pending/write.ts';
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

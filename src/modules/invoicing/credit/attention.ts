import type { TenantContext } from '#platform/context.ts';
import { lockPendingRecords } from '../pending/pending.sql.ts';
import { amortise } from './amortisation.ts';
import { selectCreditsToAttend, selectNextAttention } from './credit.sql.ts';
import { eventsOf, holdCredit, keepTable, startOfDay } from './credit.ts';

const CREDITS_AT_ONCE = 100;

/** Looks at the credits on which the day has changed something: an instalment is late, or late enough for its fee. */
export async function tickCredits(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const { tx, organizationId } = ctx;
  const due = await selectCreditsToAttend(tx, organizationId, ctx.today.toString(), CREDITS_AT_ONCE);
  // All documents are held before the first is touched, in their usual order.
  const documents = due.map(({ pendingRecordId }) => pendingRecordId);
  if (documents.length > 0) await lockPendingRecords(tx, organizationId, documents);
  for (const { id } of due) {
    const { credit, document, stored } = await holdCredit(ctx, id);
    if (credit.status !== 'active') continue;
    await keepTable(ctx, credit, document, amortise(credit, eventsOf(stored), ctx.today.toString()));
  }
  if (due.length === CREDITS_AT_ONCE) return ctx.now;
  const next = await selectNextAttention(tx, organizationId);
  return next === null ? null : startOfDay(ctx, next);
}

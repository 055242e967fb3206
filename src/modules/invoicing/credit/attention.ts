import type { TenantContext } from '#platform/context.ts';
import { lockPendingRecords } from '../pending/pending.sql.ts';
import { amortise } from './amortisation.ts';
import { selectActiveCredits, selectCreditsToAttend, selectEvents, selectNextAttention } from './credit.sql.ts';
import { eventsOf, keepTable, startOfDay } from './credit.ts';

const CREDITS_AT_ONCE = 100;

/** Looks at the credits on which the day has changed something: an instalment is late, or late enough for its fee. */
export async function tickCredits(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const { tx, organizationId } = ctx;
  const due = await selectCreditsToAttend(tx, organizationId, ctx.today.toString(), CREDITS_AT_ONCE);
  // All documents are held before the first is touched, in their usual order.
  const documentIds = due.map(({ pendingRecordId }) => pendingRecordId);
  const documents = due.length > 0 ? await lockPendingRecords(tx, organizationId, documentIds) : [];
  const ids = due.map(({ id }) => id);
  const [credits, events] = await Promise.all([
    selectActiveCredits(tx, organizationId, ids),
    selectEvents(tx, organizationId, ids),
  ]);
  for (const credit of credits) {
    const document = documents.find(({ id }) => id === credit.pendingRecordId)!;
    const table = amortise(credit, eventsOf(events.get(credit.id) ?? []), ctx.today.toString());
    await keepTable(ctx, credit, document, table);
  }
  if (due.length === CREDITS_AT_ONCE) return ctx.now;
  const next = await selectNextAttention(tx, organizationId);
  return next === null ? null : startOfDay(ctx, next);
}

import { lockFreePendingRecords } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { amortise } from './amortisation.ts';
import { selectActiveCredits, selectCreditsToAttend, selectEvents, selectNextAttention } from './credit.sql.ts';
import { eventsOf, keepTable, startOfDay } from './credit.ts';

const CREDITS_AT_ONCE = 100;

/** Looks at the credits on which the day has changed something: an instalment is late, or late enough for its fee. */
export async function tickCredits(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const { tx, organizationId } = ctx;
  const due = await selectCreditsToAttend(tx, organizationId, ctx.today.toString(), CREDITS_AT_ONCE);
  const documentIds = due.map(({ pendingRecordId }) => pendingRecordId);
  // Someone who holds a document may wait for the clock, so the clock must not wait for them.
  const documents = due.length > 0 ? await lockFreePendingRecords(ctx, documentIds) : [];
  const held = new Map(documents.map((document) => [document.id, document]));
  const ids = due.filter(({ pendingRecordId }) => held.has(pendingRecordId)).map(({ id }) => id);
  const [credits, events] = await Promise.all([
    selectActiveCredits(tx, organizationId, ids),
    selectEvents(tx, organizationId, ids),
  ]);
  for (const credit of credits) {
    const document = held.get(credit.pendingRecordId)!;
    const table = amortise(credit, eventsOf(events.get(credit.id) ?? []), ctx.today.toString());
    await keepTable(ctx, credit, document, table);
  }
  if (due.length === CREDITS_AT_ONCE && ids.length > 0) return ctx.now;
  const next = await selectNextAttention(tx, organizationId);
  if (next === null) return null;
  // What others hold is looked at again a moment later.
  return next > ctx.today.toString() ? startOfDay(ctx, next) : ctx.now.add({ seconds: 1 });
}

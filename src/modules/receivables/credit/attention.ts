import { lockFreePendingRecords } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { creditEvents, credits } from '../tables.ts';
import { amortise } from './amortisation.ts';
import { selectCreditsToAttend } from './credit.sql.ts';
import { eventsOf, keepTable, startOfDay } from './credit.ts';

const CREDITS_AT_ONCE = 100;

/** Updates the credits on which the day has changed something: an instalment is late, or late enough for its fee. */
export async function tickCredits(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const due = await selectCreditsToAttend(ctx, ctx.today.toString(), CREDITS_AT_ONCE);
  const documentIds = due.map(({ pendingRecordId }) => pendingRecordId);
  // A transaction that holds a document may wait for this tick, so the tick skips documents that are locked.
  const documents = due.length > 0 ? await lockFreePendingRecords(ctx, documentIds) : [];
  const held = new Map(documents.map((document) => [document.id, document]));
  const ids = due.filter(({ pendingRecordId }) => held.has(pendingRecordId)).map(({ id }) => id);
  const [active, stored] = await Promise.all([
    credits.all(ctx, { id: ids, status: 'active' }),
    creditEvents.all(ctx, { creditId: ids }, { orderBy: ['creditId', 'number'] }),
  ]);
  const events = Map.groupBy(stored, ({ creditId }) => creditId);
  for (const credit of active) {
    const document = held.get(credit.pendingRecordId)!;
    const table = amortise(credit, eventsOf(events.get(credit.id) ?? []), ctx.today.toString());
    await keepTable(ctx, credit, document, table);
  }
  if (due.length === CREDITS_AT_ONCE && ids.length > 0) return ctx.now;
  const next = await credits.min(ctx, 'attendOn');
  if (next === null) return null;
  // Documents that were locked are tried again a moment later.
  return next > ctx.today.toString() ? startOfDay(ctx, next) : ctx.now.add({ seconds: 1 });
}

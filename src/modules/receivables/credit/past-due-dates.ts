import { TooManyPlansChanged } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { mapInTurns } from '#platform/turns.ts';
import { type Credit, creditEvents, credits, type StoredEvent } from '../tables.ts';
import { amortise, openOf, totalOf } from './amortisation.ts';
import { selectCreditsChangedSince } from './credit.sql.ts';
import { eventsOf, startOfDay } from './credit.ts';

const CREDITS_MAX = 10_000;
const BATCH = 500;

/** Adds the due dates on a day of documents in instalments, where the plan has changed since. */
export async function addPastDueDates(ctx: TenantContext, day: Temporal.PlainDate, dueOn: Map<string, string>) {
  const on = day.toString();
  const end = startOfDay(ctx, day.add({ days: 1 }).toString());
  const changed = await selectCreditsChangedSince(ctx, { day: on, end }, CREDITS_MAX + 1);
  if (changed.length > CREDITS_MAX) throw TooManyPlansChanged();
  for (let from = 0; from < changed.length; from += BATCH) {
    const batch = changed.slice(from, from + BATCH);
    const creditId = batch.map(({ id }) => id);
    const stored = await creditEvents.all(ctx, { creditId }, { orderBy: ['creditId', 'number'] });
    const byCredit = Map.groupBy(stored, (event) => event.creditId);
    await mapInTurns(batch, (credit) => {
      const isLater = Temporal.Instant.compare(Temporal.Instant.from(credit.createdAt), end) >= 0;
      const due = isLater ? credit.documentDueOn : firstUnpaid(credit, byCredit.get(credit.id) ?? [], on);
      if (due !== null) dueOn.set(credit.pendingRecordId, due);
    });
  }
}

/** Sets the due date that a document had before its first plan of instalments. */
export async function addOwnDueDate(ctx: TenantContext, pendingRecordId: string, due: { on: string }): Promise<void> {
  const [first] = await credits.all(ctx, { pendingRecordId }, { orderBy: ['createdAt'], limit: 1 });
  if (first) due.on = first.documentDueOn;
}

/** The due date of the first instalment that was unpaid on a day; null: none was. */
function firstUnpaid(credit: Credit, stored: StoredEvent[], on: string): string | null {
  const events = eventsOf(stored).filter(({ date }) => date <= on);
  return amortise(credit, events, on).rows.find((row) => totalOf(openOf(row)) > 0n)?.dueOn ?? null;
}

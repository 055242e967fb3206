import { subscriber } from '#platform/events/subscriber.ts';
import { foldTail } from './ledger.sql.ts';

/**
 * Deleted rows stay in the index of the tail until a vacuum, and each fold reads past them. Folding seldom costs less than what
 * readers then add up themselves: the tail has a few rows per event.
 */
const EVENTS_PER_FOLD = 1_000n;

/** Moves the open tail of the ledger into its totals whenever the stream has grown by so many events. */
export const foldLedger = subscriber({
  name: 'accounting/fold-ledger',
  handle: async (ctx, events) => {
    const before = events[0]!.seq - 1n;
    const isDue = before / EVENTS_PER_FOLD !== events.at(-1)!.seq / EVENTS_PER_FOLD;
    if (isDue) while (await foldTail(ctx));
  },
});

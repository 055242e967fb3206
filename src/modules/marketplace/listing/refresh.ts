import { z } from 'zod';
import { realNow } from '#platform/date.ts';
import { job, tenantJob } from '#platform/jobs/job.ts';
import { selectListedAfter, selectStaleSellers } from './listing.sql.ts';
import { refreshListings } from './listing.ts';

const FRESH_HOURS = 24;
const LISTINGS_AT_ONCE = 2_000;
const PRODUCTS_AT_ONCE = 200;

/** Prices and taxes that change by date, exchange rates and the seller's name have no event here: they are read again daily. */
export const refreshSeller = tenantJob({
  name: 'marketplace/refresh-seller',
  run: async (steps) => {
    let after: string | null = null;
    do {
      const previous = after;
      after = await steps.transaction(async (ctx) => {
        const ids = await selectListedAfter(ctx.tx, ctx.organizationId, previous, PRODUCTS_AT_ONCE);
        await refreshListings(ctx, ids);
        return ids.at(-1) ?? null;
      });
    } while (after !== null);
  },
});

export const refreshStale = job({
  name: 'marketplace/refresh-stale',
  payload: z.object({}),
  cron: { expression: '15 * * * *', timeZone: 'UTC' },
  run: (steps) =>
    steps.transaction(async (work) => {
      const before = realNow().subtract({ hours: FRESH_HOURS });
      const sellers = await selectStaleSellers(work.tx, before, LISTINGS_AT_ONCE);
      for (const organizationId of sellers)
        work.enqueue(refreshSeller, { organizationId }, { group: refreshSeller.name });
    }),
});

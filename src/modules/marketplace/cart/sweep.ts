import { z } from 'zod';
import { realNow } from '#platform/date.ts';
import { job } from '#platform/jobs/job.ts';
import { deleteExpired } from './cart.sql.ts';

const CARTS_AT_ONCE = 500;
const ROUNDS_MAX = 200;

/** Deletes expired carts in parts, so that none of them is locked for long. */
export const sweepCarts = job({
  name: 'marketplace/sweep-carts',
  payload: z.object({}),
  cron: { expression: '40 * * * *', timeZone: 'UTC' },
  run: async (steps) => {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const deleted = await steps.transaction(({ tx }) => deleteExpired(tx, realNow(), CARTS_AT_ONCE));
      if (deleted < CARTS_AT_ONCE) return;
    }
  },
});

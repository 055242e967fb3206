import { findMerchantId, payproc } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { documentCharges, paymentDisputes } from '../tables.ts';
import { DISPUTES_CHECKED_EVERY } from '../ticks.ts';
import { refreshDispute, TRIED_AGAIN_AFTER_SECONDS } from './dispute.ts';

/** Customers can contest a charge for 120 days, and a dispute may change for as long again. */
const LOOKED_AT_FOR = { hours: 240 * 24 };
const DISPUTES_AT_ONCE = 100;
const PAGES_MAX = 50;

/** Looks for disputes once a day, as notices of the provider may be lost or not set up, until the newest charge is old. */
export async function tickDisputes(ctx: TenantContext): Promise<Temporal.Instant | null> {
  ctx.enqueue(findDisputes, {});
  const newest = await documentCharges.find(ctx, { status: 'settled' }, { columns: ['createdAt'], orderBy: ['-id'] });
  const isOld = !newest || Temporal.Instant.compare(newest.createdAt, ctx.now.subtract(LOOKED_AT_FOR)) < 0;
  return isOld ? null : ctx.now.add(DISPUTES_CHECKED_EVERY);
}

/** Lists the disputes of the merchant account, and reads the new ones and those with another state. */
export const findDisputes = tenantJob({
  name: 'receivables/find-disputes',
  payload: {},
  run: async (steps) => {
    const provider = await steps.port(payproc);
    const { adapter } = provider;
    const merchantId = await steps.transaction((ctx) => findMerchantId(ctx, adapter));
    if (!merchantId) return;
    const since = realNow().subtract(LOOKED_AT_FOR);
    let before: string | null = null;
    for (let page = 0; page < PAGES_MAX; page++) {
      const found = await provider.account(merchantId).listDisputes({ since, before, limit: DISPUTES_AT_ONCE });
      await steps.transaction(async (ctx) => {
        const known = await paymentDisputes.all(ctx, { adapter, reference: found.map(({ id }) => id) });
        const stateOf = new Map(known.map(({ reference, state }) => [reference, state]));
        // A dispute that cannot be booked is tried again tomorrow.
        const turn = TRIED_AGAIN_AFTER_SECONDS.length;
        for (const { id: reference, state } of found)
          if (stateOf.get(reference) !== state) ctx.enqueue(refreshDispute, { reference, turn });
      });
      if (found.length < DISPUTES_AT_ONCE) return;
      before = found.at(-1)!.id;
    }
  },
});

import { z } from 'zod';
import { hoursSince, stepsIn } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { job } from '#platform/jobs/job.ts';
import { type DocumentCharge, selectDocumentCharge } from './charge.sql.ts';
import { closePage, learnPage, openMerchant, settlePage } from './page-settle.ts';

/** It is looked at soon, because payers pay soon; later, after a quarter of the time that has passed. */
const SOONEST_SECONDS = 15;
const FOLLOWED_HOURS = 72;

export function followPageLater(ctx: TenantContext, { id: chargeId, createdAt }: DocumentCharge): void {
  const seconds = Math.max(SOONEST_SECONDS, Math.round((hoursSince(createdAt) * 3600) / 4));
  const startAt = realNow().add({ seconds });
  ctx.enqueue(followPage, { organizationId: ctx.organizationId, chargeId }, { startAt });
}

/** Finds out whether a page was paid, and books it; after three days it is closed. */
export const followPage = job({
  name: 'invoicing/follow-payment-page',
  // Of one that was told somebody else looks again anyway.
  payload: z.object({ organizationId: z.uuid(), chargeId: z.uuid(), told: z.boolean().default(false) }),
  attempts: 14,
  run: async (ctx, { organizationId, chargeId, told }) => {
    const steps = stepsIn(ctx, organizationId);
    const charge = await steps.transaction(({ tx }) => selectDocumentCharge(tx, organizationId, chargeId));
    const merchant = await openMerchant(steps, ctx);
    if (!charge || !merchant || charge.status === 'failed') return;
    if (charge.status === 'settled') {
      // Its refund may have been lost with the process that asked for it.
      if (charge.refund > 0n) await settlePage(steps, merchant, charge.id, charge.chargeId!);
      return;
    }
    const page = await learnPage(steps, merchant, charge);
    if (!page || told) return;
    if (hoursSince(charge.createdAt) > FOLLOWED_HOURS) await closePage(steps, merchant, charge, page.id);
    else await steps.transaction(async (inside) => followPageLater(inside, charge));
  },
});

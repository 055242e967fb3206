import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { keepSubscription } from '../subscription/keep.ts';
import { lockCheckout, selectWaitingCheckouts, updateCheckout } from './checkout.sql.ts';
import { requireProvider } from './checkout.ts';

/** The first organization of a person who paid before they had one gets their subscription. */
export async function attachWaiting(ctx: TenantContext): Promise<void> {
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  const waiting = owner ? await selectWaitingCheckouts(ctx.tx, owner.email.toLowerCase()) : [];
  for (const { id } of waiting.slice(0, 1)) ctx.enqueue(attachCheckout, { checkoutId: id });
}

export const attachCheckout = tenantJob({
  name: 'billing/attach-checkout',
  payload: { checkoutId: z.uuid() },
  run: async (steps, { checkoutId }) => {
    const provider = requireProvider(steps);
    const checkout = await steps.transaction(({ tx }) => lockCheckout(tx, checkoutId));
    if (!checkout?.subscriptionId || checkout.organizationId) return;
    const askedAt = realNow();
    const subscription = await provider.readSubscription(checkout.subscriptionId);
    await steps.transaction(async (ctx) => {
      const current = await lockCheckout(ctx.tx, checkoutId);
      if (current?.organizationId) return;
      await updateCheckout(ctx.tx, checkoutId, { organizationId: ctx.organizationId });
      await keepSubscription(ctx, provider.adapter, subscription, askedAt);
    });
  },
});

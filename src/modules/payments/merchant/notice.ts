import { z } from 'zod';
import type { PublicContext } from '#platform/context.ts';
import { job } from '#platform/jobs/job.ts';
import { afterProviderNotice } from '../hooks.ts';
import { payproc, WebhookRefused } from '../payproc.port.ts';
import { selectMerchant, selectOwner, upsertMerchant } from './merchant.sql.ts';

/**
 * Takes what the payment processor tells about something of a merchant. It may come late, twice, in another order or never,
 * so it is only a bell: whoever waits for that thing looks at it now instead of later.
 */
export async function takeNotice(ctx: PublicContext): Promise<void> {
  const provider = ctx.connections.ofService(payproc);
  if (!provider) throw WebhookRefused();
  const { subject, objectId, merchantId } = provider.verifyWebhook(ctx.request.body, ctx.request.headers);
  const { adapter } = provider;
  const organizationId = merchantId && (await selectOwner(ctx.tx, adapter, merchantId));
  if (!organizationId) return;
  const tenant = await ctx.enter(organizationId);
  if (subject === 'merchant') tenant.enqueue(lookAtMerchant, { organizationId });
  await afterProviderNotice(tenant, { adapter, subject, objectId });
}

/** Reads a merchant account anew: what it may do now decides whether customers are shown a way to pay online. */
export const lookAtMerchant = job({
  name: 'payments/look-at-merchant',
  payload: z.object({ organizationId: z.uuid() }),
  run: async (ctx, { organizationId }) => {
    const provider = await ctx.port(organizationId, payproc);
    const { adapter } = provider;
    const known = await ctx.within(organizationId, ({ tx }) => selectMerchant(tx, organizationId, adapter));
    if (!known) return;
    const { id: providerAccountId, ...state } = await provider.readMerchant(known.providerAccountId);
    await ctx.within(organizationId, ({ tx, now }) =>
      upsertMerchant(tx, organizationId, { adapter, providerAccountId, ...state, createdAt: now, updatedAt: now }),
    );
  },
});

import type { WorkContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { afterProviderNotice } from '../hooks.ts';
import { payproc, WebhookRefused } from '../payproc.port.ts';
import { selectMerchant, selectOwner, upsertMerchant } from './merchant.sql.ts';

/**
 * Takes what the payment processor tells about something of a merchant. It may come late, twice, in another order or never,
 * so it is only a bell: whoever waits for that thing looks at it now instead of later.
 */
export async function takeNotice(ctx: WorkContext): Promise<void> {
  const provider = ctx.connections.ofService(payproc);
  if (!provider) throw WebhookRefused();
  const { subject, objectId, merchantId } = provider.verifyWebhook(ctx.request.body, ctx.request.headers);
  const { adapter } = provider;
  const organizationId = merchantId && (await selectOwner(ctx.tx, adapter, merchantId));
  if (!organizationId) return;
  const tenant = await ctx.enter(organizationId);
  if (subject === 'merchant') tenant.enqueue(lookAtMerchant, {});
  await afterProviderNotice(tenant, { adapter, subject, objectId });
}

/** Reads a merchant account anew: what it may do now decides whether customers are shown a way to pay online. */
export const lookAtMerchant = tenantJob({
  name: 'payments/look-at-merchant',
  run: async (ctx) => {
    const provider = await ctx.port(payproc);
    const { adapter } = provider;
    const known = await ctx.transaction(({ tx, organizationId }) => selectMerchant(tx, organizationId, adapter));
    if (!known) return;
    const { id: providerAccountId, ...state } = await provider.readMerchant(known.providerAccountId);
    await ctx.transaction(({ tx, organizationId, now }) =>
      upsertMerchant(tx, organizationId, { adapter, providerAccountId, ...state, createdAt: now, updatedAt: now }),
    );
  },
});

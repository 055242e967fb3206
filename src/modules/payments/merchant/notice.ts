import type { WorkContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { afterProviderNotice } from '../hooks.ts';
import { payproc, WebhookRefused } from '../payproc.port.ts';
import { selectOwner } from './merchant.sql.ts';
import { findMerchant, refreshMerchant } from './merchant.ts';

/**
 * Receives a notice of the payment processor about an object of a merchant. Notices may come late, twice, out of order or
 * never, so a notice only causes the object to be read now instead of later.
 */
export async function receiveNotice(ctx: WorkContext): Promise<void> {
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

/** Reads the state of the merchant account, which decides whether customers are offered online payment. */
export const lookAtMerchant = tenantJob({
  name: 'payments/look-at-merchant',
  run: async (ctx) => {
    const provider = await ctx.port(payproc);
    const known = await findMerchant(ctx, provider);
    if (known) await refreshMerchant(ctx, provider, known);
  },
});

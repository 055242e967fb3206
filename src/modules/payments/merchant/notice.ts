import type { PublicContext } from '#platform/context.ts';
import { payproc, WebhookRefused } from '../payproc.port.ts';
import { selectOwner } from './merchant.sql.ts';

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
  await tenant.callHooks('providerTold', tenant, { adapter, subject, objectId });
}

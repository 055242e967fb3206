import type { ProviderNotice } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectAwaitedCharge } from './charge.sql.ts';
import { followPage } from './page-follow.ts';
import { refund } from './refund-exchange.ts';

/** The provider tells of a page that may be paid, or of money on its way back. */
export async function lookAtPayment(ctx: TenantContext, { adapter, subject, objectId }: ProviderNotice): Promise<void> {
  const { tx, organizationId } = ctx;
  if (subject === 'charge') {
    const charge = await selectAwaitedCharge(tx, organizationId, adapter, objectId);
    if (charge) ctx.enqueue(followPage, { organizationId, chargeId: charge.id, told: true });
  }
  if (subject === 'refund') await refund.lookAt(ctx, objectId);
}

import type { ProviderNotice } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectAwaitedCharge } from './charge.sql.ts';
import { followPage } from './page-follow.ts';
import { selectStandingRefund } from './refund.sql.ts';
import { followRefund } from './refund.ts';

/** The provider tells of a page that may be paid, or of money on its way back. */
export async function lookAtPayment(ctx: TenantContext, { adapter, subject, objectId }: ProviderNotice): Promise<void> {
  const { tx, organizationId } = ctx;
  if (subject === 'charge') {
    const charge = await selectAwaitedCharge(tx, organizationId, adapter, objectId);
    if (charge) ctx.enqueue(followPage, { organizationId, chargeId: charge.id, told: true });
  }
  if (subject === 'refund') {
    const refund = await selectStandingRefund(tx, organizationId, objectId);
    if (refund) ctx.enqueue(followRefund, { organizationId, refundId: refund.id, told: true });
  }
}

import type { ProviderNotice } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { page } from '../payment-page/page-exchange.ts';
import { refund } from '../refund/refund-exchange.ts';
import { returnRefund } from '../return-refund/return-refund-exchange.ts';

export async function followPayment(ctx: TenantContext, { subject, objectId }: ProviderNotice): Promise<void> {
  if (subject === 'charge') await page.lookAt(ctx, objectId);
  if (subject !== 'refund') return;
  await refund.lookAt(ctx, objectId);
  await returnRefund.lookAt(ctx, objectId);
}

import { lookAtChargeOf } from '#modules/contacts/index.ts';
import type { ProviderNotice } from '#modules/payments/index.ts';
import { lookAtDocumentPage } from '#modules/receivables/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { pagePayments, type SharedPage } from '../tables.ts';
import { prepayment } from './prepayment.ts';

/** Looks up the outcome of a payment of this page now. A provider that fails is asked again later. */
export async function lookAtPayment(steps: TenantSteps, page: SharedPage, paymentId: string): Promise<void> {
  const payment = await steps.transaction((ctx) => pagePayments.find(ctx, { pageId: page.id, id: paymentId }));
  if (payment?.status !== 'requested') return;
  try {
    if (payment.channel === 'saved') await lookAtChargeOf(steps, paymentId);
    else if (page.kind === 'document') await lookAtDocumentPage(steps, paymentId);
    else if (payment.channel === 'page') await prepayment.advance(steps, paymentId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

export async function lookAtPrepayment(ctx: TenantContext, { subject, objectId }: ProviderNotice): Promise<void> {
  if (subject === 'charge') await prepayment.lookAt(ctx, objectId);
}

import type { z } from 'zod';
import { findDocumentPayment, isRefunded, isWithdrawn } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import type { PaymentStatus } from '../page/page.schema.ts';
import type { PagePayment, SharedPage } from '../tables.ts';
import { prepayment } from './prepayment.ts';

const open = { status: 'open', declineReason: null } as const;

/** How far a payment is, from what its provider last answered. */
export async function describePayment(ctx: TenantContext, page: SharedPage, payment: PagePayment) {
  const { id, amount, currency, createdAt } = payment;
  const { status, declineReason } = await progressOf(ctx, page, payment);
  return { id, status, amount: fromMinor(amount, currency), currency, declineReason, createdAt };
}

async function progressOf(ctx: TenantContext, page: SharedPage, payment: PagePayment): Promise<Progress> {
  if (payment.status === 'settled') {
    return { status: page.kind === 'document' ? await keptAs(ctx, payment) : 'succeeded', declineReason: null };
  }
  const answer =
    page.kind === 'document'
      ? await findDocumentPayment(ctx, payment.id)
      : (await prepayment.find(ctx, payment.id))?.answer;
  if (payment.status === 'failed')
    return { status: answer?.declineReason ? 'failed' : 'canceled', declineReason: answer?.declineReason ?? null };
  if (!answer) return open;
  const { state, declineReason = null } = answer;
  if (state === 'failed') return { status: 'failed', declineReason };
  if (state === 'processing' || state === 'requires_action') return { status: state, declineReason };
  return open;
}

/** Whether money that was received for a document was kept. */
async function keptAs(ctx: TenantContext, { id }: PagePayment): Promise<'succeeded' | 'refunded' | 'disputed'> {
  if (await isRefunded(ctx, id)) return 'refunded';
  return (await isWithdrawn(ctx, id)) ? 'disputed' : 'succeeded';
}

interface Progress {
  status: z.output<typeof PaymentStatus>;
  declineReason: string | null;
}

import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { type PagePayment, pagePayments, type SharedPage } from '../tables.ts';

/** The key of a payment was used while this one began. Undoes what this one did; the first one is the payment. */
export class PaymentRepeated extends Error {}

/** The payment that was begun with this key on this page. */
export const findRepeated = async (
  ctx: TenantContext,
  page: SharedPage,
  paymentKey: string | undefined,
): Promise<PagePayment | undefined> =>
  paymentKey === undefined ? undefined : pagePayments.find(ctx, { pageId: page.id, paymentKey });

type Noted = Pick<PagePayment, 'id' | 'channel' | 'amount' | 'currency' | 'pendingRecordId'> & {
  paymentKey?: string | undefined;
  methodId?: string;
};

/** Notes which page a charge for a document belongs to, in the transaction that records the charge. */
export async function notePayment(ctx: TenantContext, page: SharedPage, noted: Noted): Promise<void> {
  const { paymentKey = null, methodId = null, ...payment } = noted;
  const row = { ...payment, pageId: page.id, paymentKey, methodId, status: 'requested' as const, createdAt: realNow() };
  if (await pagePayments.insertUnlessTaken(ctx, row)) return;
  const isKnown = await pagePayments.exists(ctx, payment.id);
  if (!isKnown && paymentKey && (await findRepeated(ctx, page, paymentKey))) throw new PaymentRepeated();
}

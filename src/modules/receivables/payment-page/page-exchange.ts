import { selectPendingRecord } from '#modules/invoicing/index.ts';
import { bookCharge } from '../charge/book-charge.ts';
import { afterDocumentCharge, fillInReturnUrl } from '../hooks.ts';
import { documentCharges } from '../tables.ts';
import { excessRefund } from './excess-refund.ts';
import { hostedPage } from './hosted-page.ts';
import { payUrlOf } from './pay-link.ts';

/** A page of the payment processor for an amount that is due on a document. */
export const page = hostedPage({
  name: 'receivables/page',
  find: async (ctx, id) => {
    const charge = await documentCharges.find(ctx, id);
    if (!charge) return null;
    const document = await selectPendingRecord(ctx, charge.pendingRecordId);
    const link = { url: `${payUrlOf(ctx, charge.pendingRecordId)}?returned=true` };
    await fillInReturnUrl(ctx, id, link);
    const { amount, currency, customerReference: customerId } = charge;
    const description = document!.kind === 'loan' ? `Préstamo ${document!.number}` : `Factura ${document!.number}`;
    const isOver = document!.status === 'void';
    return { adapter: charge.adapter!, amount, currency, customerId, description, returnUrl: link.url, isOver };
  },
  settle: async (ctx, { id, state, reference }) => {
    if (state !== 'done') {
      const failed = await documentCharges.update(ctx, id, { status: 'failed' });
      return afterDocumentCharge(ctx, { ...failed, status: 'failed' });
    }
    await documentCharges.update(ctx, id, { chargeId: reference });
    const { refund } = await bookCharge(ctx, id, 'payout');
    if (refund > 0n) await excessRefund.begin(ctx, id);
  },
});

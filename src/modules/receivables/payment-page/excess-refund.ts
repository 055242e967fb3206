import { processorAccount } from '#modules/accounting/index.ts';
import { lockPendingRecord } from '#modules/invoicing/index.ts';
import { openRefundConnection, type Refund, type RefundConnection } from '#modules/payments/index.ts';
import { exchange } from '#platform/ports/exchange.ts';
import { bookDebt } from '../charge/book-charge.ts';
import { reportRefundOf } from '../refund/refund-news.ts';
import { type DocumentCharge, documentCharges } from '../tables.ts';

const states = { pending: 'open', succeeded: 'done', failed: 'refused' } as const;

/** Refunds the part of a page payment that was no longer due, if the document has no contact to credit. */
export const excessRefund = exchange<
  { charge: DocumentCharge; connection: RefundConnection },
  { state: Refund['state'] }
>({
  name: 'receivables/excess-refund',
  prepare: async (ctx, id) => {
    const charge = await documentCharges.get(ctx, id);
    const taken = { provider: 'payproc', adapter: charge.adapter!, reference: charge.chargeId! } as const;
    return { charge, connection: await openRefundConnection(ctx, taken) };
  },
  ask: async ({ charge, connection }, { key, reference, askedAt, isKeyForgotten }) => {
    if (!reference && isKeyForgotten) return { state: 'lost', answer: null };
    const wanted = { id: `${key}-refund`, amount: charge.refund, otherRefunds: 0n, reference, isKeyForgotten };
    const { id, state } = await connection.refund({ ...wanted, isRepeated: askedAt !== null });
    return { state: states[state], answer: { state }, reference: id };
  },
  followUpAfterSeconds: 0,
  settle: async (ctx, { id, state, before }) => {
    const [isOwed, wasOwed] = [isOver(state), isOver(before)];
    if (isOwed === wasOwed) return;
    const { pendingRecordId, refund: amount, currency } = await documentCharges.get(ctx, id);
    const document = await lockPendingRecord(ctx, pendingRecordId);
    const { id: accountId } = await processorAccount(ctx, currency);
    await bookDebt(ctx, document, { chargeId: id, accountId, amount, currency }, isOwed ? 'owed' : 'returned');
    if (isOwed) await reportRefundOf(ctx, pendingRecordId, 'excess');
  },
});

/** The card does not get the money: until then the excess is in no account, because it is on its way back. */
const isOver = (state: string): boolean => state === 'refused' || state === 'lost';

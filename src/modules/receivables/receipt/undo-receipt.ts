import { lockPendingRecords, PaymentIsVoid, selectPaymentsOfRecords } from '#modules/invoicing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { beginUndo, PaymentElsewhere } from '../pay/undo.ts';
import { advanceRefund } from '../refund/refund.ts';
import { paymentReceipts } from '../tables.ts';
import { linesOf, readReceipt } from './receipt.ts';

/** Undoes all payments of a receipt. Payments by card are refunded first, one after the other. */
export async function undoReceipt(ctx: TenantSteps, id: string) {
  const refunds = await ctx.transaction((inside) => beginUndoAll(inside, id));
  for (const refund of refunds) await advanceRefund(ctx, refund);
  return ctx.transaction((inside) => readReceipt(inside, id));
}

/** Undoes what can be undone at once, and answers the refunds that must be made. */
async function beginUndoAll(ctx: TenantContext, id: string): Promise<string[]> {
  await paymentReceipts.get(ctx, id);
  const left = (await linesOf(ctx, id)).filter(({ undone }) => !undone);
  if (left.length === 0) throw PaymentIsVoid('All payments of this receipt are void already.');
  await lockPendingRecords(
    ctx,
    left.flatMap(({ pendingRecordId }) => pendingRecordId ?? []),
  );
  const payments = await selectPaymentsOfRecords(
    ctx,
    left.map(({ recordId }) => recordId),
  );
  const refunds: string[] = [];
  for (const { recordId } of left) {
    const ofRecord = payments.filter((each) => each.recordId === recordId);
    if (ofRecord.length === 0)
      throw PaymentElsewhere('The receipt has money in advance or interest: undo its payments one by one.');
    const payment = ofRecord.find(({ voidedAt }) => !voidedAt);
    // Another call undid it while this one waited for the document.
    if (!payment) continue;
    const refund = await beginUndo(ctx, payment.id);
    if (refund) refunds.push(refund.id);
  }
  return refunds;
}

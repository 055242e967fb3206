import { z } from 'zod';
import { createReturn, NothingToReturn, NotReturnable } from '#modules/fulfilment/index.ts';
import { selectPendingRecord } from '#modules/invoicing/index.ts';
import { NotPaidByCard } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { isRefusal } from '#platform/ports/port.ts';
import type { Booking, Schedule } from '../tables.ts';

/** Whether the paid deposit is refunded if its person cancels the booking now. Null: no deposit was paid. */
export async function depositIfCanceled(
  ctx: TenantContext,
  { state, invoiceId, startsAt }: Booking,
  { depositRefundHours: hours }: Schedule,
): Promise<'refunded' | 'kept' | null> {
  const invoice = state === 'booked' && invoiceId ? await selectPendingRecord(ctx, invoiceId) : undefined;
  if (!invoice || invoice.paid === 0n) return null;
  const isFree =
    hours !== null && Temporal.Instant.compare(ctx.now, Temporal.Instant.from(startsAt).subtract({ hours })) <= 0;
  return isFree ? 'refunded' : 'kept';
}

/** Refunds a deposit to the card that paid it; one that was paid otherwise becomes balance of the contact. */
export const refundDeposit = tenantJob({
  name: 'bookings/refund-deposit',
  payload: { invoiceId: z.uuid() },
  run: async (ctx, { invoiceId: pendingRecordId }) => {
    const whole = { pendingRecordId, status: 'issued', reason: 'Reserva cancelada' } as const;
    const giveBack = (refund?: { toCard: true }) =>
      ctx.transaction((unit) => createReturn(unit, { ...whole, ...(refund && { refund }) }));
    try {
      await giveBack({ toCard: true }).catch((error: unknown) => {
        if (isRefusal(error, NotPaidByCard)) return giveBack();
        throw error;
      });
    } catch (error) {
      // The job may run twice, or the business may have returned the deposit or voided its invoice before.
      if (!isRefusal(error, NothingToReturn, NotReturnable)) throw error;
    }
  },
});

import { z } from 'zod';
import { createReturn, NothingToReturn, NotReturnable } from '#modules/fulfilment/index.ts';
import { selectPayments, selectPendingRecord } from '#modules/invoicing/index.ts';
import { NotPaidByCard } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { isRefusal } from '#platform/ports/port.ts';
import type { Booking, Schedule } from '../tables.ts';

/** Whether the paid deposit is refunded if its person cancels the booking now. Null: no deposit was paid. */
export async function depositIfCanceled(
  ctx: TenantContext,
  booking: Booking,
  { depositRefundHours: hours }: Schedule,
): Promise<'refunded' | 'kept' | null> {
  if (booking.state !== 'booked' || !(await hasPaidDeposit(ctx, booking))) return null;
  const start = Temporal.Instant.from(booking.startsAt);
  const isFree = hours !== null && Temporal.Instant.compare(ctx.now, start.subtract({ hours })) <= 0;
  return isFree ? 'refunded' : 'kept';
}

async function hasPaidDeposit(ctx: TenantContext, { invoiceId }: Booking): Promise<boolean> {
  const invoice = invoiceId ? await selectPendingRecord(ctx, invoiceId) : undefined;
  return !!invoice && invoice.paid > 0n;
}

/** How a deposit is refunded. */
export type DepositRefund = 'card' | 'balance';

/**
 * How the deposit is refunded when the booking is canceled; null: it is not. A visitor gets it back within the time that the schedule
 * says. The business that cancels what it sold refunds it, unless staff decide otherwise or the time of the booking was used.
 */
export async function refundOnCancel(
  ctx: TenantContext,
  booking: Booking,
  schedule: Schedule,
  { by, refundDeposit }: Cancellation,
): Promise<DepositRefund | null> {
  const isRefunded =
    by === 'visitor'
      ? (await depositIfCanceled(ctx, booking, schedule)) === 'refunded'
      : (refundDeposit ?? booking.state === 'booked') && (await hasPaidDeposit(ctx, booking));
  if (!isRefunded) return null;
  const payments = await selectPayments(ctx, booking.invoiceId!);
  return payments.some(({ source, voidedAt }) => source === 'card' && !voidedAt) ? 'card' : 'balance';
}

/** Who cancels a booking, and whether staff want the deposit refunded. */
export interface Cancellation {
  by: 'visitor' | 'staff';
  refundDeposit?: boolean | undefined;
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

import { z } from 'zod';
import { createReturn, NothingToReturn, NotReturnable } from '#modules/fulfilment/index.ts';
import { DocumentIsVoid, DocumentSettled, selectPendingRecord, voidPendingRecord } from '#modules/invoicing/index.ts';
import { NotPaidByCard } from '#modules/receivables/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { isRefusal } from '#platform/ports/port.ts';

/** Voids the invoice of a deposit whose hold has ended. One that was paid at the last moment is dealt with there. */
export const voidDeposit = tenantJob({
  name: 'bookings/void-deposit',
  payload: { invoiceId: z.uuid() },
  run: async (ctx, { invoiceId }) => {
    if (await voidUnpaid(ctx, invoiceId)) return;
    const invoice = await ctx.transaction((unit) => selectPendingRecord(unit, invoiceId));
    if (invoice!.paid < invoice!.due) await giveBack(ctx, invoiceId);
  },
});

/** Refunds a deposit to the card that paid it; one that was paid otherwise becomes balance of the contact. */
export const refundDeposit = tenantJob({
  name: 'bookings/refund-deposit',
  payload: { invoiceId: z.uuid() },
  run: async (ctx, { invoiceId }) => {
    if (!(await voidUnpaid(ctx, invoiceId))) await giveBack(ctx, invoiceId);
  },
});

/** Answers false for an invoice of which something was paid: that one stays. */
async function voidUnpaid(ctx: TenantSteps, id: string): Promise<boolean> {
  try {
    await ctx.transaction((unit) => voidPendingRecord(unit, { id }));
  } catch (error) {
    if (isRefusal(error, DocumentSettled)) return false;
    if (!isRefusal(error, DocumentIsVoid)) throw error;
  }
  return true;
}

async function giveBack(ctx: TenantSteps, pendingRecordId: string): Promise<void> {
  const whole = { pendingRecordId, status: 'issued', reason: 'Reserva cancelada' } as const;
  const returned = (refund?: { toCard: true }) =>
    ctx.transaction((unit) => createReturn(unit, { ...whole, ...(refund && { refund }) }));
  try {
    await returned({ toCard: true }).catch((error: unknown) => {
      if (isRefusal(error, NotPaidByCard)) return returned();
      throw error;
    });
  } catch (error) {
    // The job may run twice, or the business may have returned the deposit or voided its invoice before.
    if (!isRefusal(error, NothingToReturn, NotReturnable)) throw error;
  }
}

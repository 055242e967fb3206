import { z } from 'zod';
import { notify } from '#modules/collaboration/index.ts';
import { createReturn, NothingToReturn, NotReturnable } from '#modules/fulfilment/index.ts';
import {
  DocumentIsVoid,
  DocumentSettled,
  lockPendingRecord,
  selectElements,
  selectPendingRecord,
  voidPendingRecord,
} from '#modules/invoicing/index.ts';
import { ContactRequired, NotPaidByCard, payDocument } from '#modules/receivables/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { divideRounded, fromMillionths, MILLION } from '#platform/decimal.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { bookings, schedules } from '../tables.ts';

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

/** Credits the unpaid rest of a deposit whose paid part is kept, so that nobody is asked for it. */
export const creditUnpaidDeposit = tenantJob({
  name: 'bookings/credit-unpaid-deposit',
  payload: { invoiceId: z.uuid() },
  run: (ctx, { invoiceId }) => ctx.transaction((unit) => creditUnpaid(unit, invoiceId)),
});

async function creditUnpaid(ctx: TenantContext, id: string): Promise<void> {
  const { status, balance } = await lockPendingRecord(ctx, id);
  if (status !== 'issued' || balance === 0n) return;
  const [line] = (await selectElements(ctx, [id])).get(id)!;
  const share = divideRounded(balance * MILLION, line!.total);
  const isMore = divideRounded(line!.total * share, MILLION) > balance;
  const lines = [{ elementId: line!.id, quantity: fromMillionths(isMore ? share - 1n : share) }];
  await createReturn(ctx, { pendingRecordId: id, status: 'issued', reason: 'Reserva cancelada', lines });
  // A share has six decimals, so some cents of a large deposit are left.
  if ((await selectPendingRecord(ctx, id))!.balance > 0n)
    await payDocument(ctx, { id, payments: [{ writeOff: true }], overpayment: 'refuse' });
}

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
    if (isRefusal(error, ContactRequired)) return ctx.transaction((unit) => notifyOfRefund(unit, pendingRecordId));
    // The job may run twice, or the business may have returned the deposit or voided its invoice before.
    if (!isRefusal(error, NothingToReturn, NotReturnable)) throw error;
  }
}

/** Without a card and without a contact there is nobody whom the service can credit: a person must pay the money back. */
async function notifyOfRefund(ctx: TenantContext, invoiceId: string): Promise<void> {
  const booking = await bookings.find(ctx, { invoiceId });
  if (!booking) return;
  const { title } = await schedules.get(ctx, booking.scheduleId);
  await notify(ctx, [await actingUser(ctx)], {
    kind: 'booking-deposit-refund',
    es: {
      title: `Devuelve el depósito: ${title}`,
      body: `La reserva de ${booking.name} se canceló. El depósito no se pagó con tarjeta y la factura no tiene contacto, así que debes devolver el dinero por tu cuenta.`,
    },
    en: {
      title: `Return the deposit: ${title}`,
      body: `The booking of ${booking.name} was cancelled. The deposit was not paid by card and the invoice has no contact, so you have to return the money yourself.`,
    },
    data: { bookingId: booking.id, invoiceId },
  });
}

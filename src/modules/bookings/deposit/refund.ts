import { selectPayments, selectPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import type { Booking, Schedule } from '../tables.ts';

/** Whether the paid deposit is refunded if its person cancels the booking now. Null: no deposit was paid. */
export async function depositIfCanceled(
  ctx: TenantContext,
  booking: Booking,
  schedule: Schedule,
): Promise<'refunded' | 'kept' | null> {
  if (booking.state !== 'booked' || !(await hasPaidDeposit(ctx, booking))) return null;
  return isInTime(ctx, booking, schedule) ? 'refunded' : 'kept';
}

/** Moving a booking after its deadline does not make its deposit refundable. */
export function isInTime(
  ctx: TenantContext,
  { startsAt, depositKept }: Booking,
  { depositRefundHours: hours }: Schedule,
): boolean {
  if (hours === null || depositKept) return false;
  return !isAfter(ctx.now, Temporal.Instant.from(startsAt).subtract({ hours }));
}

async function hasPaidDeposit(ctx: TenantContext, { invoiceId }: Booking): Promise<boolean> {
  const invoice = invoiceId ? await selectPendingRecord(ctx, invoiceId) : undefined;
  return !!invoice && invoice.paid > 0n;
}

/** How a deposit is refunded: `business` is by hand, where it was not paid by card and there is no contact to credit. */
export type DepositRefund = 'card' | 'balance' | 'business';

/** Null: nothing of the deposit was paid. */
export async function refundOf(ctx: TenantContext, booking: Booking): Promise<DepositRefund | null> {
  if (!(await hasPaidDeposit(ctx, booking))) return null;
  const payments = await selectPayments(ctx, booking.invoiceId!);
  if (payments.some(({ source, voidedAt }) => source === 'card' && !voidedAt)) return 'card';
  const { contactId } = (await selectPendingRecord(ctx, booking.invoiceId!))!;
  return contactId ? 'balance' : 'business';
}

/** After the end of a hold only a deposit that was paid in part is refunded. One that was paid at the last moment may still book. */
export async function refundOfExpired(ctx: TenantContext, booking: Booking): Promise<DepositRefund | null> {
  const { paid, due } = (await selectPendingRecord(ctx, booking.invoiceId!))!;
  return paid < due ? refundOf(ctx, booking) : null;
}

/** Who cancels a booking and why, and whether staff want the deposit refunded. */
export interface Cancellation {
  by: 'visitor' | 'staff';
  reason?: string | undefined;
  refundDeposit?: boolean | undefined;
}

/**
 * Whether the person neither loses nor owes the deposit when the booking is canceled. For a visitor the schedule sets the deadline.
 * The business that cancels what it sold refunds it, unless staff decide otherwise or the time of the booking was used.
 */
export async function releasesDeposit(
  ctx: TenantContext,
  booking: Booking,
  schedule: Schedule,
  { by, refundDeposit }: Cancellation,
): Promise<boolean> {
  if (!booking.invoiceId) return false;
  if (booking.state === 'held') return refundDeposit !== false || !(await hasPaidDeposit(ctx, booking));
  return by === 'visitor' ? isInTime(ctx, booking, schedule) : (refundDeposit ?? booking.state === 'booked');
}

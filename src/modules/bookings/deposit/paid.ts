import { notify } from '#modules/collaboration/index.ts';
import { invoicePaid, selectPendingRecord, selectReturnedNet } from '#modules/invoicing/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { notifyBooked } from '../letter/host-notice.ts';
import { sendLetter } from '../letter/letter.ts';
import { holdSchedulesAlone, SlotTaken, takePlace } from '../registration/place.ts';
import { planOf } from '../slot/offers.ts';
import { type Booking, bookings, type Schedule } from '../tables.ts';

/** Confirms bookings whose deposit was paid. */
export const confirmPaid = subscriber({
  name: 'bookings/confirm-paid',
  follows: [invoicePaid],
  handle: async (ctx, events) => {
    const invoiceId = events.map(({ payload }) => payload.invoiceId);
    const paid = await bookings.all(ctx, { invoiceId }, { columns: ['scheduleId'] });
    const held = await holdSchedulesAlone(ctx, [...new Set(paid.map(({ scheduleId }) => scheduleId))]);
    const byId = new Map(held.map((schedule) => [schedule.id, schedule]));
    const found = await bookings.all(ctx, { invoiceId }, { lock: 'FOR UPDATE', orderBy: ['id'] });
    for (const booking of found) await confirm(ctx, booking, byId.get(booking.scheduleId)!);
  },
});

async function confirm(ctx: TenantContext, booking: Booking, schedule: Schedule): Promise<void> {
  const isLate = booking.state === 'canceled' && booking.canceledBy === 'expiry';
  if ((booking.state !== 'held' && !isLate) || !(await isPaid(ctx, booking.invoiceId!))) return;
  const sessionId = isLate ? await takeAgain(ctx, booking, schedule) : booking.sessionId;
  if (!sessionId) return notifyUnplaced(ctx, booking, schedule);
  const confirmed = await bookings.update(ctx, booking.id, {
    state: 'booked',
    sessionId,
    holdExpiresAt: null,
    canceledAt: null,
    canceledBy: null,
    // The page may have sent the same submission again meanwhile, and made another booking.
    ...(isLate && { submissionHash: null }),
    updatedAt: ctx.now,
  });
  await sendLetter(ctx, 'booked', { booking: confirmed, schedule });
  await notifyBooked(ctx, confirmed, schedule);
}

/** A return that gives back the part that was paid settles the invoice, too. */
async function isPaid(ctx: TenantContext, invoiceId: string): Promise<boolean> {
  const { balance, baseNet } = (await selectPendingRecord(ctx, invoiceId))!;
  return balance === 0n && (await selectReturnedNet(ctx, invoiceId)) < baseNet;
}

/** The money came after the hold had ended: the place is booked if it is still free. */
async function takeAgain(ctx: TenantContext, { startsAt }: Booking, schedule: Schedule): Promise<string | null> {
  if (schedule.canceledAt !== null || !isAfter(startsAt, ctx.now)) return null;
  const outcome = await ctx.attempt(async (inside) =>
    takePlace(inside, await planOf(inside, schedule), Date.parse(startsAt)),
  );
  if (outcome.status === 'fulfilled') return outcome.value;
  if (isRefusal(outcome.reason, SlotTaken)) return null;
  throw outcome.reason;
}

const notifyUnplaced = async (ctx: TenantContext, { id, name, invoiceId }: Booking, { title }: Schedule) =>
  notify(ctx, [await actingUser(ctx)], {
    kind: 'booking-deposit-late',
    es: {
      title: `Depósito pagado sin lugar: ${title}`,
      body: `${name} pagó el depósito después de vencer la reserva, y ya no hay lugar. Ofrécele otra hora o devuelve el dinero.`,
    },
    en: {
      title: `Deposit paid without a place: ${title}`,
      body: `${name} paid the deposit after the reservation had expired, and there is no place left. Offer another time or return the money.`,
    },
    data: { bookingId: id, invoiceId: invoiceId! },
  });

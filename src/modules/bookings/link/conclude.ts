import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatMoney } from '#platform/format.ts';
import { fromMinor } from '#platform/money.ts';
import { askForDeposit } from '../deposit/ask.ts';
import { notifyBooked } from '../letter/host-notice.ts';
import { sendLetter } from '../letter/letter.ts';
import { bookingUrl } from '../secret-address.ts';
import type { Booking, Schedule } from '../tables.ts';
import type { OpenedLink } from './link.ts';

/** Asks for the deposit of a new booking, or confirms it by e-mail. */
export async function concludeBooking({ ctx, schedule }: OpenedLink, booking: Booking) {
  const asks = booking.state === 'booked' && schedule.deposit !== null;
  const asked = asks ? await askForDeposit(ctx, booking, schedule) : null;
  if (!asked) await sendLetter(ctx, booking.state === 'waiting' ? 'waiting' : 'booked', { booking, schedule });
  if (!asked && booking.state === 'booked') await notifyBooked(ctx, booking, schedule);
  return {
    state: (asked?.booking ?? booking).state as 'booked' | 'held' | 'waiting',
    url: bookingUrl(ctx, booking),
    payUrl: asked?.payUrl ?? null,
  };
}

export async function depositOf(ctx: TenantContext, { deposit }: Schedule) {
  if (deposit === null) return null;
  const amount = fromMinor(deposit, ctx.currency);
  const text = formatMoney(amount, ctx.currency, await readSettings(ctx, generalSettings));
  return { amount, currency: ctx.currency, text };
}

import {
  createRecurrent,
  fillInPayLink,
  NewPendingRecord,
  type PayLink,
  selectPendingRecord,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { earlierInstant } from '#platform/date.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { sendLetter } from '../letter/letter.ts';
import { type Booking, bookings, type Schedule } from '../tables.ts';
import { holdExpiry } from '../ticks.ts';

export const DepositNotPayable = refusal(
  'deposit_not_payable',
  'The deposit cannot be paid online at the moment. Ask the business to book for you.',
  409,
);

const titles = { es: 'Depósito', en: 'Deposit' };

/** Holds the place of a booking until its deposit is paid: an invoice without a fiscal receipt, paid on the payment page. */
export async function askForDeposit(
  ctx: TenantContext,
  booking: Booking,
  schedule: Schedule,
): Promise<{ booking: Booking; payUrl: string }> {
  const description = `${titles[booking.language]}: ${schedule.title}`;
  const unitPrice = fromMinor(schedule.deposit!, ctx.currency);
  const given = {
    contactId: booking.contactId,
    dueOn: ctx.today.toString(),
    fiscalType: null,
    elements: [{ description, unitPrice }],
  };
  const { id } = await (await createRecurrent(ctx, NewPendingRecord.parse(given))).now();
  const link: PayLink = { url: null };
  await fillInPayLink(ctx, (await selectPendingRecord(ctx, id))!, link);
  if (!link.url) throw DepositNotPayable();
  const limit = ctx.now.add({ minutes: schedule.holdMinutes });
  const holdExpiresAt = earlierInstant(limit, Temporal.Instant.from(booking.startsAt));
  ctx.wakeAt(holdExpiry, holdExpiresAt);
  const held = await bookings.update(ctx, booking.id, {
    state: 'held',
    holdExpiresAt,
    invoiceId: id,
    version: booking.version,
  });
  await sendLetter(ctx, 'held', { booking: held, schedule });
  return { booking: held, payUrl: link.url };
}

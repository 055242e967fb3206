import type { TenantContext } from '#platform/context.ts';
import { refundOfExpired } from '../deposit/refund.ts';
import { voidDeposit } from '../deposit/release.ts';
import { sendLetter } from '../letter/letter.ts';
import { bookings, schedules } from '../tables.ts';
import { givePlacesBack } from './place.ts';
import { lockExpiredHolds } from './registration.sql.ts';

const BATCH = 100;

export interface FreedTime {
  scheduleId: string;
  startsAt: string;
}

/** Gives the places of holds of these schedules back that have ended. Answers the times at which places became free. */
export async function releaseExpiredHolds(ctx: TenantContext, scheduleIds: readonly string[]): Promise<FreedTime[]> {
  const expired = await lockExpiredHolds(ctx, scheduleIds, { now: ctx.now, limit: BATCH });
  for (const { id, sessionId, scheduleId, invoiceId } of expired) {
    const schedule = await schedules.get(ctx, scheduleId);
    const booking = await bookings.update(ctx, id, {
      state: 'canceled',
      sessionId: null,
      holdExpiresAt: null,
      canceledAt: ctx.now,
      canceledBy: 'expiry',
      updatedAt: ctx.now,
    });
    await givePlacesBack(ctx, schedule, sessionId);
    // A hold without a deposit was made by staff, and nobody was written to.
    if (!invoiceId) continue;
    ctx.enqueue(voidDeposit, { invoiceId });
    await sendLetter(ctx, 'expired', { booking, schedule, refund: await refundOfExpired(ctx, booking) });
  }
  return expired;
}

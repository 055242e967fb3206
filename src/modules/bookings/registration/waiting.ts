import type { TenantContext } from '#platform/context.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { askForDeposit } from '../deposit/ask.ts';
import { sendLetter } from '../letter/letter.ts';
import { planOf } from '../slot/offers.ts';
import { bookings, schedules } from '../tables.ts';
import { holdExpiry } from '../ticks.ts';
import { type FreedTime, nextHoldExpiry, releaseExpiredHolds } from './expiry.ts';
import { SlotTaken, takePlace } from './place.ts';
import { lockFirstWaiting } from './places.sql.ts';

/** Gives a place that became free to the first who waits for it. Where a deposit is asked, it is held for them. */
export async function promoteWaiting(ctx: TenantContext, { scheduleId, startsAt }: FreedTime): Promise<void> {
  const schedule = await schedules.get(ctx, scheduleId);
  const hasBegun = Temporal.Instant.compare(Temporal.Instant.from(startsAt), ctx.now) <= 0;
  if (!schedule.hasWaitingList || schedule.canceledAt || hasBegun) return;
  const id = await lockFirstWaiting(ctx, scheduleId, startsAt);
  if (!id) return;
  const outcome = await ctx.attempt(async (inside) =>
    takePlace(inside, await planOf(inside, schedule), Date.parse(startsAt)),
  );
  if (outcome.status === 'rejected') {
    if (isRefusal(outcome.reason, SlotTaken)) return;
    throw outcome.reason;
  }
  const promoted = await bookings.update(ctx, id, { state: 'booked', sessionId: outcome.value, updatedAt: ctx.now });
  if (schedule.deposit !== null && promoted.source !== 'staff') await askForDeposit(ctx, promoted, schedule);
  else await sendLetter(ctx, 'promoted', { booking: promoted, schedule });
}

/** The tick of holds: releases those that have ended and gives their places on. */
export async function tickHolds(ctx: TenantContext): Promise<Temporal.Instant | null> {
  for (const freed of await releaseExpiredHolds(ctx)) await promoteWaiting(ctx, freed);
  const next = await nextHoldExpiry(ctx);
  if (next) ctx.wakeAt(holdExpiry, next);
  return next;
}

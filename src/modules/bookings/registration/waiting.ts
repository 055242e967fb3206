import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { askForDeposit, DepositNotPayable } from '../deposit/ask.ts';
import { notifyBooked } from '../letter/host-notice.ts';
import { sendLetter } from '../letter/letter.ts';
import { planOf } from '../slot/offers.ts';
import { type Booking, bookings, type Schedule, schedules } from '../tables.ts';
import { type FreedTime, releaseExpiredHolds } from './expiry.ts';
import { holdSchedule, holdSchedulesAlone, SlotTaken, takePlace } from './place.ts';
import { selectSchedulesOfExpired, selectWaitingTimes } from './registration.sql.ts';

/** More places than this are not given on in one change. */
const PROMOTED_MAX = 1000;

/** Gives a place that became free to the first who waits for it. Answers whether somebody got one. */
export async function promoteWaiting(ctx: TenantContext, { scheduleId, startsAt }: FreedTime): Promise<boolean> {
  const schedule = await schedules.get(ctx, scheduleId);
  const hasBegun = !isAfter(startsAt, ctx.now);
  if (!schedule.hasWaitingList || schedule.canceledAt || hasBegun) return false;
  const waiting = { scheduleId, startsAt, state: 'waiting' } as const;
  const first = await bookings.find(ctx, waiting, { orderBy: ['createdAt', 'id'], lock: 'FOR UPDATE SKIP LOCKED' });
  if (!first) return false;
  const outcome = await ctx.attempt((inside) => promote(inside, schedule, first));
  if (outcome.status === 'fulfilled') return true;
  // Who gave the place back must not be refused because of the next in line, who goes on waiting.
  if (isRefusal(outcome.reason, SlotTaken, DepositNotPayable)) return false;
  throw outcome.reason;
}

/** Where a deposit is asked, the place is held for them. */
async function promote(ctx: TenantContext, schedule: Schedule, { id, startsAt }: Booking): Promise<void> {
  const sessionId = await takePlace(ctx, await planOf(ctx, schedule), Date.parse(startsAt));
  const promoted = await bookings.update(ctx, id, { state: 'booked', sessionId, updatedAt: ctx.now });
  if (schedule.deposit !== null && promoted.source !== 'staff') await askForDeposit(ctx, promoted, schedule);
  else {
    await sendLetter(ctx, 'promoted', { booking: promoted, schedule });
    await notifyBooked(ctx, promoted, schedule);
  }
}

/** Gives the places of a schedule that has more of them to those who wait. */
export async function promoteAllWaiting(ctx: TenantContext, scheduleId: string): Promise<void> {
  let left = PROMOTED_MAX;
  for (const startsAt of await selectWaitingTimes(ctx, scheduleId, { after: ctx.now, limit: PROMOTED_MAX }))
    while (left > 0 && (await promoteWaiting(ctx, { scheduleId, startsAt }))) left--;
}

/** Holds the schedule and ends all holds that are over. Those who wait get their places, before anybody else books them. */
export async function holdAndPassOn(ctx: TenantContext, schedule: Schedule): Promise<void> {
  const expired = await selectSchedulesOfExpired(ctx, ctx.now);
  if (expired.length > 0) await passOnExpiredHolds(ctx, [...expired, schedule.id]);
  await holdSchedule(ctx, schedule);
}

async function passOnExpiredHolds(ctx: TenantContext, scheduleIds: readonly string[]): Promise<void> {
  await holdSchedulesAlone(ctx, scheduleIds);
  for (const freed of await releaseExpiredHolds(ctx, scheduleIds)) await promoteWaiting(ctx, freed);
}

/** The tick of holds. */
export async function tickHolds(ctx: TenantContext): Promise<string | null> {
  await passOnExpiredHolds(ctx, await selectSchedulesOfExpired(ctx, ctx.now));
  return bookings.min(ctx, 'holdExpiresAt', { state: 'held' });
}

import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { isAnnounced, sendLetter } from '../letter/letter.ts';
import { createSession } from '../registration/place.ts';
import { insertBusyHosts } from '../registration/registration.sql.ts';
import { cancel, holdExpiryAt } from '../registration/registration.ts';
import { planReminders } from '../reminder/plan.ts';
import { busySpan, hostIdsOf } from '../slot/offers.ts';
import {
  bookings,
  type Schedule,
  type ScheduleHost,
  scheduleHosts,
  scheduleSessions,
  schedules,
  sessionHosts,
} from '../tables.ts';
import { selectOpenBookings } from './schedule.sql.ts';

export const HostBusy = refusal(
  'host_busy',
  'A host or resource of the schedule is busy at that time: choose another time.',
  409,
);
export const TooManyBookings = refusal(
  'too_many_bookings',
  'The schedule has too many bookings to change them at once: cancel some of them first.',
  409,
);
const BOOKINGS_MAX = 1000;

/** Makes the hosts of a new event busy for its time. */
export async function openEvent(ctx: TenantContext, schedule: Schedule, hosts: Pick<ScheduleHost, 'hostId'>[]) {
  const hostIds = hostIdsOf({ schedule, hosts });
  const opened = await createSession(ctx, schedule, Date.parse(schedule.startsAt!), { hostIds, taken: 0 });
  if (!opened) throw HostBusy();
}

/** Moves the session of an event, its bookings and their reminders to its new time. */
export async function shiftEvent(ctx: TenantContext, before: Schedule, after: Schedule, hasNewHosts: boolean) {
  const times = ({ startsAt, endsAt, bufferBeforeMinutes, bufferAfterMinutes }: Schedule): string =>
    [startsAt, endsAt, bufferBeforeMinutes, bufferAfterMinutes].join();
  const session = await scheduleSessions.find(ctx, { scheduleId: after.id });
  if (!session || after.canceledAt || (times(before) === times(after) && !hasNewHosts)) return;
  const [startsAt, endsAt] = [Temporal.Instant.from(after.startsAt!), Temporal.Instant.from(after.endsAt!)];
  const busy = busySpan(after, startsAt.epochMilliseconds);
  const hosts = await scheduleHosts.all(ctx, { scheduleId: after.id });
  const hostIds = hostIdsOf({ schedule: after, hosts });
  await sessionHosts.delete(ctx, { sessionId: session.id });
  if ((await insertBusyHosts(ctx, session.id, hostIds, busy)) < hostIds.length) throw HostBusy();
  if (before.startsAt === after.startsAt && before.endsAt === after.endsAt) return;
  await scheduleSessions.update(ctx, session.id, { startsAt, endsAt });
  await planReminders(ctx, { sessionId: session.id, startsAt, timeZone: after.timeZone });
  for (const booking of await openBookings(ctx, after.id)) {
    const moved = await bookings.update(ctx, booking.id, {
      startsAt,
      endsAt,
      holdExpiresAt: holdExpiryAt(ctx, booking, startsAt.epochMilliseconds),
      sequence: booking.sequence + 1,
      updatedAt: ctx.now,
    });
    if (isAnnounced(moved)) await sendLetter(ctx, 'moved', { booking: moved, schedule: after });
  }
}

/** Cancels a schedule with all its bookings to come. It stays, for statistics. */
export async function cancelSchedule(ctx: TenantContext, id: string, reason?: string): Promise<Schedule> {
  const schedule = await schedules.lock(ctx, id);
  if (schedule.canceledAt) return schedule;
  const canceled = await schedules.update(ctx, id, { canceledAt: ctx.now, updatedAt: ctx.now });
  for (const booking of await openBookings(ctx, id)) await cancel(ctx, booking, canceled, { by: 'staff', reason });
  if (schedule.kind === 'event') {
    const session = await scheduleSessions.find(ctx, { scheduleId: id });
    if (session) await sessionHosts.delete(ctx, { sessionId: session.id });
  }
  return canceled;
}

async function openBookings(ctx: TenantContext, scheduleId: string) {
  const found = await selectOpenBookings(ctx, scheduleId, { now: ctx.now, limit: BOOKINGS_MAX + 1 });
  if (found.length > BOOKINGS_MAX) throw TooManyBookings();
  return found;
}

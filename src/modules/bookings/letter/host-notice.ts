import { notify } from '#modules/collaboration/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { inEachLanguage } from '#platform/pages/language.ts';
import { selectHostsOf } from '../registration/places.sql.ts';
import { type Booking, type Schedule, scheduleHosts } from '../tables.ts';
import { formatTime, letterWords } from './words.ts';

/** The members who give a booking. Where none does, who made the schedule. */
export async function membersOf(ctx: TenantContext, { sessionId }: Booking, schedule: Schedule): Promise<string[]> {
  const [hosts, members] = await Promise.all([
    sessionId ? selectHostsOf(ctx, [sessionId]) : new Map<string, string[]>(),
    scheduleHosts.all(ctx, { scheduleId: schedule.id, kind: 'person' }, { columns: ['hostId'] }),
  ]);
  const people = new Set(members.map(({ hostId }) => hostId));
  const giving = (hosts.get(sessionId ?? '') ?? []).filter((id) => people.has(id));
  return giving.length > 0 ? giving : [schedule.createdBy ?? (await actingUser(ctx))];
}

/** Notifies members of what the person of a booking did by themselves. */
export async function notifyMembers(
  ctx: TenantContext,
  kind: 'booked' | 'moved' | 'canceled',
  { booking, schedule, userIds }: { booking: Booking; schedule: Schedule; userIds: string[] },
): Promise<void> {
  await notify(ctx, [...new Set(userIds)], {
    kind: `booking-${kind}`,
    ...inEachLanguage((language) => ({
      title: letterWords[language].notice[kind](schedule.title),
      body: `${booking.name}: ${formatTime(booking.startsAt, language, schedule.timeZone)}`,
    })),
    data: { scheduleId: schedule.id, bookingId: booking.id },
  });
}

/** Notifies the members who give a booking that its person has made it. */
export const notifyBooked = async (ctx: TenantContext, booking: Booking, schedule: Schedule): Promise<void> =>
  notifyMembers(ctx, 'booked', { booking, schedule, userIds: await membersOf(ctx, booking, schedule) });

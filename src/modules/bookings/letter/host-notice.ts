import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { inEachLanguage } from '#platform/pages/language.ts';
import { selectHostsOf } from '../registration/registration.sql.ts';
import { type Booking, type Schedule, scheduleHosts } from '../tables.ts';
import { formatTime, letterWords } from './words.ts';

/** The members who give a booking. Where none does, or all of them have left, who made the schedule, or the owner. */
export const membersOf = async (ctx: TenantContext, { sessionId }: Booking, schedule: Schedule): Promise<string[]> =>
  (sessionId && (await giversOf(ctx, sessionId, schedule))) || [await answerableFor(ctx, schedule)];

/** The members who give a session, or who answers for it where they have left. Null: no member gives it. */
export async function giversOf(ctx: TenantContext, sessionId: string, schedule: Schedule): Promise<string[] | null> {
  const [hosts, members] = await Promise.all([
    selectHostsOf(ctx, [sessionId]),
    scheduleHosts.all(ctx, { scheduleId: schedule.id, kind: 'person' }, { columns: ['hostId'] }),
  ]);
  const people = new Set(members.map(({ hostId }) => hostId));
  const giving = (hosts.get(sessionId) ?? []).filter((id) => people.has(id));
  if (giving.length === 0) return null;
  const active = [...(await selectActiveMembers(ctx, giving))];
  return active.length > 0 ? active : [await answerableFor(ctx, schedule)];
}

/** Who made a schedule, or the owner where they have left. */
export async function answerableFor(ctx: TenantContext, { createdBy }: Schedule): Promise<string> {
  const isHere = createdBy !== null && (await selectActiveMembers(ctx, [createdBy])).has(createdBy);
  return isHere ? createdBy : (await findOwner(ctx.tx, ctx.organizationId))!.userId;
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
      body: [
        `${booking.name}: ${formatTime(booking.startsAt, language, schedule.timeZone)}`,
        booking.cancellationReason && `${letterWords[language].reason}: ${booking.cancellationReason}`,
      ]
        .filter(Boolean)
        .join('\n'),
    })),
    data: { scheduleId: schedule.id, bookingId: booking.id },
  });
}

/** Notifies the members who give a booking that its person has made it. */
export const notifyBooked = async (ctx: TenantContext, booking: Booking, schedule: Schedule): Promise<void> =>
  notifyMembers(ctx, 'booked', { booking, schedule, userIds: await membersOf(ctx, booking, schedule) });

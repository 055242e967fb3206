import type { z } from 'zod';
import { brandOf } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { depositDue } from '../deposit/due.ts';
import { depositIfCanceled, isInTime } from '../deposit/refund.ts';
import { hasPlace } from '../letter/calendar-file.ts';
import { membersOf, notifyMembers } from '../letter/host-notice.ts';
import { SlotTaken } from '../registration/place.ts';
import { BookingCanceled, cancel, holdById, holdToMove, move } from '../registration/registration.ts';
import { bookingToken, calendarUrl, pageUrlOf } from '../secret-address.ts';
import { instantOf } from '../slot/wall-clock.ts';
import { type Booking, bookings, type Schedule, type ScheduleLink, scheduleLinks, schedules } from '../tables.ts';
import type { VisitorChange } from './link.schema.ts';
import { isBookable } from './link.ts';
import { readSlots } from './slots.ts';

export const ChangeNotAllowed = refusal(
  'change_not_allowed',
  'It is too late to change or cancel this booking here: ask the business.',
  409,
);

interface Opened {
  ctx: TenantContext;
  booking: Booking;
  schedule: Schedule;
  link: ScheduleLink | undefined;
  token: string;
}

/** How the schedule of a booking is read: to be shown, or held to cancel or move the booking. */
type ReadSchedule = (ctx: TenantContext, scheduleId: string) => Promise<Schedule>;

async function open(work: WorkContext, token: string, readSchedule: ReadSchedule): Promise<Opened> {
  const { ctx, id } = await bookingToken.open(work, token);
  const booking = await bookings.get(ctx, id);
  const { scheduleId } = booking;
  const [schedule, link] = await Promise.all([readSchedule(ctx, scheduleId), scheduleLinks.find(ctx, { scheduleId })]);
  return { ctx, booking, schedule, link, token };
}

/** A booking as its person may see it. */
export const readVisitorBooking = async (work: WorkContext, token: string) =>
  describeVisitor(await open(work, token, (ctx, scheduleId) => schedules.get(ctx, scheduleId)));

/** Cancels or moves a booking on behalf of its person. */
export async function changeVisitorBooking(work: WorkContext, token: string, change: z.output<typeof VisitorChange>) {
  const found = await open(work, token, change.action === 'move' ? holdToMove : holdById);
  const { ctx, schedule, link } = found;
  const booking = await bookings.lock(ctx, found.booking.id);
  const opened = { ...found, booking };
  if (booking.state === 'canceled') {
    // A second click, or an old page, asks for what is done.
    if (change.action === 'cancel') return describeVisitor(opened);
    throw BookingCanceled();
  }
  if (!mayChange(opened, change.action)) throw ChangeNotAllowed();
  // A canceled booking has no members any more.
  const userIds = await membersOf(ctx, booking, schedule);
  if (change.action === 'cancel') {
    const canceled = await cancel(ctx, booking, schedule, { by: 'visitor', reason: change.reason });
    if (booking.state === 'booked') await notifyMembers(ctx, 'canceled', { booking: canceled, schedule, userIds });
    return describeVisitor({ ...opened, booking: canceled });
  }
  const { timeZone = booking.timeZone } = change;
  const [date, startTime] = change.slot?.split(' ') ?? [change.date, change.startTime];
  const instant = instantOf(date!, startTime!, timeZone);
  if (!instant || !isBookable(ctx, link!, instant)) throw SlotTaken();
  const depositKept = booking.state === 'booked' && !isInTime(ctx, booking, schedule);
  const moved = await move(ctx, booking, schedule, { startsAt: instant.toString(), depositKept });
  if (booking.state === 'booked') {
    const all = [...userIds, ...(await membersOf(ctx, moved, schedule))];
    await notifyMembers(ctx, 'moved', { booking: moved, schedule, userIds: all });
  }
  return describeVisitor({ ...opened, booking: moved });
}

/** Without a link, visitors may cancel and not move. */
function mayChange({ ctx, booking, schedule, link }: Opened, action: 'cancel' | 'move'): boolean {
  const { visitorsMay, changeUntilMinutes } = link ?? { visitorsMay: 'cancel', changeUntilMinutes: 0 };
  const last = Temporal.Instant.from(booking.startsAt).subtract({ minutes: changeUntilMinutes });
  const isActive = ['held', 'booked', 'waiting'].includes(booking.state);
  if (!isActive || isAfter(ctx.now, last)) return false;
  if (action === 'cancel') return visitorsMay !== 'nothing';
  return (
    visitorsMay === 'cancel_and_move' &&
    schedule.kind === 'availability' &&
    booking.state !== 'waiting' &&
    !!link?.isOpen
  );
}

async function describeVisitor(opened: Opened) {
  const { ctx, booking, schedule, link, token } = opened;
  const { title, description, location } = schedule;
  const deposit = await depositDue(ctx, booking);
  const { phone, email } = await findOrganization(ctx.tx, ctx.organizationId);
  return {
    ...booking,
    title,
    description,
    location,
    url: hasPlace(booking) ? schedule.url : null,
    payUrl: deposit?.payUrl ?? null,
    depositDue: deposit?.text ?? null,
    mayCancel: mayChange(opened, 'cancel'),
    mayMove: mayChange(opened, 'move'),
    depositIfCanceled: await depositIfCanceled(ctx, booking, schedule),
    moveSlots: mayChange(opened, 'move') ? await slotsToMoveTo(opened) : [],
    calendarUrl: calendarUrl(ctx, token),
    bookingUrl: link?.isOpen ? pageUrlOf(ctx, link) : null,
    organization: await brandOf(ctx),
    contact: { phone, email },
  };
}

const SLOTS_MAX = 200;
const DAYS_SHOWN = 31;

async function slotsToMoveTo({ ctx, booking, schedule, link }: Opened) {
  const { timeZone } = booking;
  const first = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate();
  const last = first.add({ days: DAYS_SHOWN });
  const slots = await readSlots(ctx, { schedule, link: link!, timeZone, first, last });
  return slots
    .filter(({ places }) => places > 0)
    .slice(0, SLOTS_MAX)
    .map(({ date, startTime }) => ({ date, startTime }));
}

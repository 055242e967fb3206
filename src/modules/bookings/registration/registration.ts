import type { z } from 'zod';
import { requireContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { earlierInstant } from '#platform/date.ts';
import { givenFields } from '#platform/http/change.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { InvalidRequest, orNotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { type Cancellation, refundOf, releasesDeposit } from '../deposit/refund.ts';
import { creditUnpaidDeposit, refundDeposit } from '../deposit/release.ts';
import { isAnnounced, sendLetter } from '../letter/letter.ts';
import { hostIdsOf, type Plan, planOf, startsWithin } from '../slot/offers.ts';
import { type Booking, bookings, type Schedule, schedules } from '../tables.ts';
import { holdExpiry } from '../ticks.ts';
import { book, indexBooking, spanOf } from './book.ts';
import { givePlacesBack, holdSchedule, holdSchedulesAlone, takePlace } from './place.ts';
import type { NewRegistration, RegistrationChange } from './registration.schema.ts';
import { selectHostsOf } from './registration.sql.ts';
import { promoteWaiting } from './waiting.ts';

export const NoSuchStart = refusal(
  'no_such_start',
  'The schedule does not offer this time: choose one of its free slots.',
);
export const ScheduleCanceled = refusal('schedule_canceled', 'The schedule was canceled: choose another one.', 409);
export const BookingCanceled = refusal('booking_canceled', 'The booking was canceled: make a new one.', 409);
export const BookingWaits = refusal(
  'booking_waits',
  'The booking is still on the waiting list: give it a place first.',
  409,
);

const HOUR_MS = 3_600_000;

/** The start that a request names; only one of the schedule's own unless it may lie outside its hours. */
export function requireStart(plan: Plan, startsAt: string | undefined, outsideHours = false): number {
  if (plan.schedule.kind === 'event') return Date.parse(plan.schedule.startsAt!);
  if (startsAt === undefined)
    throw InvalidRequest.at('body.startsAt', 'required', 'An availability is booked at a start.');
  const start = Date.parse(startsAt);
  const instant = Temporal.Instant.fromEpochMilliseconds(start);
  const isOffered = outsideHours || startsWithin(plan, instant, instant.add({ milliseconds: HOUR_MS })).includes(start);
  if (isOffered) return start;
  throw NoSuchStart(undefined, {
    errors: [{ path: 'body.startsAt', code: 'no_such_start', message: 'The schedule does not offer this time.' }],
  });
}

/** Registers a person on behalf of the organization: lead time and horizon of the booking link do not apply. */
export async function register(ctx: TenantContext, scheduleId: string, given: z.output<typeof NewRegistration>) {
  const schedule = await requireActive(ctx, scheduleId);
  const plan = await planOf(ctx, schedule);
  if (given.hostId && !hostIdsOf(plan).includes(given.hostId)) throw unknownReference('body.hostId', 'This host');
  const contact = given.contactId ? await requireContact(ctx, given.contactId, 'body.contactId') : null;
  const booking = await book(ctx, plan, {
    phone: null,
    email: null,
    notes: '',
    timeZone: schedule.timeZone,
    ...givenFields(given),
    name: given.name,
    start: requireStart(plan, given.startsAt, given.outsideHours),
    contactId: contact?.id ?? null,
    answers: null,
    source: 'staff',
    mayWait: given.waitingList ?? false,
  });
  if (booking.email) await takeLetters(ctx, [booking.email]);
  if (booking.state !== 'held')
    await sendLetter(ctx, booking.state === 'waiting' ? 'waiting' : 'booked', { booking, schedule });
  return describeOne(ctx, booking);
}

export async function requireActive(ctx: TenantContext, scheduleId: string): Promise<Schedule> {
  const schedule = await schedules.get(ctx, scheduleId);
  if (schedule.canceledAt) throw ScheduleCanceled();
  return schedule;
}

export async function changeRegistration(
  ctx: TenantContext,
  { scheduleId, registrationId }: { scheduleId: string; registrationId: string },
  { version, state, startsAt, outsideHours, hostId, contactId, ...given }: z.output<typeof RegistrationChange>,
) {
  const schedule = startsAt || hostId ? await holdToMove(ctx, scheduleId) : await holdById(ctx, scheduleId);
  const contact = contactId ? await requireContact(ctx, contactId, 'body.contactId') : null;
  const before = await bookings.lock(ctx, { id: registrationId, scheduleId }, version);
  if (before.state === 'canceled') throw BookingCanceled();
  if (before.state === 'waiting' && state) throw BookingWaits();
  const changed = await bookings.update(ctx, registrationId, {
    ...givenFields(given),
    ...(contactId !== undefined && { contactId: contact?.id ?? null }),
    ...(state && { state, holdExpiresAt: null }),
    updatedAt: ctx.now,
  });
  await indexBooking(ctx, changed);
  const isMoved = startsAt !== undefined && Date.parse(startsAt) !== Date.parse(before.startsAt);
  if (isMoved) return describeOne(ctx, await move(ctx, changed, schedule, { startsAt, outsideHours, hostId }));
  if (hostId) return describeOne(ctx, await handOver(ctx, changed, schedule, hostId));
  if (before.state === 'held' && changed.state === 'booked')
    await sendLetter(ctx, 'booked', { booking: changed, schedule });
  return describeOne(ctx, changed);
}

/** The schedule of a booking that changes, held before the booking is locked. */
export async function holdById(ctx: TenantContext, scheduleId: string): Promise<Schedule> {
  const schedule = await schedules.get(ctx, scheduleId);
  await holdSchedule(ctx, schedule);
  return schedule;
}

/** Two bookings that move to each other's time would wait for each other. */
export const holdToMove = async (ctx: TenantContext, scheduleId: string): Promise<Schedule> =>
  orNotFound((await holdSchedulesAlone(ctx, [scheduleId]))[0]);

/** Gives a booking to another host at the same time, which may be outside the hours of the schedule by now. */
async function handOver(ctx: TenantContext, booking: Booking, schedule: Schedule, hostId: string): Promise<Booking> {
  const hosts = await selectHostsOf(ctx, booking.sessionId ? [booking.sessionId] : []);
  if (hosts.get(booking.sessionId ?? '')?.includes(hostId)) return booking;
  return move(ctx, booking, schedule, { startsAt: booking.startsAt, outsideHours: true, hostId });
}

interface NewStart {
  startsAt: string;
  /** Default: as the schedule assigns. */
  hostId?: string | undefined;
  outsideHours?: boolean | undefined;
  /** Whether the deposit is not refunded any more. Default: as before. */
  depositKept?: boolean | undefined;
}

/** Moves a locked booking to another start. Its old place is released first, because the new time may overlap it. */
export async function move(
  ctx: TenantContext,
  booking: Booking,
  schedule: Schedule,
  { startsAt, outsideHours, hostId, depositKept = booking.depositKept }: NewStart,
): Promise<Booking> {
  if (schedule.canceledAt) throw ScheduleCanceled();
  const plan = await planOf(ctx, schedule);
  if (hostId && !hostIdsOf(plan).includes(hostId)) throw unknownReference('body.hostId', 'This host');
  const start = requireStart(plan, startsAt, outsideHours);
  const isSameTime = start === Date.parse(booking.startsAt);
  const withoutPlace = { sessionId: null, state: 'waiting', holdExpiresAt: null, version: booking.version } as const;
  await bookings.update(ctx, booking.id, withoutPlace);
  if (booking.sessionId) await givePlacesBack(ctx, schedule, booking.sessionId);
  const sessionId = await takePlace(ctx, plan, start, hostId);
  const moved = await bookings.update(ctx, booking.id, {
    sessionId,
    ...spanOf(schedule, start),
    holdExpiresAt: holdExpiryAt(ctx, booking, start),
    state: booking.state === 'held' || (isSameTime && booking.state !== 'waiting') ? booking.state : 'booked',
    depositKept,
    sequence: booking.sequence + (isSameTime ? 0 : 1),
    updatedAt: ctx.now,
  });
  const letter = isSameTime ? booking.state === 'waiting' && 'promoted' : isAnnounced(moved) && 'moved';
  if (letter) await sendLetter(ctx, letter, { booking: moved, schedule });
  if (booking.sessionId) await promoteWaiting(ctx, booking);
  return moved;
}

/** When the hold of a booking that moves to this start ends. Null: it is not held. */
export function holdExpiryAt(ctx: TenantContext, { holdExpiresAt }: Booking, start: number): Temporal.Instant | null {
  if (!holdExpiresAt) return null;
  const limit = earlierInstant(Temporal.Instant.from(holdExpiresAt), Temporal.Instant.fromEpochMilliseconds(start));
  ctx.wakeAt(holdExpiry, limit);
  return limit;
}

export async function cancelRegistration(
  ctx: TenantContext,
  { scheduleId, registrationId }: { scheduleId: string; registrationId: string },
  given: Omit<Cancellation, 'by'>,
) {
  const schedule = await holdById(ctx, scheduleId);
  const booking = await bookings.lock(ctx, { id: registrationId, scheduleId });
  return describeOne(ctx, await cancel(ctx, booking, schedule, { by: 'staff', ...given }));
}

/** Cancels a locked booking and gives its place to the first who waits for it. */
export async function cancel(
  ctx: TenantContext,
  booking: Booking,
  schedule: Schedule,
  cancellation: Cancellation,
): Promise<Booking> {
  if (booking.state === 'canceled') throw BookingCanceled();
  const isReleased = await releasesDeposit(ctx, booking, schedule, cancellation);
  const refund = isReleased ? await refundOf(ctx, booking) : null;
  const canceled = await bookings.update(ctx, booking.id, {
    state: 'canceled',
    sessionId: null,
    holdExpiresAt: null,
    canceledAt: ctx.now,
    canceledBy: cancellation.by,
    cancellationReason: cancellation.reason ?? null,
    sequence: booking.sequence + 1,
    updatedAt: ctx.now,
  });
  if (booking.sessionId) await givePlacesBack(ctx, schedule, booking.sessionId);
  if (isReleased) ctx.enqueue(refundDeposit, { invoiceId: booking.invoiceId! });
  else if (booking.state === 'held' && booking.invoiceId)
    ctx.enqueue(creditUnpaidDeposit, { invoiceId: booking.invoiceId });
  if (isAnnounced(booking)) await sendLetter(ctx, 'canceled', { booking: canceled, schedule, refund });
  if (booking.sessionId) await promoteWaiting(ctx, booking);
  return canceled;
}

/** Adds the title of the schedule and the hosts. */
export async function describeBookings(ctx: TenantContext, rows: Booking[]) {
  const scheduleIds = [...new Set(rows.map(({ scheduleId }) => scheduleId))];
  const [titles, hosts] = await Promise.all([
    schedules.all(ctx, { id: scheduleIds }, { columns: ['id', 'title'] }),
    selectHostsOf(ctx, [...new Set(rows.flatMap(({ sessionId }) => sessionId ?? []))]),
  ]);
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]));
  return rows.map((row) => ({
    ...row,
    title: titleOf.get(row.scheduleId)!,
    hostIds: (hosts.get(row.sessionId ?? '') ?? []).filter((id) => id !== row.scheduleId),
  }));
}

const describeOne = async (ctx: TenantContext, booking: Booking) => (await describeBookings(ctx, [booking]))[0]!;

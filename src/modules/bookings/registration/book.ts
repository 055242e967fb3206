import { searchedPhone } from '#modules/contacts/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import type { Language } from '#platform/pages/language.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { bookingToken } from '../secret-address.ts';
import { endOf, type Plan } from '../slot/offers.ts';
import { type Booking, bookings, type Schedule, scheduleSessions } from '../tables.ts';
import { holdExpiry } from '../ticks.ts';
import { SlotTaken, takePlace } from './place.ts';
import { holdAndPassOn } from './waiting.ts';

interface WantedBooking {
  start: number;
  name: string;
  email: string | null;
  phone: string | null;
  notes: string;
  contactId: string | null;
  answers: Record<string, unknown> | null;
  timeZone: string;
  language?: Language | undefined;
  source: Booking['source'];
  submissionHash?: Buffer | null | undefined;
  hostId?: string | undefined;
  /** Holds the place for so long instead of booking it. */
  holdMinutes?: number | null | undefined;
  /** Waits where no place is left. */
  mayWait: boolean;
}

/** Books a place at a start of the schedule. Whether the start may be booked is the caller's question. */
export async function book(ctx: TenantContext, plan: Plan, wanted: WantedBooking): Promise<Booking> {
  const { schedule } = plan;
  await holdAndPassOn(ctx, schedule);
  const sessionId = await placeOrWait(ctx, plan, wanted);
  const id = newId();
  const holdExpiresAt = sessionId && wanted.holdMinutes ? ctx.now.add({ minutes: wanted.holdMinutes }) : null;
  if (holdExpiresAt) ctx.wakeAt(holdExpiry, holdExpiresAt);
  const { start, name, email, phone, notes, contactId, answers, timeZone, source } = wanted;
  const booking = await bookings.insert(ctx, {
    id,
    scheduleId: schedule.id,
    sessionId,
    ...spanOf(schedule, start),
    state: sessionId ? (holdExpiresAt ? 'held' : 'booked') : 'waiting',
    name,
    email,
    phone,
    notes,
    contactId,
    answers,
    timeZone,
    source,
    submissionHash: wanted.submissionHash ?? null,
    holdExpiresAt,
    language: wanted.language ?? (await readSettings(ctx, generalSettings)).language,
    sealedToken: await bookingToken.grant(ctx, id),
  });
  await indexBooking(ctx, booking);
  return booking;
}

export const spanOf = (schedule: Schedule, start: number) => ({
  startsAt: Temporal.Instant.fromEpochMilliseconds(start),
  endsAt: Temporal.Instant.fromEpochMilliseconds(endOf(schedule, start)),
});

export const indexBooking = (ctx: TenantContext, { id, name, email, phone }: Booking): Promise<void> =>
  indexText(ctx, 'booking', id, [name, email, phone && searchedPhone(phone, ctx.country)]);

async function placeOrWait(ctx: TenantContext, plan: Plan, wanted: WantedBooking): Promise<string | null> {
  const mayWait = wanted.mayWait && plan.schedule.hasWaitingList;
  const startsAt = Temporal.Instant.fromEpochMilliseconds(wanted.start);
  // A place that is given back from now on waits for this booking and finds it on the list.
  if (mayWait) await scheduleSessions.all(ctx, { scheduleId: plan.schedule.id, startsAt }, { lock: 'FOR UPDATE' });
  try {
    return await takePlace(ctx, plan, wanted.start, wanted.hostId);
  } catch (error) {
    if (mayWait && isRefusal(error, SlotTaken)) return null;
    throw error;
  }
}

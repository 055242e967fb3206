import type { z } from 'zod';
import { describePublished, findPublished } from '#modules/forms/index.ts';
import { brandOf } from '#modules/invoicing/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { earlierInstant, isBefore, laterInstant, toTimestamp } from '#platform/date.ts';
import { SlotTaken } from '../registration/place.ts';
import { requireDays } from '../registration/stats.ts';
import { offersAt, planOf, startsWithin } from '../slot/offers.ts';
import { wallClock } from '../slot/wall-clock.ts';
import type { Schedule, ScheduleLink } from '../tables.ts';
import { depositOf } from './conclude.ts';
import type { linkQuery } from './link.schema.ts';
import { bookableSpan, isBookable, type OpenedLink, openLink } from './link.ts';

const DAYS_MAX = 42;
const DAYS_SHOWN = 31;

type Query = z.output<typeof linkQuery>;

/** The booking page: the schedule in the visitor's words and zone, and the slots of some days. */
export async function readBookingPage(work: WorkContext, sharedId: string, query: Query) {
  const { ctx, schedule, link } = await openLink(work, sharedId);
  const timeZone = query.timeZone ?? schedule.timeZone;
  const today = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate();
  const days = daysOf(query, today);
  const [slots, organization] = await Promise.all([
    readSlots(ctx, { schedule, link, timeZone, ...days }),
    brandOf(ctx),
  ]);
  const last = bookableSpan(ctx, link).until.toZonedDateTimeISO(timeZone).toPlainDate();
  return {
    ...schedule,
    sharedId,
    timeZone,
    organization,
    slots,
    durationMinutes: schedule.durationMinutes ?? minutesBetween(schedule.startsAt!, schedule.endsAt!),
    from: days.first.toString(),
    to: days.last.toString(),
    today: today.toString(),
    lastDay: last.toString(),
    date: query.date ?? null,
    startTime: query.startTime ?? null,
    deposit: await depositOf(ctx, schedule),
    form: link.formId === null ? null : await formOf(ctx, link.formId),
  };
}

async function formOf(ctx: TenantContext, formId: string) {
  const published = await findPublished(ctx, formId);
  return published ? describePublished(ctx, published) : null;
}

const minutesBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 60_000);

function daysOf({ from, to }: Query, today: Temporal.PlainDate) {
  const first = from ? Temporal.PlainDate.from(from) : today;
  const last = to ? Temporal.PlainDate.from(to) : first.add({ days: DAYS_SHOWN - 1 });
  requireDays(first, last, DAYS_MAX);
  return { first, last };
}

/** The slots of some days in the visitor's zone that can be booked now. Booking asks the same question again. */
export async function readSlots(
  ctx: TenantContext,
  wanted: {
    schedule: Schedule;
    link: ScheduleLink;
    timeZone: string;
    first: Temporal.PlainDate;
    last: Temporal.PlainDate;
  },
) {
  const { schedule, link, timeZone, first, last } = wanted;
  const bookable = bookableSpan(ctx, link);
  const begins = first.toZonedDateTime(timeZone).toInstant();
  const ends = last.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  const from = laterInstant(begins, bookable.from);
  const until = earlierInstant(ends, bookable.until);
  if (!isBefore(from, until)) return [];
  const plan = await planOf(ctx, schedule);
  const offers = await offersAt(ctx, plan, startsWithin(plan, from, until));
  const clock = wallClock(timeZone);
  return offers
    .filter(({ places }) => places > 0 || schedule.hasWaitingList)
    .map(({ start, end, places }) => {
      const { date, time } = clock(start);
      return { startsAt: stamp(start), endsAt: stamp(end), date, startTime: time, places };
    });
}

/**
 * The start, if the link offers it now: with a place, or with a waiting list. An event may start between two minutes, and visitors
 * name the minute.
 */
export async function requireOffered(
  { ctx, schedule, link }: OpenedLink,
  start: Temporal.Instant,
  timeZone: string,
): Promise<number> {
  if (!isBookable(ctx, link, start)) throw SlotTaken();
  const day = start.toZonedDateTimeISO(timeZone).toPlainDate();
  const slots = await readSlots(ctx, { schedule, link, timeZone, first: day, last: day });
  const minute = minuteOf(start.epochMilliseconds);
  const slot = slots.find(({ startsAt }) => minuteOf(Date.parse(startsAt)) === minute);
  if (!slot) throw SlotTaken();
  return Date.parse(slot.startsAt);
}

const minuteOf = (epochMs: number): number => Math.floor(epochMs / 60_000);
const stamp = (epochMs: number): string => toTimestamp(Temporal.Instant.fromEpochMilliseconds(epochMs));

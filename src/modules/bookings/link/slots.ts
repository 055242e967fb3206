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
/** Half a year and more is searched for a free slot. */
const READS_MAX = 5;

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
  const lastDay = bookableSpan(ctx, link).until.toZonedDateTimeISO(timeZone).toPlainDate();
  const isFull = !slots.some(isFree);
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
    lastDay: lastDay.toString(),
    nextFreeDate: isFull ? await nextFreeDate(ctx, { schedule, link, timeZone, after: days.last, lastDay }) : null,
    date: query.date ?? null,
    startTime: query.startTime ?? null,
    deposit: await depositOf(ctx, schedule),
    form: link.formId === null ? null : await formOf(ctx, link.formId),
  };
}

const isFree = ({ places }: { places: number }): boolean => places > 0;

/** The first day with a free slot after some days. It reads a few weeks at a time, because the first ones mostly have one. */
async function nextFreeDate(
  ctx: TenantContext,
  {
    after,
    lastDay,
    ...wanted
  }: Pick<SlotsWanted, 'schedule' | 'link' | 'timeZone'> & { after: Temporal.PlainDate; lastDay: Temporal.PlainDate },
): Promise<string | null> {
  let first = after.add({ days: 1 });
  for (let read = 0; read < READS_MAX && Temporal.PlainDate.compare(first, lastDay) <= 0; read++) {
    const slots = await readSlots(ctx, { ...wanted, first, last: first.add({ days: DAYS_MAX - 1 }) });
    const free = slots.find(isFree);
    if (free) return free.date;
    first = first.add({ days: DAYS_MAX });
  }
  return null;
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

interface SlotsWanted {
  schedule: Schedule;
  link: ScheduleLink;
  timeZone: string;
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
}

/** The slots of some days in the visitor's zone that can be booked now. Booking asks the same question again. */
export async function readSlots(ctx: TenantContext, wanted: SlotsWanted) {
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

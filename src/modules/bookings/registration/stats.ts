import type { z } from 'zod';
import { firstWeekday, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { invalidField } from '#platform/refusal.ts';
import { startOfStep } from '#platform/step.ts';
import { type Day, dailyPlaces } from '../schedule/hours.ts';
import { bookingSettings } from '../settings.ts';
import { type Schedule, type ScheduleHost, scheduleHosts, schedules } from '../tables.ts';
import { type CountedBookings, type Counting, countBookings } from './registration.sql.ts';
import type { periodQuery, statisticsQuery } from './stats.schema.ts';

const DAYS_MAX = 366;
/** Beyond so many schedules places are not counted one by one. */
const SCHEDULES_MAX = 500;

export async function readStatistics(ctx: TenantContext, query: z.output<typeof statisticsQuery>) {
  const days = daysOf(query);
  const [counted, offered] = await Promise.all([
    countBookings(ctx, countingOf(ctx, query, { period: 'all', weekStart: 1 })),
    countPlaces(ctx, query, days, () => 'all'),
  ]);
  const { period: _, groupId: __, ...counts } = counted[0] ?? NOTHING;
  return { from: query.from, to: query.to, ...withPlaces(counts, offered.get('all ') ?? 0) };
}

export async function readStatisticsByPeriod(ctx: TenantContext, query: z.output<typeof periodQuery>) {
  const { period, by } = query;
  const days = daysOf(query);
  const weekStart = await firstWeekday(ctx);
  const [counted, offered] = await Promise.all([
    countBookings(ctx, { ...countingOf(ctx, query, { period, weekStart }), by }),
    countPlaces(ctx, query, days, (date) => startOfStep(date, period, weekStart).toString()),
  ]);
  const keys = new Set([...counted.map(keyOf), ...offered.keys()]);
  const countedBy = new Map(counted.map((row) => [keyOf(row), row]));
  const data = [...keys].toSorted().map((key) => {
    const [start, groupId] = key.split(' ') as [string, string];
    const { period: _, groupId: __, ...counts } = countedBy.get(key) ?? NOTHING;
    return {
      period: start,
      hostId: by === 'host' ? groupId || null : null,
      scheduleId: by === 'schedule' ? groupId || null : null,
      ...withPlaces(counts, offered.get(key) ?? 0),
    };
  });
  return { data, period };
}

const NOTHING: CountedBookings = {
  period: '',
  groupId: null,
  booked: 0,
  attended: 0,
  noShow: 0,
  canceled: 0,
  waiting: 0,
};
const keyOf = ({ period, groupId }: CountedBookings): string => `${period} ${groupId ?? ''}`;

const withPlaces = <C extends { booked: number }>(counts: C, places: number) => ({
  ...counts,
  places,
  filledShare: places === 0 ? null : Math.min(1, Math.round((counts.booked / places) * 10_000) / 10_000),
});

function daysOf({ from, to }: { from: string; to: string }): Temporal.PlainDate[] {
  const first = Temporal.PlainDate.from(from);
  const days = requireDays(first, Temporal.PlainDate.from(to), DAYS_MAX);
  return Array.from({ length: days }, (_, index) => first.add({ days: index }));
}

/** How many days a query asks for. */
export function requireDays(first: Temporal.PlainDate, last: Temporal.PlainDate, daysMax: number): number {
  const days = first.until(last).days + 1;
  if (days >= 1 && days <= daysMax) return days;
  throw invalidField('query.to', `must be on or after \`from\`, within ${daysMax} days`, 'out_of_range');
}

const countingOf = (
  { timeZone }: TenantContext,
  { from, to, scheduleId, hostId }: z.output<typeof statisticsQuery>,
  grouping: Pick<Counting, 'period' | 'weekStart'>,
): Counting => ({
  from: Temporal.PlainDate.from(from).toZonedDateTime(timeZone).toInstant(),
  until: Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(timeZone).toInstant(),
  timeZone,
  ...grouping,
  scheduleId,
  hostId,
});

/** The places that schedules offer, by period and by host or schedule. */
async function countPlaces(
  ctx: TenantContext,
  { scheduleId, hostId, by }: { scheduleId?: string | undefined; hostId?: string | undefined; by?: string | undefined },
  days: Temporal.PlainDate[],
  periodOf: (date: Temporal.PlainDate) => string,
): Promise<Map<string, number>> {
  const [found, { holidays }] = await Promise.all([
    schedules.all(ctx, { id: scheduleId, canceledAt: null }, { limit: SCHEDULES_MAX, orderBy: ['-createdAt'] }),
    readSettings(ctx, bookingSettings),
  ]);
  const hosts = Map.groupBy(
    await scheduleHosts.all(ctx, { scheduleId: found.map(({ id }) => id) }),
    (host) => host.scheduleId,
  );
  const places = new Map<string, number>();
  const calendar = days.map((date) => ({ text: date.toString(), weekday: date.dayOfWeek - 1, period: periodOf(date) }));
  for (const schedule of found) {
    const groups = groupsOf(schedule, hosts.get(schedule.id) ?? [], { hostId, by });
    const countOf = placesOf(schedule, holidays);
    for (const day of groups.length > 0 ? calendar : []) {
      const count = countOf(day);
      for (const { id, share } of count === 0 ? [] : groups) {
        const key = `${day.period} ${id}`;
        places.set(key, (places.get(key) ?? 0) + count * share);
      }
    }
  }
  return places;
}

/** To whom the places of a schedule count, and how many times: each host of an availability gives all of its times. */
function groupsOf(
  { id, kind, assignment }: Schedule,
  hosts: ScheduleHost[],
  { hostId, by }: { hostId?: string | undefined; by?: string | undefined },
): { id: string; share: number }[] {
  const counted = hostId ? hosts.filter((host) => host.hostId === hostId) : hosts;
  if (hostId && counted.length === 0) return [];
  if (by === 'host') return counted.map((host) => ({ id: host.hostId, share: 1 }));
  const isOne = kind === 'event' || assignment === 'together';
  return [{ id: by === 'schedule' ? id : '', share: isOne ? 1 : Math.max(1, counted.length) }];
}

function placesOf(schedule: Schedule, holidays: readonly string[]): (day: Day) => number {
  const { capacity } = schedule;
  if (schedule.kind === 'event') {
    const start = Temporal.Instant.from(schedule.startsAt!).toZonedDateTimeISO(schedule.timeZone).toPlainDate();
    const text = start.toString();
    return (day) => (day.text === text ? capacity : 0);
  }
  const closedOn = new Set(schedule.closedOnHolidays ? holidays : []);
  const buffers = schedule.bufferBeforeMinutes + schedule.bufferAfterMinutes;
  const countOf = dailyPlaces({ ...schedule, closedOn }, { duration: schedule.durationMinutes!, buffers });
  return (day) => countOf(day) * capacity;
}

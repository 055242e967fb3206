import { findResources } from '#modules/catalog/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import type { Hours, Pattern } from '../schedule/hours.ts';
import { startsOn } from '../schedule/hours.ts';
import { bookingSettings } from '../settings.ts';
import { type Schedule, type ScheduleHost, scheduleHosts } from '../tables.ts';
import { type BusyHost, selectBusyHosts, selectOutsideBusy } from './busy.sql.ts';

const MINUTE_MS = 60_000;

/** A time for which there may be places, and who would give it. */
export interface Offer {
  start: number;
  end: number;
  places: number;
  /** A session that has begun to fill and has a place left. */
  sessionId: string | null;
  /** Hosts who are free then, in the order of the schedule. */
  freeHosts: string[];
}

/** A schedule with everything that decides about its slots. */
export interface Plan {
  schedule: Schedule;
  hosts: ScheduleHost[];
  /** Hosts who can give nothing any more: members who left or are deactivated, and archived resources. */
  gone: ReadonlySet<string>;
  hours: Hours;
}

export async function planOf(ctx: TenantContext, schedule: Schedule): Promise<Plan> {
  const [hosts, { holidays }] = await Promise.all([
    scheduleHosts.all(ctx, { scheduleId: schedule.id }, { orderBy: ['place'] }),
    readSettings(ctx, bookingSettings),
  ]);
  const { timeZone, weekly, exceptions, closedOnHolidays } = schedule;
  return {
    schedule,
    hosts,
    gone: await goneOf(ctx, hosts),
    hours: { timeZone, weekly, exceptions, closedOn: new Set(closedOnHolidays ? holidays : []) },
  };
}

async function goneOf(ctx: TenantContext, hosts: ScheduleHost[]): Promise<Set<string>> {
  const ofKind = (wanted: ScheduleHost['kind']) =>
    hosts.filter(({ kind }) => kind === wanted).map((host) => host.hostId);
  const [people, resources] = [ofKind('person'), ofKind('resource')];
  const [members, found] = await Promise.all([selectActiveMembers(ctx, people), findResources(ctx, resources)]);
  const isKept = (id: string) => members.has(id) || found.get(id)?.archivedAt === null;
  return new Set([...people, ...resources].filter((id) => !isKept(id)));
}

/** Without hosts the schedule itself is the one that is busy. */
export const hostIdsOf = ({ schedule, hosts }: { schedule: Schedule; hosts: { hostId: string }[] }): string[] =>
  hosts.length > 0 ? hosts.map(({ hostId }) => hostId) : [schedule.id];

/** The starts of a span of time by the hours alone, with the first and the last included and nothing asked of bookings. */
export function startsWithin({ schedule, hours }: Plan, from: Temporal.Instant, until: Temporal.Instant): number[] {
  const [first, last] = [from.epochMilliseconds, until.epochMilliseconds];
  const within = (start: number): boolean => start >= first && start < last;
  if (schedule.kind === 'event') return [Date.parse(schedule.startsAt!)].filter(within);
  const pattern: Pattern = {
    ...hours,
    durationMinutes: schedule.durationMinutes!,
    stepMinutes: schedule.stepMinutes!,
  };
  const starts: number[] = [];
  const end = until.toZonedDateTimeISO(hours.timeZone).toPlainDate();
  for (
    // Hours of the day before may go on past midnight.
    let date = from.toZonedDateTimeISO(hours.timeZone).toPlainDate().subtract({ days: 1 });
    Temporal.PlainDate.compare(date, end) <= 0;
    date = date.add({ days: 1 })
  ) {
    starts.push(...startsOn(pattern, date).filter(within));
  }
  return starts;
}

export const endOf = ({ kind, endsAt, durationMinutes }: Schedule, start: number): number =>
  kind === 'event' ? Date.parse(endsAt!) : start + durationMinutes! * MINUTE_MS;

/** The time that a session makes its hosts busy, with its buffers. */
export const busySpan = (schedule: Schedule, start: number): { from: number; until: number } => ({
  from: start - schedule.bufferBeforeMinutes * MINUTE_MS,
  until: endOf(schedule, start) + schedule.bufferAfterMinutes * MINUTE_MS,
});

/** Places at each of these starts, which are in order, and the sessions to join: of one host, if given. One read, however many they are. */
export async function offersAt(
  ctx: TenantContext,
  plan: Plan,
  starts: readonly number[],
  hostId?: string,
): Promise<Offer[]> {
  if (starts.length === 0) return [];
  const from = Temporal.Instant.fromEpochMilliseconds(busySpan(plan.schedule, starts[0]!).from);
  const until = Temporal.Instant.fromEpochMilliseconds(busySpan(plan.schedule, starts.at(-1)!).until);
  const hostIds = hostIdsOf(plan);
  const people = plan.hosts.filter(({ kind }) => kind === 'person').map(({ hostId }) => hostId);
  const [sessions, outside] = await Promise.all([
    selectBusyHosts(ctx, hostIds, { from, until, now: ctx.now }),
    people.length > 0 ? selectOutsideBusy(ctx, people, { from, until }) : [],
  ]);
  const busy = new BusyTimes();
  for (const { hostId: host, busyFrom, busyUntil } of sessions) busy.add(host, busyFrom, busyUntil);
  for (const { userId, startsAt, endsAt } of outside) busy.add(userId, startsAt, endsAt);
  const joined = joinable(plan, sessions).filter((each) => hostId === undefined || each.hostId === hostId);
  const own = Map.groupBy(joined, ({ startsAt }) => Date.parse(startsAt));
  const isFree = busy.inOrder();
  return starts.map((start) => {
    const span = busySpan(plan.schedule, start);
    const freeHosts = hostIds.filter((host) => !plan.gone.has(host) && isFree(host, span));
    return offerAt(plan.schedule, start, own.get(start) ?? [], {
      freeHosts,
      areAllFree: freeHosts.length === hostIds.length,
    });
  });
}

/**
 * The schedule's own sessions. Nobody joins one of an availability whose host can give nothing any more, nor one that lasts as long
 * as bookings lasted before: its hosts are busy for that time only.
 */
function joinable({ schedule, gone }: Plan, sessions: BusyHost[]): BusyHost[] {
  const lasts = ({ startsAt, endsAt }: BusyHost): boolean =>
    Date.parse(endsAt) === endOf(schedule, Date.parse(startsAt));
  const own = sessions.filter((each) => each.scheduleId === schedule.id && lasts(each));
  if (schedule.kind === 'event' || gone.size === 0) return own;
  const closed = new Set(own.filter(({ hostId }) => gone.has(hostId)).map(({ sessionId }) => sessionId));
  return own.filter(({ sessionId }) => !closed.has(sessionId));
}

function offerAt(
  schedule: Schedule,
  start: number,
  own: BusyHost[],
  { freeHosts, areAllFree }: { freeHosts: string[]; areAllFree: boolean },
): Offer {
  const sessions = [...new Map(own.map((each) => [each.sessionId, each])).values()];
  const open = sessions.filter(({ taken, capacity }) => taken < capacity);
  const inSessions = open.reduce((sum, { taken, capacity }) => sum + capacity - taken, 0);
  const offer = { start, end: endOf(schedule, start), sessionId: open[0]?.sessionId ?? null };
  // An event has its one session from the beginning.
  if (schedule.kind === 'event') return { ...offer, places: inSessions, freeHosts: [] };
  const teams = schedule.assignment === 'together' ? Number(areAllFree) : freeHosts.length;
  return { ...offer, places: inSessions + teams * schedule.capacity, freeHosts: teams > 0 ? freeHosts : [] };
}

interface Span {
  from: number;
  until: number;
}

/** When each host is busy. */
class BusyTimes {
  readonly #times = new Map<string, Span[]>();

  add(hostId: string, from: string, until: string): void {
    const known = this.#times.get(hostId) ?? [];
    known.push({ from: Date.parse(from), until: Date.parse(until) });
    this.#times.set(hostId, known);
  }

  /** Asked for spans in order of time, it passes over each busy time once. */
  inOrder(): (hostId: string, span: Span) => boolean {
    const lists = new Map(
      [...this.#times].map(([hostId, times]) => [
        hostId,
        { times: times.toSorted((a, b) => a.from - b.from), next: 0 },
      ]),
    );
    return (hostId, { from, until }) => {
      const list = lists.get(hostId);
      if (!list) return true;
      while (list.times[list.next] && list.times[list.next]!.until <= from) list.next++;
      for (let place = list.next; place < list.times.length && list.times[place]!.from < until; place++)
        if (list.times[place]!.until > from) return false;
      return true;
    };
  }
}

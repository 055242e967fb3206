import type { z } from 'zod';
import { requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { requireReference } from '#platform/entity-kind.ts';
import { givenFields } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { invalidField, refusal, requireKnown } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { updateCapacity } from '../registration/registration.sql.ts';
import { promoteAllWaiting } from '../registration/waiting.ts';
import { updateZone } from '../reminder/reminder.sql.ts';
import { calendarUrl, scheduleCalendar } from '../secret-address.ts';
import { type Schedule, type ScheduleHost, scheduleHosts, schedules, sessionReminders } from '../tables.ts';
import { reminders } from '../ticks.ts';
import { openEvent, shiftEvent } from './event.ts';
import { haveOverlaps } from './hours.ts';
import type { NewSchedule, ScheduleChange } from './schedule.schema.ts';

export const ScheduleIncomplete = refusal(
  'schedule_incomplete',
  'An event needs `startsAt` and `endsAt`; an availability needs `durationMinutes` and hours.',
);
export const HoursOverlap = refusal(
  'hours_overlap',
  'Opening hours overlap, within one day or across midnight: correct them.',
);

type Given = Omit<z.output<typeof ScheduleChange>, 'version'>;

const CAPACITY = { event: 100, availability: 1 };

export async function createSchedule(ctx: TenantContext, given: z.output<typeof NewSchedule>) {
  const { kind, title } = given;
  const id = newId();
  const fields = {
    capacity: CAPACITY[kind],
    assignment: 'any' as const,
    timeZone: ctx.timeZone,
    ...columnsOf(ctx, given),
    ...patternOf(given),
  };
  checkSchedule({ kind, ...fields });
  const [hosts] = await Promise.all([hostsOf(ctx, given), requireTask(ctx, given.taskId)]);
  const schedule = await schedules.insert(ctx, {
    id,
    kind,
    title,
    ...fields,
    sealedCalendarId: await scheduleCalendar.grant(ctx, id),
  });
  await replaceHosts(ctx, id, hosts ?? []);
  if (kind === 'event') await openEvent(ctx, schedule, hosts ?? []);
  return describeChanged(ctx, schedule);
}

export async function changeSchedule(
  ctx: TenantContext,
  id: string,
  { version, ...given }: z.output<typeof ScheduleChange>,
) {
  const before = await schedules.lock(ctx, id, version);
  const change = { ...columnsOf(ctx, given), ...(before.kind === 'availability' ? changedPattern(before, given) : {}) };
  checkSchedule({ ...before, ...change });
  const [hosts] = await Promise.all([hostsOf(ctx, given), requireTask(ctx, given.taskId)]);
  const after = await schedules.change(ctx, id, { ...change, updatedAt: ctx.now }, hosts !== undefined);
  if (hosts) await replaceHosts(ctx, id, hosts);
  if (after.capacity !== before.capacity) await updateCapacity(ctx, id, after.capacity);
  if (after.timeZone !== before.timeZone) {
    await updateZone(ctx, after);
    const next = await sessionReminders.min(ctx, 'dueAt');
    if (next) ctx.wakeAt(reminders, Temporal.Instant.from(next));
  }
  if (after.kind === 'event') await shiftEvent(ctx, before, after, hosts !== undefined);
  if (after.capacity > before.capacity || hosts) await promoteAllWaiting(ctx, id);
  return describeChanged(ctx, after);
}

/** The given fields as columns. */
function columnsOf({ currency }: TenantContext, given: Given) {
  const { userIds: _, resourceIds: __, stepMinutes: ___, waitingList, deposit, ...plain } = given;
  return givenFields({
    ...plain,
    hasWaitingList: waitingList,
    deposit: typeof deposit === 'string' ? positive(toMinor(deposit, currency)) : deposit,
  });
}

function positive(deposit: bigint): bigint {
  if (deposit > 0n) return deposit;
  throw invalidField('body.deposit', 'must be more than zero');
}

const patternOf = (given: Given) =>
  given.durationMinutes === undefined ? {} : { stepMinutes: given.stepMinutes ?? stepOf(given) };

const stepOf = ({ durationMinutes, bufferBeforeMinutes = 0, bufferAfterMinutes = 0 }: Given): number =>
  Math.min(durationMinutes! + bufferBeforeMinutes + bufferAfterMinutes, 1440);

/** A step that was not chosen follows the duration and the buffers. */
function changedPattern(before: Schedule, given: Given) {
  const known = {
    durationMinutes: before.durationMinutes!,
    bufferBeforeMinutes: before.bufferBeforeMinutes,
    bufferAfterMinutes: before.bufferAfterMinutes,
  };
  const wasChosen = before.stepMinutes !== stepOf(known);
  if (given.stepMinutes) return { stepMinutes: given.stepMinutes };
  return wasChosen && given.stepMinutes === undefined
    ? {}
    : { stepMinutes: stepOf({ ...known, ...givenFields(given) }) };
}

function checkSchedule(schedule: Partial<Schedule> & Pick<Schedule, 'kind'>): void {
  const { kind, startsAt, endsAt, durationMinutes, weekly = [], exceptions = [] } = schedule;
  if (kind === 'event') {
    if (!startsAt || !endsAt) throw ScheduleIncomplete();
    const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
    if (minutes <= 0 || minutes > 14 * 1440)
      throw invalidField('body.endsAt', 'must be after the start, within 14 days');
    if (durationMinutes != null) throw invalidField('body.durationMinutes', 'belongs to an availability');
    return;
  }
  if (startsAt || endsAt) throw invalidField('body.startsAt', 'belongs to an event');
  if (!durationMinutes || weekly.length + exceptions.length === 0) throw ScheduleIncomplete();
  if (haveOverlaps(weekly, exceptions)) throw HoursOverlap();
  const dates = exceptions.map(({ date }) => date);
  if (new Set(dates).size < dates.length) throw invalidField('body.exceptions', 'must name each date once');
}

async function replaceHosts(ctx: TenantContext, scheduleId: string, hosts: Pick<ScheduleHost, 'hostId' | 'kind'>[]) {
  const before = await scheduleHosts.all(ctx, { scheduleId });
  const assigned = new Map(before.map(({ hostId, assignedAt }) => [hostId, assignedAt]));
  await scheduleHosts.delete(ctx, { scheduleId });
  await scheduleHosts.insertMany(
    ctx,
    hosts.map(({ hostId, kind }, place) => ({
      scheduleId,
      hostId,
      kind,
      place,
      assignedAt: assigned.get(hostId) ?? null,
    })),
  );
}

async function describeChanged(ctx: TenantContext, schedule: Schedule) {
  await indexText(ctx, 'schedule', schedule.id, [schedule.title, schedule.description, schedule.location]);
  return describeSchedule(ctx, schedule);
}

export const describeSchedule = async (ctx: TenantContext, schedule: Schedule) =>
  (await describeSchedules(ctx, [schedule]))[0]!;

export async function describeSchedules(ctx: TenantContext, rows: Schedule[]) {
  const hosts = await scheduleHosts.all(ctx, { scheduleId: rows.map(({ id }) => id) }, { orderBy: ['place'] });
  const idsOf = (scheduleId: string, kind: string): string[] =>
    hosts.filter((host) => host.scheduleId === scheduleId && host.kind === kind).map(({ hostId }) => hostId);
  return rows.map(({ sealedCalendarId, hasWaitingList, ...schedule }) => ({
    ...schedule,
    waitingList: hasWaitingList,
    deposit: schedule.deposit === null ? null : fromMinor(schedule.deposit, ctx.currency),
    currency: ctx.currency,
    userIds: idsOf(schedule.id, 'person'),
    resourceIds: idsOf(schedule.id, 'resource'),
    calendarUrl: calendarUrl(ctx, scheduleCalendar.reveal(ctx, schedule.id, sealedCalendarId)),
  }));
}

type Host = Pick<ScheduleHost, 'hostId' | 'kind'>;

/** The people and resources that a schedule names, each of them known; undefined where it names neither list. */
async function hostsOf(
  ctx: TenantContext,
  { userIds, resourceIds }: { userIds?: string[] | undefined; resourceIds?: string[] | undefined },
): Promise<Host[] | undefined> {
  if (!userIds && !resourceIds) return undefined;
  const [people, resources] = [[...new Set(userIds)], [...new Set(resourceIds)]];
  const members = await selectActiveMembers(ctx, people);
  requireKnown(people, members, 'body.userIds', 'This member');
  await requireResources(ctx, resources, 'body.resourceIds[]');
  return [
    ...people.map((hostId): Host => ({ hostId, kind: 'person' })),
    ...resources.map((hostId): Host => ({ hostId, kind: 'resource' })),
  ];
}

async function requireTask(ctx: TenantContext, taskId: string | null | undefined): Promise<void> {
  if (taskId) await requireReference(ctx, { field: 'taskId', id: taskId, path: 'body.taskId', what: 'This task' });
}

import type { z } from 'zod';
import { isRule, type Occurrence, occurrencesFrom, wallTimeOf } from '#modules/tasks/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter, isBefore, toTimestamp } from '#platform/date.ts';
import { InvalidRequest, Refusal, refusal } from '#platform/refusal.ts';
import { automations, type Schedule, schedules } from '../tables.ts';
import { type Failure, recordThread } from '../thread/start.ts';
import { dueAutomations } from '../ticks.ts';
import { requireCallable } from '../trigger/call.ts';
import type { AutomationPlanSearch, NewAutomationPlan } from './schedule.schema.ts';
import { lockByPayload, lockDueSchedules } from './schedule.sql.ts';

export const NeverDue = refusal('never_due', 'The schedule has no time in the future: correct its rule or its dates.');
export const TooManySchedules = refusal(
  'too_many_schedules',
  'An organization has at most 5,000 schedules: delete one first.',
);

const SCHEDULES_MAX = 5_000;
const UPCOMING = 10;
const MISSED_MAX = 20;
const FOUND_MAX = 200;
const DUE_AT_ONCE = 50;

export async function createSchedule(ctx: TenantContext, given: z.output<typeof NewAutomationPlan>) {
  const { automationId, at, rule, startsLocal, timeZone = ctx.timeZone, payload, missed } = given;
  if ((at === undefined) === (rule === undefined)) throw invalid('body.at', 'A plan has either `at` or `rule`.');
  if (rule !== undefined && !isRule(rule))
    throw invalid(
      'body.rule',
      'This is not a rule of RFC 5545 that is supported, such as FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=30.',
    );
  if ((rule === undefined) !== (startsLocal === undefined))
    throw invalid('body.startsLocal', 'A plan by `rule` has `startsLocal`, and one by `at` has not.');
  await requireCallable(ctx, automationId, payload, 'payload');
  if ((await schedules.countForLimit(ctx, { state: 'planned' })) >= SCHEDULES_MAX) throw TooManySchedules();
  const local = at ? wallTimeOf(Temporal.Instant.from(at), timeZone) : readLocal(startsLocal!);
  const plan = { rule: rule ?? null, startsLocal: local, timeZone };
  const [first] = at ? [Temporal.Instant.from(at)] : timesFrom(plan, ctx.now, 1);
  if (!first || isBefore(first, ctx.now)) throw NeverDue.at(at ? 'body.at' : 'body.rule', 'never_due');
  ctx.wakeAt(dueAutomations, first);
  const schedule = await schedules.insert(ctx, {
    ...plan,
    automationId,
    payload,
    missed,
    nextAt: first,
  });
  return describeSchedule(schedule);
}

const invalid = (path: string, message: string) => InvalidRequest.at(path, 'invalid', message);

function readLocal(text: string): string {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toString({ smallestUnit: 'second' });
  } catch {
    throw invalid('body.startsLocal', 'There is no such date and time.');
  }
}

type Plan = Pick<Schedule, 'rule' | 'startsLocal' | 'timeZone'>;

const recurring = ({ rule, startsLocal, timeZone }: Plan) => ({
  startsLocal,
  timeZone,
  rule: rule!,
  excluded: [],
  endsBefore: null,
});

/** The times of a rule that are not before an instant. */
const timesFrom = (plan: Plan, from: Temporal.Instant, count: number): Temporal.Instant[] =>
  occurrencesFrom(recurring(plan), from)
    .map(({ at }) => at)
    .take(count)
    .toArray();

export function describeSchedule(schedule: Schedule) {
  const { rule, nextAt } = schedule;
  const from = nextAt === null ? null : Temporal.Instant.from(nextAt);
  const upcoming = from === null ? [] : rule === null ? [from] : timesFrom(schedule, from, UPCOMING);
  return { ...schedule, upcoming: upcoming.map(toTimestamp) };
}

/** Starts a thread for each time that has come. The time is the key of the thread, so no time starts two. */
export async function startDueSchedules(ctx: TenantContext): Promise<boolean> {
  const due = await lockDueSchedules(ctx, ctx.now, DUE_AT_ONCE);
  for (const schedule of due) await startDue(ctx, schedule);
  return due.length === DUE_AT_ONCE;
}

async function startDue(ctx: TenantContext, schedule: Schedule): Promise<void> {
  const { past, next } = takeOccurrences(schedule, ctx.now);
  const automation = await automations.get(ctx, schedule.automationId);
  // A disabled automation lets its times pass.
  const started = automation.enabled ? chosen(schedule, past, ctx.now) : [];
  const refused = started.length > 0 ? await refusedBy(ctx, schedule) : null;
  for (const { occurrence } of started) {
    const triggerKey = `schedule:${schedule.id}:${occurrence}`;
    const occasion = { source: 'schedule', triggerKey, scheduleId: schedule.id, input: schedule.payload } as const;
    await recordThread(ctx, automation, occasion, refused);
  }
  await schedules.update(ctx, schedule.id, {
    nextAt: next,
    state: next ? 'planned' : 'done',
    lastOccurrence: past.at(-1)?.occurrence ?? schedule.lastOccurrence,
    updatedAt: ctx.now,
  });
}

/** The automation may have another trigger since it was planned, or take another input. */
async function refusedBy(ctx: TenantContext, { automationId, payload }: Schedule): Promise<Failure | null> {
  try {
    await requireCallable(ctx, automationId, payload, 'payload');
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { errorCode: error.kind.code, error: error.message };
  }
}

/** The times of a plan that have come, the last ones of them, and the next one. */
function takeOccurrences(
  schedule: Schedule,
  now: Temporal.Instant,
): { past: Occurrence[]; next: Temporal.Instant | null } {
  const nextAt = Temporal.Instant.from(schedule.nextAt!);
  if (schedule.rule === null) return { past: [{ occurrence: schedule.startsLocal, at: nextAt }], next: null };
  const [next] = timesFrom(schedule, now.add({ nanoseconds: 1 }), 1);
  return { past: lastTimes(schedule, nextAt, now), next: next ?? null };
}

/** Each window has at most some 50 times as many times as the one before, which had too few. */
const LOOKED_BACK_HOURS = [1, 24, 31 * 24, 366 * 24];

/** The last times between two instants. It looks back further and further, because there may be thousands of them. */
function lastTimes(schedule: Schedule, from: Temporal.Instant, to: Temporal.Instant): Occurrence[] {
  const windows = LOOKED_BACK_HOURS.map((hours) => to.subtract({ hours }));
  const isLater = (since: Temporal.Instant) => isAfter(since, from);
  for (const since of windows.filter(isLater)) {
    const found = timesBetween(schedule, since, to);
    if (found.length >= MISSED_MAX) return found.slice(-MISSED_MAX);
  }
  return timesBetween(schedule, from, to).slice(-MISSED_MAX);
}

function timesBetween(schedule: Schedule, from: Temporal.Instant, to: Temporal.Instant): Occurrence[] {
  const found: Occurrence[] = [];
  for (const one of occurrencesFrom(recurring(schedule), from)) {
    if (isAfter(one.at, to)) break;
    found.push(one);
  }
  return found;
}

/** A time is missed if it came more than this ago. */
const MISSED_AFTER = { minutes: 5 };

function chosen({ missed }: Schedule, past: Occurrence[], now: Temporal.Instant): Occurrence[] {
  if (missed === 'all') return past;
  const last = past.slice(-1);
  const isLate = ({ at }: Occurrence) => isBefore(at, now.subtract(MISSED_AFTER));
  return missed === 'last' ? last : last.filter((one) => !isLate(one));
}

export async function searchSchedules(
  ctx: TenantContext,
  { action, at, ...search }: z.output<typeof AutomationPlanSearch>,
) {
  if ((action === 'move') !== (at !== undefined)) throw invalid('body.at', '`move` needs `at`, and only `move` does.');
  const found = await lockByPayload(ctx, search, FOUND_MAX);
  if (action === 'find') return { data: found.map(describeSchedule) };
  if (action === 'cancel') return { data: await Promise.all(found.map(({ id }) => cancel(ctx, id))) };
  const moved = Temporal.Instant.from(at!);
  if (isBefore(moved, ctx.now)) throw NeverDue.at('body.at', 'never_due');
  ctx.wakeAt(dueAutomations, moved);
  const once = found.filter(({ rule }) => rule === null);
  const change = (one: Schedule) => ({
    nextAt: moved,
    startsLocal: wallTimeOf(moved, one.timeZone),
    updatedAt: ctx.now,
  });
  return {
    data: await Promise.all(
      once.map(async (one) => describeSchedule(await schedules.update(ctx, one.id, change(one)))),
    ),
  };
}

const cancel = async (ctx: TenantContext, id: string) =>
  describeSchedule(await schedules.update(ctx, id, { state: 'canceled', nextAt: null, updatedAt: ctx.now }));

/** Cancels one plan, whatever its payload. A plan that has ended stays as it is. */
export async function cancelSchedule(ctx: TenantContext, id: string) {
  const schedule = await schedules.lock(ctx, id);
  return schedule.state === 'planned' ? cancel(ctx, id) : describeSchedule(schedule);
}

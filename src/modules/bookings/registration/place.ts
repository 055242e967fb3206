import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { planReminders } from '../reminder/plan.ts';
import { busySpan, endOf, type Offer, offersAt, type Plan, planOf } from '../slot/offers.ts';
import { type Schedule, scheduleHosts, scheduleSessions, schedules } from '../tables.ts';
import { decrementTaken, deleteEmptySession, incrementTaken, insertBusyHosts } from './registration.sql.ts';

export const SlotTaken = refusal('slot_taken', 'There is no place left at this time: choose another one.', 409);

/** After a collision the offers are read again: a concurrent booking has started or filled a session. */
const TURNS_MAX = 4;
const toInstant = (epochMs: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(epochMs);

const isInTurn = ({ assignment }: Schedule): boolean => assignment === 'round_robin';

/**
 * Lets a change or cancellation of the schedule wait until the transaction ends, or begins again with one that came before. It comes
 * before the locks of bookings and sessions, because such a change locks these next.
 */
export async function holdSchedule(ctx: TenantContext, schedule: Schedule): Promise<void> {
  const held = await schedules.find(ctx, schedule.id, { lock: isInTurn(schedule) ? 'FOR UPDATE' : 'FOR SHARE' });
  if (held?.version !== schedule.version) throw new RetryTransaction();
}

/** Holds schedules, always in the same order, to change sessions at several of their times: two such changes come one after the other. */
export const holdSchedulesAlone = (ctx: TenantContext, ids: readonly string[]): Promise<Schedule[]> =>
  schedules.all(ctx, { id: [...ids] }, { orderBy: ['id'], lock: 'FOR UPDATE' });

/** Takes a place at this start, on a session that has begun to fill or on a new one. Answers its session. */
export async function takePlace(ctx: TenantContext, plan: Plan, start: number, hostId?: string): Promise<string> {
  // Turns are fair only one after the other, each knowing the one before.
  const current = isInTurn(plan.schedule) ? await planOf(ctx, await schedules.lock(ctx, plan.schedule.id)) : plan;
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const [offer] = await offersAt(ctx, current, [start], hostId);
    if (!offer || offer.places === 0) break;
    const sessionId = (await joinSession(ctx, offer)) ?? (await openSession(ctx, current, offer, hostId));
    if (sessionId) return sessionId;
  }
  throw SlotTaken();
}

const joinSession = async (ctx: TenantContext, { sessionId }: Offer): Promise<string | null> =>
  sessionId && (await incrementTaken(ctx, sessionId)) ? sessionId : null;

async function openSession(ctx: TenantContext, plan: Plan, offer: Offer, hostId?: string): Promise<string | null> {
  const { schedule } = plan;
  // All of them give it, also where one of them is named.
  if (schedule.assignment === 'together') {
    const hostIds = offer.freeHosts;
    return hostIds.length > 0 ? createSession(ctx, schedule, offer.start, { hostIds, taken: 1 }) : null;
  }
  const free = hostId ? offer.freeHosts.filter((each) => each === hostId) : offer.freeHosts;
  for (const each of inTurn(plan, free)) {
    const sessionId = await createSession(ctx, schedule, offer.start, { hostIds: [each], taken: 1 });
    if (!sessionId) continue;
    if (isInTurn(schedule))
      await scheduleHosts.updateAll(ctx, { scheduleId: schedule.id, hostId: each }, { assignedAt: ctx.clock() });
    return sessionId;
  }
  return null;
}

function inTurn({ schedule, hosts }: Plan, free: readonly string[]): readonly string[] {
  if (!isInTurn(schedule)) return free;
  const since = new Map(hosts.map(({ hostId, assignedAt }) => [hostId, assignedAt ?? '']));
  return free.toSorted((a, b) => (since.get(a) ?? '').localeCompare(since.get(b) ?? ''));
}

/** Begins a session unless one of its hosts is busy. */
export async function createSession(
  ctx: TenantContext,
  schedule: Schedule,
  start: number,
  { hostIds, taken }: { hostIds: readonly string[]; taken: number },
): Promise<string | null> {
  const id = newId();
  const startsAt = toInstant(start);
  await scheduleSessions.insert(ctx, {
    id,
    scheduleId: schedule.id,
    startsAt,
    endsAt: toInstant(endOf(schedule, start)),
    capacity: schedule.capacity,
    taken,
  });
  if ((await insertBusyHosts(ctx, id, hostIds, busySpan(schedule, start))) < hostIds.length) {
    await scheduleSessions.delete(ctx, id);
    return null;
  }
  await planReminders(ctx, { sessionId: id, startsAt, timeZone: schedule.timeZone });
  return id;
}

/** Gives a place back. A session of an availability ends with its last one, and its hosts are free again. */
export async function givePlacesBack(
  ctx: TenantContext,
  { kind, capacity }: Pick<Schedule, 'kind' | 'capacity'>,
  sessionId: string,
): Promise<void> {
  await decrementTaken(ctx, sessionId, capacity);
  if (kind === 'availability') await deleteEmptySession(ctx, sessionId);
}

import type { TenantContext } from '#platform/context.ts';
import type { Cycle, Recurrency } from '../tables.ts';
import { recurrenceCycles } from '../ticks.ts';
import { type CycleRule, dueAt, nextCycle } from './cycles.ts';

/** A cycle without a document is past due a day after it was due. */
export const PAST_DUE = { hours: 24 };

export type Scheduled = CycleRule & Pick<Recurrency, 'handledOn' | 'timeZone'>;

/**
 * The next cycle of an active recurrence, and when the tick has to look at it again, which it schedules. The recurrence
 * has ended when no cycle follows and none is retried.
 */
export function scheduleOf(ctx: TenantContext, recurrency: Scheduled & Pick<Recurrency, 'pastDueAt'>, failed: Cycle[]) {
  const { handledOn, timeZone, pastDueAt } = recurrency;
  const next = nextCycle(recurrency, handledOn === null ? null : Temporal.PlainDate.from(handledOn));
  const tries = failed.flatMap(({ retryAt }) => (retryAt === null ? [] : Temporal.Instant.from(retryAt)));
  const lateness = pastDueAt
    ? []
    : failed.map(({ cycleOn }) => dueAt(Temporal.PlainDate.from(cycleOn), timeZone).add(PAST_DUE));
  const moments = [...(next ? [dueAt(next, timeZone)] : []), ...tries, ...lateness];
  const first = moments.toSorted(Temporal.Instant.compare)[0] ?? null;
  if (first) ctx.wakeAt(recurrenceCycles, first);
  const status = first ? ('active' as const) : ('ended' as const);
  return { status, handledOn, nextOn: next?.toString() ?? null, dueAt: first };
}

export const unscheduled = { nextOn: null, dueAt: null };

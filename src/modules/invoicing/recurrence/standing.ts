import type { TenantContext } from '#platform/context.ts';
import { recurrenceCycles } from '../ticks.ts';
import { dueAt, nextCycle } from './cycles.ts';
import type { Cycle, Recurrency } from './recurrency.sql.ts';

/** A cycle that is not made a day after it should be is past due. */
export const PAST_DUE = { hours: 24 };

/**
 * Where an active recurrence stands: its next cycle, and when the clock looks at it again, which is asked to. It has ended
 * when nothing comes and nothing is tried again.
 */
export function standingOf(ctx: TenantContext, recurrency: Recurrency, failed: Cycle[]) {
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

export const idle = { nextOn: null, dueAt: null };

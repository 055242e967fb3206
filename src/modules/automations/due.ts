import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { removeForgotten } from './automation/automation.sql.ts';
import { startDueSchedules } from './schedule/schedule.ts';
import { schedules, threads } from './tables.ts';
import { endWait } from './thread/record.ts';
import { nodesOf } from './thread/run.ts';
import { deleteThreadsBefore, selectDueThreads } from './thread/thread.sql.ts';
import { KEPT } from './ticks.ts';

const WOKEN_AT_ONCE = 100;

/** Ends the waits and takes the plans that are due; answers when something is due next. */
export async function runDue(ctx: TenantContext): Promise<Temporal.Instant | string | null> {
  const due = await selectDueThreads(ctx, ctx.now, WOKEN_AT_ONCE);
  for (const id of due) await wake(ctx, id);
  const hasMorePlans = await startDueSchedules(ctx);
  if (due.length === WOKEN_AT_ONCE || hasMorePlans) return ctx.now;
  const next = await Promise.all([
    threads.min(ctx, 'dueAt', { state: 'waiting' }),
    schedules.min(ctx, 'nextAt', { state: 'planned' }),
  ]);
  return next.filter((at) => at !== null).toSorted()[0] ?? null;
}

async function wake(ctx: TenantContext, id: string): Promise<void> {
  const thread = await threads.lock(ctx, id);
  if (thread.state !== 'waiting') return;
  await endWait(ctx, { thread, nodes: await nodesOf(ctx, thread) });
}

const DELETED_AT_ONCE = 1_000;

/** Deletes threads that ended long ago, and deleted automations with their last thread; answers when the next one expires. */
export async function expireThreads(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const deleted = await deleteThreadsBefore(ctx, realNow().subtract(KEPT), DELETED_AT_ONCE);
  await removeForgotten(ctx);
  if (deleted === DELETED_AT_ONCE) return ctx.now;
  const oldest = await threads.min(ctx, 'finishedAt');
  // Threads end by the real clock, and a tick is due by the clock of the organization.
  return oldest === null ? null : ctx.now.add(realNow().until(Temporal.Instant.from(oldest).add(KEPT)));
}

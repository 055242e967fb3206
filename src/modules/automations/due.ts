import type { TenantContext } from '#platform/context.ts';
import { nextPlanned } from './schedule/schedule.sql.ts';
import { startDueSchedules } from './schedule/schedule.ts';
import { threads, versions } from './tables.ts';
import { endWait } from './thread/record.ts';
import { nextDue, selectDueThreads } from './thread/thread.sql.ts';

const THREADS_AT_ONCE = 100;

/** Ends the waits and takes the plans that are due; answers when something is due next. */
export async function runDue(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const due = await selectDueThreads(ctx, ctx.now, THREADS_AT_ONCE);
  for (const id of due) await wake(ctx, id);
  const hasMorePlans = await startDueSchedules(ctx);
  if (due.length === THREADS_AT_ONCE || hasMorePlans) return ctx.now;
  const next = [await nextDue(ctx), await nextPlanned(ctx)].filter((at) => at !== null).sort();
  return next[0] === undefined ? null : Temporal.Instant.from(next[0]);
}

async function wake(ctx: TenantContext, id: string): Promise<void> {
  const thread = await threads.lock(ctx, id);
  if (thread.state !== 'waiting') return;
  const { nodes } = await versions.get(ctx, { automationId: thread.automationId, number: thread.automationVersion });
  await endWait(ctx, { thread, nodes: new Map(nodes.map((node) => [node.id, node])) });
}

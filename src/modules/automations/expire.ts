import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { removeForgotten } from './automation/automation.sql.ts';
import { deleteThreadsBefore, oldestEnd } from './thread/thread.sql.ts';
import { KEPT } from './ticks.ts';

const DELETED_AT_ONCE = 1_000;

/** Deletes threads that ended long ago, and deleted automations with their last thread; answers when the next one expires. */
export async function expireThreads(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const deleted = await deleteThreadsBefore(ctx, realNow().subtract(KEPT), DELETED_AT_ONCE);
  await removeForgotten(ctx);
  if (deleted === DELETED_AT_ONCE) return ctx.now;
  const oldest = await oldestEnd(ctx);
  // Threads end by the real clock, and a tick is due by the clock of the organization.
  return oldest === null ? null : ctx.now.add(realNow().until(Temporal.Instant.from(oldest).add(KEPT)));
}

import type { TenantContext } from '#platform/context.ts';
import type { Thread } from '../tables.ts';
import { selectStepsOf } from './thread.sql.ts';

/** Threads with their steps, which are read in one statement. */
export async function withSteps(ctx: TenantContext, rows: Thread[]) {
  const found = await selectStepsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const byThread = Map.groupBy(found, ({ threadId }) => threadId);
  return rows.map((thread) => ({ ...thread, steps: byThread.get(thread.id) ?? [] }));
}

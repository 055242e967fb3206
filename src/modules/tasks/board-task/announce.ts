import type { TenantContext } from '#platform/context.ts';
import { taskUpdated } from '../events.ts';
import { type describeTask, differenceOf } from './describe.ts';

type Described = Awaited<ReturnType<typeof describeTask>>;

/** Emits `task:updated` with the fields that changed. A task that only changed its place in a column is not news. */
export function announceChange(ctx: TenantContext, before: Described, after: Described): void {
  const difference = differenceOf(before, after);
  if (!difference) return;
  const { id: taskId, columnId } = after;
  ctx.emit(taskUpdated, { taskId, ...(ctx.userId && { editorId: ctx.userId }), columnId, ...difference });
}

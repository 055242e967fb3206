import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { automations, present, steps, type Thread, threads, versions } from '../tables.ts';
import { enqueueThread } from './queue.ts';
import { happen, STEPS_MAX } from './record.ts';
import { placeAfter } from './run.ts';

export const NotPossibleNow = refusal(
  409,
  'thread_state',
  'The state of the thread does not allow this: read the thread again.',
);

const resting = { heldBy: null, heldUntil: null, dueAt: null };
const again = { ...resting, state: 'queued', finishedAt: null, errorCode: null, error: null } as const;

/** A person decides about a thread: try its node again, go on without it, or end it. */
export async function changeThread(ctx: TenantContext, threadId: string, action: 'retry' | 'continue' | 'cancel') {
  const thread = await threads.lock(ctx, threadId);
  const changed = action === 'cancel' ? await cancel(ctx, thread) : await resume(ctx, thread, action);
  ctx.wakeReaders(threadId);
  return changed;
}

async function cancel(ctx: TenantContext, thread: Thread): Promise<Thread> {
  if (thread.finishedAt !== null) throw NotPossibleNow('The thread has ended.');
  const change = { ...resting, state: 'canceled', finishedAt: realNow() } as const;
  return happen(ctx, thread, change, 'canceled', thread.nodeId, { userId: ctx.userId });
}

async function resume(ctx: TenantContext, thread: Thread, action: 'retry' | 'continue'): Promise<Thread> {
  const isOpen = thread.state === 'needs-review' || (thread.state === 'failed' && thread.stepsMade < STEPS_MAX);
  if (!isOpen) throw NotPossibleNow(`A thread that is ${thread.state} is not resumed.`);
  if (!(await automations.exists(ctx, present(thread.automationId))))
    throw NotPossibleNow('The automation was deleted.');
  const error = action === 'retry' ? 'A person tries it again.' : 'A person went on without it.';
  const ended = { state: 'failed', error, finishedAt: realNow() } as const;
  const current = { threadId: thread.id, number: thread.stepsMade + 1 };
  await steps.updateAll(ctx, { ...current, state: 'running' }, ended);
  enqueueThread(ctx, thread.id);
  if (action === 'retry') return happen(ctx, thread, again, 'resumed', thread.nodeId, { action, userId: ctx.userId });
  const { nodes } = await versions.get(ctx, { automationId: thread.automationId, number: thread.automationVersion });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const place = placeAfter({ thread, nodes: byId }, byId.get(thread.nodeId!)!.next);
  if (place.nodeId === null) throw NotPossibleNow('Nothing follows this node: cancel the thread.');
  const change = { ...again, ...place, stepsMade: thread.stepsMade + 1 };
  return happen(ctx, thread, change, 'resumed', thread.nodeId, { action, userId: ctx.userId });
}

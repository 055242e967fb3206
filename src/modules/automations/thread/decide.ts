import type { z } from 'zod';
import { allows, Forbidden, type Permission } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import type { Node, NodeOf } from '../automation/graph.schema.ts';
import { type Automation, automations, decisions, present, steps, type Thread, threads } from '../tables.ts';
import { enqueueThread } from './queue.ts';
import { endWait, happen, STEPS_MAX } from './record.ts';
import { nodesOf, placeAfter, type Run } from './run.ts';
import { AutomationDisabled, startThread } from './start.ts';
import type { ThreadChange, ThreadDecision } from './thread.schema.ts';

export const AlreadyDecided = refusal(
  'decision_taken',
  'This node of the thread was already decided: read the thread again.',
  409,
);
export const ShownDiffers = refusal(
  'shown_differs',
  'The approval has changed since it was shown: read the thread again and decide on the current one.',
  409,
);

type Given = z.output<typeof ThreadDecision>;

/** Approves or refuses what a thread asks. Of two decisions at once one counts; an early one waits for its node. */
export async function decideThread(ctx: TenantContext, threadId: string, given: Given): Promise<Thread> {
  const thread = await threads.lock(ctx, threadId);
  const nodes = await nodesOf(ctx, thread);
  const node = nodes.get(given.nodeId);
  if (node?.kind !== 'approval') throw unknownReference('body.nodeId', 'The approval node');
  const held = ctx.caller?.organization?.permissions ?? new Set<string>();
  if (!allows(held, node.permission as Permission)) throw Forbidden(`This needs the permission ${node.permission}.`);
  if (thread.finishedAt !== null) throw NotPossibleNow('The thread has ended.');
  const isThere = thread.state === 'waiting' && thread.nodeId === node.id;
  if (isThere) await decideNow(ctx, thread, node, nodes, given);
  else await keepForLater(ctx, thread, node, given);
  return threads.get(ctx, threadId);
}

async function decideNow(
  ctx: TenantContext,
  thread: Thread,
  node: NodeOf<'approval'>,
  nodes: Run['nodes'],
  given: Given,
) {
  const number = thread.stepsMade + 1;
  const step = await steps.get(ctx, { threadId: thread.id, number });
  const { fingerprint } = step.input as { fingerprint: string };
  if (!isAfter(thread.dueAt!, ctx.now)) throw NotPossibleNow('The time to decide is over.');
  if (given.fingerprint !== fingerprint) throw ShownDiffers();
  await insert(ctx, thread, node, number, given);
  await endWait(ctx, { thread, nodes }, decided(ctx, given));
}

/** Without having seen it, only where the node allows that. */
async function keepForLater(ctx: TenantContext, thread: Thread, node: NodeOf<'approval'>, given: Given) {
  const wasThere = await decisions.exists(ctx, { threadId: thread.id, nodeId: node.id });
  if (wasThere) throw AlreadyDecided();
  if (!node.early) throw NotPossibleNow('The thread does not wait at this node.');
  await insert(ctx, thread, node, 0, given);
}

async function insert(ctx: TenantContext, { id: threadId }: Thread, { id: nodeId }: Node, step: number, given: Given) {
  const { approved, comment } = given;
  const row = { threadId, nodeId, step, approved, comment, userId: ctx.userId, createdAt: realNow() };
  if (!(await decisions.insertUnlessTaken(ctx, row))) throw AlreadyDecided();
}

const decided = (ctx: TenantContext, { approved, comment }: Given) => ({ approved, comment, userId: ctx.userId });

export const NotPossibleNow = refusal(
  'thread_state',
  'The state of the thread does not allow this: read the thread again.',
  409,
);

const resting = { heldBy: null, heldUntil: null, dueAt: null };
const again = { ...resting, state: 'queued', finishedAt: null, errorCode: null, error: null } as const;

/** A person decides about a thread: try its node again, go on without it, end it, or begin again in another thread. */
export async function changeThread(
  ctx: TenantContext,
  threadId: string,
  { action, currentVersion }: z.output<typeof ThreadChange>,
): Promise<Thread> {
  const thread = await threads.lock(ctx, threadId);
  if (action === 'restart') return restart(ctx, thread);
  const changed = action === 'cancel' ? await cancel(ctx, thread) : await resume(ctx, thread, action, currentVersion);
  ctx.wakeReaders(threadId);
  return changed;
}

/** The same occasion once more, for the current version. */
async function restart(ctx: TenantContext, thread: Thread): Promise<Thread> {
  if (thread.finishedAt === null) throw NotPossibleNow('The thread has not ended: cancel it first.');
  const { automationId, source, input, request, eventId, scheduleId, depth } = thread;
  const automation = await presentAutomation(ctx, automationId);
  const triggerKey = `restart:${newId()}`;
  return startThread(ctx, automation, { source, triggerKey, input, request, eventId, scheduleId, depth });
}

async function presentAutomation(ctx: TenantContext, automationId: string): Promise<Automation> {
  const automation = await automations.find(ctx, present(automationId));
  if (!automation) throw NotPossibleNow('The automation was deleted.');
  return automation;
}

/** The thread on the current version, with its node as a new step: what the former version sent may differ. */
async function onCurrentVersion(ctx: TenantContext, thread: Thread): Promise<Partial<Thread>> {
  const automation = await presentAutomation(ctx, thread.automationId);
  // Only an enabled automation has been published with a fresh authentication.
  if (!automation.enabled) throw AutomationDisabled();
  const automationVersion = automation.currentVersion;
  const nodes = await nodesOf(ctx, { ...thread, automationVersion });
  const isThere = nodes.has(thread.nodeId!) && thread.loops.every(({ nodeId }) => nodes.get(nodeId)?.kind === 'loop');
  if (!isThere) throw NotPossibleNow('The current version does not have this node in its place: restart the thread.');
  return { automationVersion, stepsMade: thread.stepsMade + 1 };
}

async function cancel(ctx: TenantContext, thread: Thread): Promise<Thread> {
  if (thread.finishedAt !== null) throw NotPossibleNow('The thread has ended.');
  const change = { ...resting, state: 'canceled', finishedAt: realNow() } as const;
  return happen(ctx, thread, change, 'canceled', thread.nodeId, { userId: ctx.userId });
}

async function resume(
  ctx: TenantContext,
  thread: Thread,
  action: 'retry' | 'continue',
  currentVersion: boolean,
): Promise<Thread> {
  const isOpen = thread.state === 'needs-review' || (thread.state === 'failed' && thread.stepsMade < STEPS_MAX);
  if (!isOpen) throw NotPossibleNow(`A thread that is ${thread.state} is not resumed.`);
  await presentAutomation(ctx, thread.automationId);
  const error = action === 'retry' ? 'A person tries it again.' : 'A person went on without it.';
  const ended = { state: 'failed', error, finishedAt: realNow() } as const;
  const current = { threadId: thread.id, number: thread.stepsMade + 1 };
  await steps.updateAll(ctx, { ...current, state: 'running' }, ended);
  enqueueThread(ctx, thread.id);
  if (action === 'retry') {
    const change = { ...again, ...(currentVersion && (await onCurrentVersion(ctx, thread))) };
    return happen(ctx, thread, change, 'resumed', thread.nodeId, { action, currentVersion, userId: ctx.userId });
  }
  const nodes = await nodesOf(ctx, thread);
  const place = placeAfter({ thread, nodes }, nodes.get(thread.nodeId!)!.next);
  if (place.nodeId === null) throw NotPossibleNow('Nothing follows this node: cancel the thread.');
  const change = { ...again, ...place, stepsMade: thread.stepsMade + 1 };
  return happen(ctx, thread, change, 'resumed', thread.nodeId, { action, userId: ctx.userId });
}

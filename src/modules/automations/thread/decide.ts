import type { z } from 'zod';
import { allows, Forbidden, type Permission } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import type { Node, NodeOf } from '../automation/graph.schema.ts';
import { decisions, steps, type Thread, threads, versions } from '../tables.ts';
import { endWait } from './record.ts';
import { NotPossibleNow } from './review.ts';
import type { ThreadDecision } from './thread.schema.ts';

export const AlreadyDecided = refusal(
  409,
  'decision_taken',
  'This node of the thread was already decided: read the thread again.',
);
export const ShownDiffers = refusal(
  409,
  'shown_differs',
  'The approval has changed since it was shown: read the thread again and decide on the current one.',
);

type Given = z.output<typeof ThreadDecision>;

/** Approves or refuses what a thread asks. Of two decisions at once one counts; an early one waits for its node. */
export async function decideThread(ctx: TenantContext, threadId: string, given: Given): Promise<Thread> {
  const thread = await threads.lock(ctx, threadId);
  const { nodes } = await versions.get(ctx, { automationId: thread.automationId, number: thread.automationVersion });
  const node = nodes.find((each): each is NodeOf<'approval'> => each.id === given.nodeId && each.kind === 'approval');
  if (!node) throw unknownReference('body.nodeId', 'The approval node');
  const held = ctx.caller?.organization?.permissions ?? new Set<string>();
  if (!allows(held, node.permission as Permission)) throw Forbidden(`This needs the permission ${node.permission}.`);
  if (thread.finishedAt !== null) throw NotPossibleNow('The thread has ended.');
  const isThere = thread.state === 'waiting' && thread.nodeId === node.id;
  if (isThere) await decideNow(ctx, thread, node, nodes, given);
  else await keepForLater(ctx, thread, node, given);
  return threads.get(ctx, threadId);
}

async function decideNow(ctx: TenantContext, thread: Thread, node: NodeOf<'approval'>, nodes: Node[], given: Given) {
  const number = thread.stepsMade + 1;
  const step = await steps.get(ctx, { threadId: thread.id, number });
  const { fingerprint } = step.input as { fingerprint: string };
  if (Temporal.Instant.compare(Temporal.Instant.from(thread.dueAt!), ctx.now) <= 0)
    throw NotPossibleNow('The time to decide is over.');
  if (given.fingerprint !== fingerprint) throw ShownDiffers();
  await insert(ctx, thread, node, number, given);
  await endWait(ctx, { thread, nodes: new Map(nodes.map((each) => [each.id, each])) }, decided(ctx, given));
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

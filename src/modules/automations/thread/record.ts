import { type Notice, notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { shortened } from '#platform/text.ts';
import type { Node } from '../automation/graph.schema.ts';
import { automationConditionFailed, automationFailed } from '../events.ts';
import type { Outcome } from '../node/working.ts';
import { automations, decisions, happenings, steps, type Thread, threads } from '../tables.ts';
import { dueAutomations, expiredThreads, KEPT } from '../ticks.ts';
import { enqueueThread } from './queue.ts';
import { placeAfter, type Run } from './run.ts';
import type { HappeningType } from './thread.schema.ts';
import { hasFailedSince, insertCauses } from './thread.sql.ts';

/** Another job has the thread by now, or it was canceled. */
export class Superseded extends Error {}

const LEASE_SECONDS = 150;
export const STEPS_MAX = 500;
const ERROR_LENGTH_MAX = 1_000;
const ATTEMPTS_COUNTED_MAX = 20;
const RETRY_SECONDS = [5, 30, 120, 600, 1_800];

export const leaseEnd = (): Temporal.Instant => realNow().add({ seconds: LEASE_SECONDS });

/** Locks the thread of a run, which must still be where the run left it. */
export async function lockRun(ctx: TenantContext, { thread, jobId }: Run): Promise<void> {
  const current = await threads.lock(ctx, thread.id);
  if (current.heldBy !== jobId || current.stepsMade !== thread.stepsMade || current.state !== 'running')
    throw new Superseded();
}

/** Records the outcome of a node and moves the thread on, in one transaction. Answers the thread as it is then. */
export async function recordOutcome(ctx: TenantContext, run: Run, node: Node, outcome: Outcome): Promise<Thread> {
  await lockRun(ctx, run);
  return writeOutcome(ctx, run, node, outcome);
}

/** The same, in a transaction that has locked the thread. */
export async function writeOutcome(ctx: TenantContext, run: Run, node: Node, outcome: Outcome): Promise<Thread> {
  const thread = await changeBy(ctx, run, node, outcome);
  rememberCauses(ctx, thread);
  ctx.wakeReaders(thread.id);
  return thread;
}

async function changeBy(ctx: TenantContext, run: Run, node: Node, outcome: Outcome): Promise<Thread> {
  switch (outcome.kind) {
    case 'done':
      return recordDone(ctx, run, node, outcome);
    case 'wait': {
      await writeStep(ctx, run, node, { state: 'waiting', input: outcome.input });
      ctx.wakeAt(dueAutomations, outcome.until);
      const change = { state: 'waiting', dueAt: outcome.until, ...released } as const;
      const waiting = await happen(ctx, run.thread, change, 'waiting', node.id, { until: outcome.until.toString() });
      return node.kind === 'approval' ? beginApproval(ctx, run, waiting, outcome.input) : waiting;
    }
    case 'stop':
      return recordStop(ctx, run, node, outcome);
    case 'failed':
      return recordFailure(ctx, run, node, outcome);
    case 'unknown': {
      const change = {
        state: 'needs-review',
        error: shortened(outcome.message, ERROR_LENGTH_MAX),
        ...released,
      } as const;
      await notifyOfReview(ctx, run.thread, outcome.message);
      return happen(ctx, run.thread, change, 'needs-review', node.id, { reason: outcome.message });
    }
    case 'booked':
      throw new Error('The outcome is recorded already.');
  }
}

const released = { heldBy: null, heldUntil: null };

async function recordDone(
  ctx: TenantContext,
  run: Pick<Run, 'thread' | 'nodes'>,
  node: Node,
  outcome: Extract<Outcome, { kind: 'done' }>,
) {
  const { input, output, next, entersLoop } = outcome;
  await writeStep(ctx, run, node, { state: 'done', input, output });
  const entered = entersLoop && { nodeId: node.id, index: 0, count: entersLoop.count };
  const place = placeAfter(run, next, entered);
  const stepsMade = run.thread.stepsMade + 1;
  const moved = { ...place, stepsMade, heldUntil: leaseEnd() };
  const thread = await happen(ctx, run.thread, moved, 'step-done', node.id);
  if (place.nodeId === null) return finish(ctx, thread, 'done', node.id);
  if (stepsMade >= STEPS_MAX)
    return fail(ctx, thread, place.nodeId, 'too_many_steps', `A thread makes at most ${STEPS_MAX} steps.`);
  return thread;
}

/**
 * Asks people for the approval. A decision that came before the thread reached its node counts now. Both sides hold the thread,
 * so none is missed.
 */
async function beginApproval(ctx: TenantContext, { nodes }: Run, thread: Thread, asked: unknown): Promise<Thread> {
  const early = { threadId: thread.id, nodeId: thread.nodeId!, step: 0 };
  const decision = await decisions.find(ctx, early);
  if (!decision) {
    await notifyOfApproval(ctx, thread, (asked as { message: string }).message);
    return thread;
  }
  await decisions.updateAll(ctx, early, { step: thread.stepsMade + 1 });
  const { approved, comment, userId } = decision;
  await endWait(ctx, { thread, nodes }, { approved, comment, userId });
  return threads.get(ctx, thread.id);
}

interface Decided {
  approved: boolean;
  comment: string;
  userId: string | null;
}

/** Ends the wait of a thread, and queues it again where something follows. The caller has locked it. */
export async function endWait(ctx: TenantContext, { thread, nodes }: Pick<Run, 'thread' | 'nodes'>, decided?: Decided) {
  const node = nodes.get(thread.nodeId!)!;
  const woken = await happen(ctx, thread, { state: 'running', dueAt: null }, 'resumed', node.id);
  const after = await afterWait(ctx, { thread: woken, nodes }, node, thread.dueAt, decided);
  rememberCauses(ctx, after);
  ctx.wakeReaders(thread.id);
  if (after.state !== 'running') return;
  await threads.update(ctx, thread.id, { state: 'queued', ...released });
  enqueueThread(ctx, thread.id);
}

async function afterWait(
  ctx: TenantContext,
  run: Pick<Run, 'thread' | 'nodes'>,
  node: Node,
  until: string | null,
  decided: Decided | undefined,
): Promise<Thread> {
  if (node.kind !== 'approval')
    return recordDone(ctx, run, node, { kind: 'done', input: null, output: { until }, next: node.next });
  const { input } = await steps.get(ctx, { threadId: run.thread.id, number: run.thread.stepsMade + 1 });
  const output = decided ?? { approved: false, expired: true };
  const next = output.approved ? node.next : node.otherwise;
  if (output.approved || next !== null) return recordDone(ctx, run, node, { kind: 'done', input, output, next });
  await writeStep(ctx, run, node, { state: 'done', input, output });
  return finish(ctx, { ...run.thread, stepsMade: run.thread.stepsMade + 1 }, 'stopped', node.id);
}

async function recordStop(ctx: TenantContext, run: Run, node: Node, { evaluated }: Extract<Outcome, { kind: 'stop' }>) {
  await writeStep(ctx, run, node, { state: 'done', input: null, output: { met: false, conditions: evaluated } });
  ctx.emit(automationConditionFailed, {
    ...factsOf(run.thread),
    conditions: evaluated.map(({ found: _, ...condition }) => condition),
    conditionObject: Object.fromEntries(evaluated.map(({ field, found }) => [field, found])),
  });
  return finish(ctx, { ...run.thread, stepsMade: run.thread.stepsMade + 1 }, 'stopped', node.id);
}

async function recordFailure(ctx: TenantContext, run: Run, node: Node, outcome: Extract<Outcome, { kind: 'failed' }>) {
  const { code, message, mayRetry, input, output } = outcome;
  const error = shortened(message, ERROR_LENGTH_MAX);
  const attempts = await writeStep(ctx, run, node, { state: 'failed', input, output, errorCode: code, error });
  const retries = 'retries' in node ? node.retries : 0;
  if (mayRetry && attempts <= retries) {
    const at = realNow().add({ seconds: RETRY_SECONDS[attempts - 1]! });
    enqueueThread(ctx, run.thread.id, at);
    const change = { state: 'queued', ...released } as const;
    return happen(ctx, run.thread, change, 'retry-planned', node.id, { code, error, at: at.toString() });
  }
  const failedStep = await happen(ctx, run.thread, {}, 'step-failed', node.id, { code, error });
  const onError = 'onError' in node ? node.onError : null;
  if (onError === null) return fail(ctx, failedStep, node.id, code, error);
  return threads.update(ctx, run.thread.id, {
    nodeId: onError,
    stepsMade: run.thread.stepsMade + 1,
    heldUntil: leaseEnd(),
  });
}

export async function fail(ctx: TenantContext, thread: Thread, nodeId: string, errorCode: string, message: string) {
  const error = shortened(message, ERROR_LENGTH_MAX);
  ctx.emit(automationFailed, { ...factsOf(thread), error: `${nodeId}: ${error}` });
  await notifyOfFailure(ctx, thread, `${nodeId}: ${error}`);
  return finish(ctx, thread, 'failed', nodeId, { errorCode, error });
}

export const finish = (
  ctx: TenantContext,
  thread: Thread,
  state: 'done' | 'stopped' | 'failed',
  nodeId: string,
  failure: { errorCode: string; error: string } | Record<string, never> = {},
): Promise<Thread> => {
  const change = { state, nodeId, stepsMade: thread.stepsMade, finishedAt: realNow(), ...released, ...failure };
  return happen(ctx, thread, change, state, nodeId, failure);
};

/** Changes the thread and writes what happened to it, under its next number. */
export async function happen(
  ctx: TenantContext,
  { id }: Pick<Thread, 'id'>,
  change: Parameters<typeof threads.update>[2],
  type: HappeningType,
  nodeId: string | null,
  details: Record<string, unknown> = {},
): Promise<Thread> {
  const { happenings: before } = await threads.get(ctx, id);
  const seq = before + 1;
  const thread = await threads.update(ctx, id, { ...change, happenings: seq, updatedAt: realNow() });
  await happenings.insert(ctx, { threadId: id, seq, type, nodeId, details, createdAt: realNow() });
  if (thread.finishedAt !== null) ctx.wakeAt(expiredThreads, ctx.now.add(KEPT));
  return thread;
}

export const factsOf = (thread: Thread) => ({
  automationId: thread.automationId,
  automationThreadId: thread.id,
  eventId: thread.eventId,
});

/** Marks the events of this transaction as caused by the thread, until automations have seen them. */
export const rememberCauses = (ctx: TenantContext, thread: Pick<Thread, 'depth'>): void =>
  markCauses(ctx, thread, ctx.announced());

export function markCauses(ctx: TenantContext, { depth }: Pick<Thread, 'depth'>, events: readonly { id: string }[]) {
  const caused = events.map(({ id }) => ({ eventId: id, depth: depth + 1 }));
  insertCauses(ctx, caused);
}

/** Writes the current step, and returns the number of its attempts so far. */
export async function writeStep(
  ctx: TenantContext,
  { thread }: Pick<Run, 'thread'>,
  node: Node,
  fields: {
    state: 'running' | 'waiting' | 'done' | 'failed';
    input: unknown;
    output?: unknown;
    errorCode?: string;
    error?: string;
  },
): Promise<number> {
  const number = thread.stepsMade + 1;
  const key = { threadId: thread.id, number };
  const before = await steps.find(ctx, key, { columns: ['attempts', 'state', 'startedAt'] });
  const now = realNow();
  // A step that runs or waits is the same attempt; one that failed is tried again.
  const attempts = before ? Math.min(before.attempts + (before.state === 'failed' ? 1 : 0), ATTEMPTS_COUNTED_MAX) : 1;
  const { output = null, errorCode = null, error = null } = fields;
  await steps.upsert(
    ctx,
    {
      ...key,
      ...fields,
      output,
      errorCode,
      error,
      attempts,
      nodeId: node.id,
      kind: node.kind,
      startedAt: now,
      finishedAt: fields.state === 'done' || fields.state === 'failed' ? now : null,
    },
    ['threadId', 'number'],
    ['startedAt'],
  );
  return attempts;
}

/** A failing automation is reported once in this time, however many of its threads fail. */
const FAILURES_REPORTED_EVERY_HOURS = 24;

/** Notifies the people whose approval the thread waits for. */
const notifyOfApproval = (ctx: TenantContext, thread: Thread, message: string): Promise<void> =>
  notifyPeople(ctx, thread, (name) => ({
    kind: 'automation-approval',
    es: { title: `${name} pide tu aprobación`, body: message },
    en: { title: `${name} asks for your approval`, body: message },
  }));

const notifyOfReview = (ctx: TenantContext, thread: Thread, why: string): Promise<void> =>
  notifyPeople(ctx, thread, (name) => ({
    kind: 'automation-review',
    es: {
      title: `${name} espera tu decisión`,
      body: `No se sabe si una solicitud tuvo efecto: ${why} Reinténtala, sigue sin ella o cancela la ejecución.`,
    },
    en: {
      title: `${name} waits for your decision`,
      body: `It is not known whether a request had an effect: ${why} Retry it, go on without it or cancel the run.`,
    },
  }));

async function notifyOfFailure(ctx: TenantContext, thread: Thread, error: string): Promise<void> {
  const since = realNow().subtract({ hours: FAILURES_REPORTED_EVERY_HOURS });
  if (await hasFailedSince(ctx, thread, since)) return;
  await notifyPeople(ctx, thread, (name) => ({
    kind: 'automation-failed',
    es: { title: `${name} falló`, body: `No pudo terminar. Motivo técnico, en el paso ${error}` },
    en: { title: `${name} failed`, body: `It could not finish. Technical reason, in the step ${error}` },
  }));
}

/** Notifies the publisher and the owner: the publisher may have left. */
async function notifyPeople(ctx: TenantContext, { id, automationId }: Thread, noticeOf: (name: string) => Notice) {
  const [{ name, publishedBy }, owner] = await Promise.all([
    automations.get(ctx, automationId),
    findOwner(ctx.tx, ctx.organizationId),
  ]);
  const people = new Set([publishedBy, owner?.userId].filter((userId) => typeof userId === 'string'));
  await notify(ctx, [...people], { ...noticeOf(name), data: { automationId, automationThreadId: id } });
}

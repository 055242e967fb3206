import type { TenantContext } from '#platform/context.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { automationRun } from '../events.ts';
import { runNode } from '../node/run-node.ts';
import { automations, type Thread, threads } from '../tables.ts';
import { advanceSpec, enqueueThread } from './queue.ts';
import { factsOf, happen, leaseEnd, recordOutcome, rememberCauses, Superseded } from './record.ts';
import { nodesOf, type Run } from './run.ts';
import { cancelThreadsOf, selectOutputs } from './thread.sql.ts';

/** After so many steps other threads of the organization get a turn. */
const STEPS_PER_JOB = 25;
/** No step begins after this time, so that the longest one still ends within the time of the job. */
const TURN_MS = 60_000;

/** Works on a thread, node by node, until it ends, waits, or had its turn. Each step is recorded before the next begins. */
export const advanceThread = tenantJob({
  ...advanceSpec,
  run: async (steps, { threadId }) => {
    const run = await steps.transaction((ctx) => takeThread(ctx, threadId, steps.jobId));
    if (!run) return;
    const begunAt = performance.now();
    try {
      for (let made = 0; run.thread.state === 'running'; made++) {
        if (made === STEPS_PER_JOB || performance.now() - begunAt > TURN_MS) {
          await steps.transaction((ctx) => giveUpTurn(ctx, run));
          return;
        }
        await makeStep(steps, run, steps.signal);
      }
    } catch (error) {
      if (!(error instanceof Superseded)) throw error;
    }
  },
});

async function makeStep(steps: Parameters<typeof runNode>[0]['steps'], run: Run, signal: AbortSignal): Promise<void> {
  const node = run.nodes.get(run.thread.nodeId!)!;
  const outcome = await runNode({ steps, run, node, isTest: false, signal });
  if (outcome.kind === 'booked') return;
  run.thread = await steps.transaction((ctx) => recordOutcome(ctx, run, node, outcome));
  if (outcome.kind === 'done') run.outputs[node.id] = outcome.output;
  if (outcome.kind === 'failed') run.outputs[node.id] = outcome.output ?? { error: outcome.code };
}

/** Takes a thread for a job, and reads what it needs. Null: there is nothing to do, or another job is at it. */
async function takeThread(ctx: TenantContext, threadId: string, jobId: string): Promise<Run | null> {
  const thread = await threads.find(ctx, threadId, { lock: 'FOR UPDATE' });
  if (!thread || (thread.state !== 'queued' && thread.state !== 'running')) return null;
  if (thread.state === 'running' && thread.heldBy !== jobId && isHeld(thread)) {
    // A process that died holds it for a while; the queue repeats the job of that process earlier.
    enqueueThread(ctx, threadId, Temporal.Instant.from(thread.heldUntil!));
    return null;
  }
  const [automation, nodes, outputs] = await Promise.all([
    automations.get(ctx, thread.automationId),
    nodesOf(ctx, thread),
    selectOutputs(ctx, threadId),
  ]);
  if (automation.deletedAt !== null) {
    // It was started or resumed while the automation was being deleted.
    await cancelThreadsOf(ctx, automation.id, null);
    return null;
  }
  const held = { state: 'running', heldBy: jobId, heldUntil: leaseEnd() } as const;
  const taken = await (thread.startedAt === null ? begin(ctx, thread, held) : threads.update(ctx, threadId, held));
  return { automation, thread: taken, nodes, outputs, jobId, clock: ctx.clock, timeZone: ctx.timeZone };
}

const isHeld = ({ heldUntil }: Thread): boolean => heldUntil !== null && isAfter(heldUntil, realNow());

async function begin(ctx: TenantContext, thread: Thread, held: Parameters<typeof threads.update>[2]): Promise<Thread> {
  const begun = await happen(ctx, thread, { ...held, startedAt: realNow() }, 'started', thread.nodeId);
  ctx.emit(automationRun, { ...factsOf(thread), scheduleId: thread.scheduleId });
  rememberCauses(ctx, thread);
  return begun;
}

async function giveUpTurn(ctx: TenantContext, { thread, jobId }: Run): Promise<void> {
  const current = await threads.lock(ctx, thread.id);
  if (current.heldBy !== jobId) return;
  await threads.update(ctx, thread.id, { state: 'queued', heldBy: null, heldUntil: null });
  enqueueThread(ctx, thread.id);
}

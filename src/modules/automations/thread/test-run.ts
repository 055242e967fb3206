import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { graphOf } from '../automation/automation.ts';
import { runNode } from '../node/run-node.ts';
import { failed, type Outcome } from '../node/working.ts';
import { automations, present, type Thread } from '../tables.ts';
import { byId, placeAfter, type Run } from './run.ts';
import type { AutomationTest, AutomationTestStep } from './test-run.schema.ts';

const STEPS_MAX = 100;

type Given = z.output<typeof AutomationTest>;

/** Runs an automation as a dry run: every step reports what it would do, and nothing is changed, sent or recorded. */
export async function testAutomation(steps: TenantSteps, id: string, given: Given) {
  const run = await steps.transaction((ctx) => prepare(ctx, id, given));
  const made: z.input<typeof AutomationTestStep>[] = [];
  while (run.thread.nodeId !== null && made.length < STEPS_MAX) {
    const node = run.nodes.get(run.thread.nodeId)!;
    const outcome = await runNode({ steps, run, node, isTest: true });
    made.push({ nodeId: node.id, kind: node.kind, ...described(outcome) });
    run.outputs[node.id] = outcome.kind === 'done' ? outcome.output : null;
    const place = placeOf(run, node.id, outcome);
    if (place === null)
      return { state: outcome.kind === 'stop' ? ('stopped' as const) : ('failed' as const), steps: made };
    run.thread = { ...run.thread, ...place };
  }
  return { state: run.thread.nodeId === null ? ('done' as const) : ('failed' as const), steps: made };
}

/** The caller acts, not the publisher: a test shows no more than the caller may see. */
async function prepare(ctx: TenantContext, id: string, { input, request }: Given): Promise<Run> {
  const automation = await automations.get(ctx, present(id));
  const { trigger, nodes } = await graphOf(ctx, automation);
  const permissions = [...(ctx.caller?.organization?.permissions ?? [])];
  const now = toTimestamp(ctx.now);
  const isEvent = trigger.kind === 'event';
  const given = isEvent ? { id: newId(), type: trigger.types[0]!, createdAt: now, payload: input } : input;
  const thread = {
    id: newId(),
    source: trigger.kind,
    input: given,
    request,
    nodeId: nodes[0]!.id,
    loops: [],
    stepsMade: 0,
  } as unknown as Thread;
  return {
    automation: { ...automation, publishedBy: ctx.userId, publishedPermissions: permissions },
    thread,
    nodes: byId(nodes),
    outputs: {},
    jobId: null,
    clock: ctx.clock,
    timeZone: ctx.timeZone,
  };
}

function placeOf(run: Run, nodeId: string, outcome: Outcome) {
  const node = run.nodes.get(nodeId)!;
  if (outcome.kind === 'failed' && 'onError' in node && node.onError !== null)
    return { nodeId: node.onError, loops: run.thread.loops };
  if (outcome.kind !== 'done') return null;
  const { next, entersLoop } = outcome;
  return placeAfter(run, next, entersLoop && { nodeId, index: 0, count: entersLoop.count });
}

function described(outcome: Outcome) {
  if (outcome.kind === 'done') return { input: outcome.input, output: outcome.output, error: null, errorCode: null };
  if (outcome.kind === 'stop')
    return { input: null, output: { met: false, conditions: outcome.evaluated }, error: null, errorCode: null };
  const { input, code, message } = (outcome.kind === 'failed' ? outcome : failed('unknown', '')) as Extract<
    Outcome,
    { kind: 'failed' }
  >;
  return { input, output: null, error: message, errorCode: code };
}

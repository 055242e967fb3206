import type { Caller } from '#platform/auth/actor.ts';
import type { TenantContext } from '#platform/context.ts';
import { asRefusal, explained } from '#platform/http/as-refusal.ts';
import { type OperationRequest, operationRequest } from '#platform/http/operation.ts';
import type { NodeOf } from '../automation/graph.schema.ts';
import { evaluateTemplate } from '../expression/evaluate.ts';
import { lockRun, Superseded, writeOutcome } from '../thread/record.ts';
import { failed, notEvaluated, type Outcome, type Working } from './working.ts';

const OUTPUT_LENGTH_MAX = 128_000;
/** The answers after which the same request may succeed. */
const RETRIED_STATUSES = new Set([429, 500, 503]);

/** The answer has more than can be kept for later nodes. */
class OutputTooLarge extends Error {}

/**
 * Runs an operation of the API as the publisher. The transaction that has the effect also records the step and moves the thread
 * on, so a thread that is resumed never repeats an effect, and never misses one.
 */
export async function runOperation(working: Working<NodeOf<'operation'>>): Promise<Outcome> {
  const { steps, run, node, data, isTest } = working;
  const { params, query, body } = node;
  const { value, error } = await evaluateTemplate(steps, { params, query, body }, data);
  if (error !== null) return notEvaluated(error);
  const request = operationRequest(value as OperationRequest);
  const input = { operation: node.operation, ...request };
  const operation = steps.operations.find(node.operation);
  if (!operation) return failed('unknown_operation', `There is no operation ${node.operation}.`, { input });
  const caller = await steps.transaction((ctx) => publisherOf(ctx, run.automation));
  if (!caller) return failed('publisher_gone', 'Who published the automation is no member any more.', { input });
  const book = async (ctx: TenantContext, answer: { body: unknown }) => {
    const outcome = { kind: 'done', input, output: kept(answer.body), next: node.next } as const;
    await lockRun(ctx, run);
    run.thread = await writeOutcome(ctx, run, node, outcome);
    run.outputs[node.id] = outcome.output;
  };
  try {
    const answer = await steps.operations.perform(operation, caller, request, isTest ? { dryRun: true } : { book });
    if (!isTest) return { kind: 'booked' };
    const made = operation.writes ? (answer.body as { body: unknown }).body : answer.body;
    return { kind: 'done', input, output: kept(made), next: node.next };
  } catch (thrown) {
    if (thrown instanceof Superseded) throw thrown;
    if (thrown instanceof OutputTooLarge) return failed('output_too_large', thrown.message, { input });
    return failureOf(working, thrown, input);
  }
}

const publisherOf = (
  ctx: TenantContext,
  { id, publishedBy, publishedPermissions }: Working['run']['automation'],
): Promise<Caller | null> =>
  publishedBy === null
    ? Promise.resolve(null)
    : ctx.operations.delegateOf(ctx, { userId: publishedBy, delegateId: id, permissions: publishedPermissions });

function kept(body: unknown): unknown {
  // As the wire has it: late values and undefined fields are gone.
  const text = JSON.stringify(body ?? null);
  if (text.length > OUTPUT_LENGTH_MAX)
    throw new OutputTooLarge(`The answer has more than ${OUTPUT_LENGTH_MAX} characters: ask for less of it.`);
  return JSON.parse(text);
}

function failureOf({ steps, run }: Working, thrown: unknown, input: unknown): Outcome {
  const refused = asRefusal(thrown);
  const { kind } = refused;
  if (kind.status >= 500) steps.log.error({ err: thrown, threadId: run.thread.id }, 'operation of an automation');
  return failed(kind.code, explained(refused), { input, mayRetry: RETRIED_STATUSES.has(kind.status) });
}

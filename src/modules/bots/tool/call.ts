import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { functionCalled } from '../events.ts';
import { type CustomTool, customTools, type ToolCall, toolCalls } from '../tables.ts';
import { countCalls } from './call.sql.ts';
import type { ToolTrial } from './custom-tool.schema.ts';
import { secretsOf } from './custom-tool.ts';
import { wrongArguments } from './parameters.ts';
import { maskedRequest, requestOf, sendToolRequest } from './request.ts';

export const WrongArguments = refusal(
  'wrong_arguments',
  'The arguments do not match the parameters of the tool: correct the fields in `errors`.',
);
export const TooManyCalls = refusal(
  'too_many_calls',
  'The tool was called too often in the last hour: wait before you call it again.',
  429,
);

export type Arguments = Record<string, unknown>;

export interface CallFacts {
  /** The idempotency key: a call with a key that was used is not made again. */
  toolCallId: string;
  botId: string | null;
  conversationId: string | null;
}

/** The result of a tool, as the model receives it. */
export interface ToolOutcome {
  result: unknown;
  error: string | null;
}

/** The request of a call with its secrets, or the reason why there is none. */
function prepareCall(steps: TenantSteps, tool: CustomTool, args: unknown, toolCallId: string) {
  const wrong = wrongArguments(tool.parameters, args);
  if (wrong !== null) return wrong;
  return (
    requestOf(tool, args as Arguments, secretsOf(steps, tool), toolCallId) ?? 'An argument cannot be part of the path.'
  );
}

/** Calls a custom tool once for its key, and records the call before and after. */
export async function callCustomTool(
  steps: TenantSteps,
  tool: CustomTool,
  args: unknown,
  facts: CallFacts,
  signal?: AbortSignal,
): Promise<ToolOutcome> {
  const request = prepareCall(steps, tool, args, facts.toolCallId);
  if (typeof request === 'string') return { result: null, error: request };
  const earlier = await steps.transaction((ctx) => beginCall(ctx, tool, args as Arguments, facts));
  if (earlier) return earlier;
  return makeCall(steps, tool, request, facts, signal);
}

async function makeCall(
  steps: TenantSteps,
  tool: CustomTool,
  request: Exclude<ReturnType<typeof prepareCall>, string>,
  facts: CallFacts,
  signal?: AbortSignal,
) {
  const sent = await sendToolRequest(steps, tool, request, signal);
  const { response, result, error } = sent;
  await steps.transaction(async (ctx) => {
    const call = await toolCalls.update(
      ctx,
      { toolCallId: facts.toolCallId },
      {
        state: error === null ? 'done' : 'failed',
        result,
        error,
        responseStatus: response?.status ?? null,
        durationMs: response?.durationMs ?? null,
        finishedAt: ctx.now,
      },
    );
    announceCall(ctx, call);
  });
  return sent;
}

/** Records a call that begins; the outcome of an earlier call with the same key, where there is one. */
async function beginCall(
  ctx: TenantContext,
  tool: CustomTool,
  args: Arguments,
  facts: CallFacts,
): Promise<ToolOutcome | null> {
  // The lock makes concurrent calls of a tool count one after the other.
  if (!(await customTools.find(ctx, tool.id, { columns: ['id'], lock: 'FOR UPDATE' })))
    return { result: null, error: 'The tool does not exist any more.' };
  const earlier = await findEarlier(ctx, facts.toolCallId);
  if (earlier) return earlier;
  if ((await countCalls(ctx, tool.id, ctx.now.subtract({ hours: 1 }))) >= tool.callsPerHour)
    return { result: null, error: TooManyCalls.title };
  await toolCalls.insert(ctx, {
    ...facts,
    toolId: tool.id,
    type: tool.name,
    args,
    state: 'running',
  });
  return null;
}

async function findEarlier(ctx: TenantContext, toolCallId: string): Promise<ToolOutcome | null> {
  const earlier = await toolCalls.find(ctx, { toolCallId });
  if (!earlier) return null;
  // It was sent, and the process ended before the answer: only a person can find out what happened.
  const unknown = earlier.state === 'running' ? 'The outcome of an earlier call is not known.' : null;
  return { result: earlier.result, error: earlier.error ?? unknown };
}

/** Runs a tool of the business itself once for its key: its effect and its record are one transaction. */
export async function runOwnTool(
  steps: TenantSteps,
  call: CallFacts & { type: string; args: Arguments },
  run: (ctx: TenantContext) => Promise<ToolOutcome & { submited?: boolean }>,
): Promise<ToolOutcome> {
  return steps.transaction(async (ctx) => {
    const earlier = await findEarlier(ctx, call.toolCallId);
    if (earlier) return earlier;
    const attempt = await ctx.attempt((inside) => run(inside));
    const { result, error, submited } =
      attempt.status === 'fulfilled'
        ? attempt.value
        : { result: null, error: refusalText(attempt.reason), submited: false };
    const recorded = await toolCalls.insert(ctx, {
      ...call,
      state: error === null ? 'done' : 'failed',
      result,
      error,
      finishedAt: ctx.now,
    });
    announceCall(ctx, recorded, submited);
    return { result, error };
  });
}

/** A refusal is an answer that the model can explain; anything else is a bug. */
function refusalText(reason: unknown): string {
  if (reason instanceof Error && 'kind' in reason) return reason.message.slice(0, 500);
  throw reason;
}

function announceCall(ctx: TenantContext, call: ToolCall, submited = false): void {
  const { conversationId, botId, type, toolCallId, args, result } = call;
  if (conversationId === null || botId === null) return;
  ctx.emit(functionCalled, {
    conversationId,
    botId,
    type,
    toolCallId,
    args,
    result,
    ...(submited && { submited }),
  });
}

/** Shows the request of a call, and sends it if wanted. */
export async function tryTool(steps: TenantSteps, id: string, { args, send }: z.output<typeof ToolTrial>) {
  const tool = await steps.transaction((ctx) => customTools.get(ctx, id));
  const facts = { toolCallId: newId(), botId: null, conversationId: null };
  const request = prepareCall(steps, tool, args, facts.toolCallId);
  if (typeof request === 'string') throw WrongArguments.at('body.args', 'invalid', request);
  const shown = maskedRequest(request, secretsOf(steps, tool));
  if (!send) return { request: shown, response: null, error: null };
  if (await steps.transaction((ctx) => beginCall(ctx, tool, args, facts))) throw TooManyCalls();
  const { response, error } = await makeCall(steps, tool, request, facts);
  return { request: shown, response, error };
}

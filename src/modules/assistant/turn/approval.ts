import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { chosenModel } from '../model/offered.ts';
import { assistantSettings } from '../settings.ts';
import { type Call, calls, messages } from '../tables.ts';
import { NotBooked, type Performed, performOperation, readable } from './perform.ts';
import { holdConversation, isPast, lockConversation, type Turn, TurnInProgress } from './record.ts';
import type { ToolDecision } from './turn.schema.ts';

export const AlreadyDecided = refusal(
  'already_decided',
  'This call was already decided, or is no longer waiting: read the conversation again.',
  409,
);
export const ApprovalExpired = refusal(
  'approval_expired',
  'The time to approve this call is over: ask the assistant again.',
  410,
);

/** An approved call is carried out within this time, or its approval can be repeated. */
const LEASE_SECONDS = 60;

/**
 * Approves or refuses a call. It is claimed first, so of two decisions at once one counts. The effect and the record of the call
 * commit together: if the process crashes in between, nothing has changed and the approval can be repeated.
 */
export async function decideCall(
  steps: TenantSteps,
  decision: z.output<typeof ToolDecision>,
): Promise<{ turn: Turn; continues: boolean }> {
  const call = await steps.transaction((ctx) => claim(ctx, decision));
  if (decision.approved) await carryOut(steps, call);
  return steps.transaction((ctx) => resume(ctx, call));
}

async function claim(
  ctx: TenantContext,
  { conversationId, callId, approved, reason }: z.output<typeof ToolDecision>,
): Promise<Call> {
  const conversation = await lockConversation(ctx, conversationId);
  const call = await calls.lock(ctx, { id: callId, conversationId, userId: conversation.userId });
  const isAbandoned = call.state === 'running' && isPast(call.heldUntil);
  if (call.state !== 'pending' && !isAbandoned) throw AlreadyDecided();
  if (!isPast(conversation.heldUntil)) throw TurnInProgress();
  const now = realNow();
  if (isPast(call.expiresAt)) {
    await calls.updateAll(ctx, { id: callId }, { state: 'expired', finishedAt: now });
    throw ApprovalExpired().afterCommit();
  }
  const decided = approved
    ? { state: 'running' as const, attempts: call.attempts + 1, heldUntil: now.add({ seconds: LEASE_SECONDS }) }
    : { state: 'denied' as const, finishedAt: now, error: reason || null };
  return calls.update(ctx, callId, { ...decided, decidedAt: now });
}

async function carryOut(steps: TenantSteps, call: Call): Promise<void> {
  const operation = steps.operations.find(call.operation!);
  const performed: Performed = operation
    ? await performOperation(
        steps,
        call.conversationId,
        { operation, request: call.request },
        { book: (ctx, result) => settle(ctx, call, { result: readable(result) }) },
      )
    : { errorCode: 'no_tool', error: 'There is no such operation any more.' };
  if ('error' in performed) await steps.transaction((ctx) => settle(ctx, call, performed));
}

/** Only the claim that is still in force may record an outcome, and with it have an effect. */
async function settle(ctx: TenantContext, { id, attempts }: Call, performed: Performed): Promise<void> {
  const state = 'result' in performed ? 'done' : 'failed';
  const finished = { state, ...performed, finishedAt: realNow() } as const;
  const changed = await calls.updateAll(ctx, { id, state: 'running', attempts }, finished);
  if (changed !== 1) throw new NotBooked('Another decision took the call.');
}

/** The turn goes on once every call of the message is decided. */
async function resume(ctx: TenantContext, { conversationId, seq }: Call): Promise<{ turn: Turn; continues: boolean }> {
  const conversation = await lockConversation(ctx, conversationId);
  const asked = await messages.find(ctx, { conversationId, role: 'user' }, { orderBy: ['-seq'] });
  const message = await messages.get(ctx, { conversationId, seq });
  const model = chosenModel(ctx, message.model ?? (await readSettings(ctx, assistantSettings)).model);
  const isWaiting = await calls.exists(ctx, { conversationId, seq, state: ['pending', 'running'] });
  // A newer message arrived, or another decision continues the turn.
  const isOver = conversation.lastSeq !== seq || !isPast(conversation.heldUntil);
  if (isWaiting || isOver) {
    const turn = { id: '', conversationId, askedSeq: asked!.seq, model };
    return { turn, continues: false };
  }
  return { turn: await holdConversation(ctx, conversation, asked!.seq, model), continues: true };
}

import type { TenantContext } from '#platform/context.ts';
import type { Call } from '../tables.ts';
import { isPast, type Turn } from '../turn/record.ts';
import type { AssistantTurn } from '../turn/turn.schema.ts';
import { selectCallsAfter } from './conversation.sql.ts';

/**
 * The fields of a call that people see: a stream sends it as it is. One whose time of approval is over is expired, although
 * this is not recorded yet.
 */
export const describeCall = (call: Call) => ({
  id: call.id,
  tool: call.tool,
  operation: call.operation,
  writes: call.writes,
  request: call.request,
  state: call.state === 'pending' && isPast(call.expiresAt) ? ('expired' as const) : call.state,
  result: call.result,
  errorCode: call.errorCode,
  error: call.error,
  expiresAt: call.expiresAt,
  createdAt: call.createdAt,
  finishedAt: call.finishedAt,
});

/** A turn with all its calls. */
export async function describeTurn(
  ctx: TenantContext,
  { conversationId, askedSeq, model }: Turn,
  state: AssistantTurn['state'],
  said: { text: string; problem?: string | null; tokens: AssistantTurn['tokens'] },
): Promise<AssistantTurn> {
  const made = await selectCallsAfter(ctx, conversationId, askedSeq);
  const { text, problem = null, tokens } = said;
  return { conversationId, state, text, problem, model: model.id, tokens, calls: made.map(describeCall) };
}

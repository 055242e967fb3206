import { UserRequired } from '#platform/auth/permission.ts';
import type { TenantSteps } from '#platform/context.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import type { StreamMessage } from '#platform/http/live/stream.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { describeTurn } from '../conversation/describe.ts';
import { AlreadyDecided, ApprovalExpired, decideCall } from './approval.ts';
import { AssistantLimitReached } from './limits.ts';
import { beginTurn, ConversationFull, type Turn, TurnInProgress } from './record.ts';
import { AssistantTurn, NewAssistantTurn, ToolDecision } from './turn.schema.ts';
import { converse, ended, streamed } from './turn.ts';

export const turnRoutes = [
  route('POST', '/v1/automation/assistant', 'assistant:write', {
    action: 'ask',
    summary: 'Ask the assistant',
    description:
      'One turn of a conversation. Tools are the operations of this API under your own permissions: reading ones run at once, writing ones wait for your approval and change nothing until then. A new message withdraws calls that still wait. With `Accept: text/event-stream` the answer arrives as it is made: `turn`, then `text` (parts of the text) and `call` (each call of a tool), and at last `done` with the same turn that JSON has. A request with `Idempotency-Key` is answered as JSON.',
    reachesProvider: true,
    body: NewAssistantTurn,
    returns: AssistantTurn,
    refusals: [NotFound, ReferenceNotFound, TurnInProgress, ConversationFull, AssistantLimitReached, UserRequired],
    examples: { body: { message: '¿Quién me debe?' } },
    handler: async (steps, { body }) => ended(converse(steps, await steps.transaction((ctx) => beginTurn(ctx, body)))),
    stream: async (ctx, { body }) =>
      streamed(converse(ctx, await ctx.transaction((unit) => beginTurn(unit, body)), ctx.signal)),
  }),
  route('POST', '/v1/automation/assistant/tool-approval', 'assistant:write', {
    action: 'decideCall',
    summary: 'Approve or refuse a call of the assistant',
    description:
      'Only you can, for calls in your own conversations, once, and before they expire. Approving runs exactly the stored request with the permissions that you have now; the turn goes on when every call of its message is decided. The answer can be streamed, as that to a message.',
    reachesProvider: true,
    body: ToolDecision,
    returns: AssistantTurn,
    refusals: [NotFound, AlreadyDecided, ApprovalExpired, TurnInProgress, UserRequired],
    examples: { body: { conversationId: exampleId, callId: otherExampleId, approved: true } },
    handler: async (steps, { body }) => {
      const { turn, continues } = await decideCall(steps, body);
      return continues ? ended(converse(steps, turn)) : waitingTurn(steps, turn);
    },
    stream: async (ctx, { body }) => {
      const { turn, continues } = await decideCall(ctx, body);
      return continues ? streamed(converse(ctx, turn, ctx.signal)) : onlyDone(ctx, turn);
    },
  }),
];

const waitingTurn = (steps: TenantSteps, turn: Turn) =>
  steps.transaction((ctx) => describeTurn(ctx, turn, 'waiting', { text: '', tokens: { input: 0, output: 0 } }));

async function* onlyDone(steps: TenantSteps, turn: Turn): AsyncIterable<StreamMessage> {
  yield { event: 'done', data: await waitingTurn(steps, turn) };
}

import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

const MESSAGE_LENGTH_MAX = 4_000;

export const NewAssistantTurn = z.strictObject({
  conversationId: z.uuid().optional().describe('One of yours. Left out: begins a new conversation.'),
  message: z.string().trim().min(1).max(MESSAGE_LENGTH_MAX),
  model: z.string().max(60).optional().describe('For this turn. Default: the setting `assistant.model`.'),
});

export const ToolDecision = z.strictObject({
  conversationId: z.uuid(),
  callId: z.uuid(),
  approved: z.boolean(),
  reason: z.string().trim().max(500).optional().describe('Why it is refused, for the assistant.'),
});

export const CallState = z.enum(['pending', 'running', 'done', 'failed', 'denied', 'withdrawn', 'expired']);

export const AssistantCall = z.object({
  id: z.uuid(),
  tool: z.string(),
  operation: z.string().nullable().describe('Of this API, as in the reference. Null: a tool of the assistant itself.'),
  writes: z.boolean(),
  request: z.unknown().describe('Exactly what is sent: `params`, `query` and `body`. It never changes after this.'),
  state: CallState.describe(
    '`pending`: waits for your approval until `expiresAt`. `denied`: you refused it. `withdrawn`: you wrote something else instead.',
  ),
  result: z.unknown().describe('The answer of the operation; long lists are cut.'),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  expiresAt: Timestamp.nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

export const AssistantTurn = z.object({
  conversationId: z.uuid(),
  state: z
    .enum(['done', 'waiting', 'failed'])
    .describe('`waiting`: calls wait for your approval (`POST /v1/automation/assistant/tool-approval`).'),
  text: z.string(),
  problem: z.string().nullable().describe('Why there is no complete answer.'),
  model: z.string(),
  tokens: z.object({ input: z.number().int(), output: z.number().int() }).describe('Of this part of the turn.'),
  calls: z.array(AssistantCall).describe('All calls since your last message.'),
});
export type AssistantTurn = z.input<typeof AssistantTurn>;

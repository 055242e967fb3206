import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

const MESSAGE_LENGTH_MAX = 4_000;

export const NewAssistantTurn = z.strictObject({
  conversationId: z.uuid().optional().describe('One of yours. Left out: begins a new conversation.'),
  message: z.string().trim().min(1).max(MESSAGE_LENGTH_MAX).describe('What you ask or order, in your own words.'),
  model: z.string().max(60).optional().describe('For this turn. Default: the setting `assistant.model`.'),
});

export const ToolDecision = z.strictObject({
  conversationId: z.uuid(),
  callId: z.uuid().describe('The pending call, from `calls` of the turn.'),
  approved: z.boolean().describe('True runs it exactly as it is shown.'),
  reason: z.string().trim().max(500).optional().describe('Why it is refused, for the assistant.'),
});

export const CallState = z.enum(['pending', 'running', 'done', 'failed', 'denied', 'withdrawn', 'expired']);

export const AssistantCall = z.object({
  id: z.uuid(),
  tool: z.string().describe('As the model calls it.'),
  operation: z.string().nullable().describe('Of this API, as in the reference. Null: a tool of the assistant itself.'),
  writes: z.boolean().describe('Whether it changes data.'),
  request: z.unknown().describe('Exactly what is sent: `params`, `query` and `body`. It never changes after this.'),
  state: CallState.describe(
    '`pending`: waits for your approval until `expiresAt`. `denied`: you refused it. `withdrawn`: you wrote something else instead.',
  ),
  result: z.unknown().describe('The answer of the operation; long lists are cut.'),
  errorCode: z.string().nullable(),
  error: z.string().nullable().describe('Why it failed; null: it did not.'),
  expiresAt: Timestamp.nullable().describe('Until when it can be approved; null: it needs no approval.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

export const AssistantTurn = z.object({
  conversationId: z.uuid(),
  state: z
    .enum(['done', 'waiting', 'failed'])
    .describe('`waiting`: calls wait for your approval (`POST /v1/automation/assistant/tool-approval`).'),
  text: z.string().describe('The answer; may be empty while calls wait.'),
  problem: z.string().nullable().describe('Why there is no complete answer.'),
  model: z.string().describe('The id of the model that answered.'),
  tokens: z
    .object({
      input: z.number().int().describe('Tokens that the model read.'),
      output: z.number().int().describe('Tokens that the model wrote.'),
    })
    .describe('Of this part of the turn.'),
  calls: z.array(AssistantCall).describe('All calls since your last message.'),
});
export type AssistantTurn = z.input<typeof AssistantTurn>;

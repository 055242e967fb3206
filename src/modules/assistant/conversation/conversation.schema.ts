import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { versioned } from '#platform/http/change.ts';
import { AssistantCall } from '../turn/turn.schema.ts';

export const NewAssistantConversation = z.strictObject({
  title: z.string().trim().max(80).default('').describe('Default: the beginning of the first message.'),
});

export const AssistantConversation = z.object({
  id: z.uuid(),
  title: z.string().describe('What you named it, or the beginning of the first message.'),
  lastSeq: z.number().int().describe('The number of its last message.'),
  ...versioned,
});

export const AssistantMessage = z.object({
  seq: z.number().int().describe('From 1, without gaps.'),
  role: z.enum(['user', 'assistant']).describe('Who wrote it: you or the assistant.'),
  text: z.string().describe('What was written.'),
  problem: z.string().nullable().describe('Why the turn ended without an answer.'),
  model: z.string().nullable().describe('The id of the model that answered; null: your own message.'),
  inputTokens: z.number().int().describe('Tokens that the model read for it.'),
  outputTokens: z.number().int().describe('Tokens that the model wrote for it.'),
  createdAt: Timestamp,
  calls: z.array(AssistantCall).describe('The operations that the assistant called.'),
});

export const AssistantConversationDetail = z.object({
  ...AssistantConversation.shape,
  messages: z.array(AssistantMessage).describe('The newest 200, oldest first.'),
});

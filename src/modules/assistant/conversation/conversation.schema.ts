import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { versioned } from '#platform/http/change.ts';
import { AssistantCall } from '../turn/turn.schema.ts';

export const NewAssistantConversation = z.strictObject({
  title: z.string().trim().max(80).default('').describe('Default: the beginning of the first message.'),
});

export const AssistantConversation = z.object({
  id: z.uuid(),
  title: z.string(),
  lastSeq: z.number().int().describe('The number of its last message.'),
  ...versioned,
});

export const AssistantMessage = z.object({
  seq: z.number().int().describe('From 1, without gaps.'),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  problem: z.string().nullable().describe('Why the turn ended without an answer.'),
  model: z.string().nullable(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  createdAt: Timestamp,
  calls: z.array(AssistantCall),
});

export const AssistantConversationDetail = z.object({
  ...AssistantConversation.shape,
  messages: z.array(AssistantMessage).describe('The newest 200, oldest first.'),
});

import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';

const conversationId = z.uuid();
const changed = {
  conversationId,
  userId: z.uuid().optional(),
  bySystem: z.boolean().optional(),
  byAiAgent: z.boolean().optional(),
  agentResolveReason: z.string().optional(),
};

export const conversationAssigned = event({
  type: 'conversation:assigned',
  emittedWhen: 'a conversation changes owner, to a human user or to a bot',
  payload: z.object({ conversationId, userId: z.uuid().optional(), botId: z.uuid().optional() }),
  example: { conversationId: exampleId, userId: otherExampleId },
});

export const conversationOpened = event({
  type: 'conversation:open',
  emittedWhen: 'a conversation is reopened (by an agent, the system or a bot)',
  payload: z.object(changed),
  example: { conversationId: exampleId, bySystem: true },
});

export const conversationClosed = event({
  type: 'conversation:closed',
  emittedWhen: 'a conversation is marked resolved',
  payload: z.object(changed),
  example: { conversationId: exampleId, userId: otherExampleId },
});

export const socialComment = event({
  type: 'conversation:social-comment',
  emittedWhen: 'a comment from a social network is synchronized into an existing conversation',
  payload: z.object({ conversationId, userId: z.uuid().optional() }),
  example: { conversationId: exampleId },
});

export const conversationSeen = event({
  type: 'conversation:seen',
  emittedWhen: 'a user reviewed the conversation',
  payload: z.object({ conversationId, userId: z.uuid() }),
  example: { conversationId: exampleId, userId: otherExampleId },
});

export const messageDeleted = event({
  type: 'conversation:message-deleted',
  emittedWhen: 'a message is deleted in any connected channel',
  payload: z.object({ conversationId, channelMessageId: z.string(), deletedByUserId: z.uuid().optional() }),
  example: { conversationId: exampleId, channelMessageId: 'wamid.HBgLMTgwOTU1NTAxMjM' },
});

import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';

const conversationId = z.uuid();
const changed = {
  conversationId,
  userId: z.uuid().optional().describe('The member who did it.'),
  bySystem: z.boolean().optional().describe('True where the service did it.'),
  byAiAgent: z.boolean().optional().describe('True where a bot did it.'),
  agentResolveReason: z.string().optional().describe('Why the bot or the service did it.'),
};

export const conversationAssigned = event({
  type: 'conversation:assigned',
  emittedWhen: 'a conversation changes owner, to a human user or to a bot',
  payload: z.object({
    conversationId,
    userId: z.uuid().optional().describe('The member who has it now.'),
    botId: z.uuid().optional().describe('The bot that has it now.'),
  }),
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
  payload: z.object({
    conversationId,
    userId: z.uuid().optional().describe('The member who wrote the comment; absent for customers.'),
  }),
  example: { conversationId: exampleId },
});

export const conversationSeen = event({
  type: 'conversation:seen',
  emittedWhen: 'a user reviewed the conversation',
  payload: z.object({ conversationId, userId: z.uuid().describe('The member who saw it.') }),
  example: { conversationId: exampleId, userId: otherExampleId },
});

export const messageDeleted = event({
  type: 'conversation:message-deleted',
  emittedWhen: 'a message is deleted in any connected channel',
  payload: z.object({
    conversationId,
    channelMessageId: z.string().describe('The id of the message at the provider.'),
    deletedByUserId: z.uuid().optional().describe('The member who deleted it; absent for customers.'),
  }),
  example: { conversationId: exampleId, channelMessageId: 'wamid.HBgLMTgwOTU1NTAxMjM' },
});

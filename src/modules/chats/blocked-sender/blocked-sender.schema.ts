import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const NewBlockedSender = z.strictObject({
  conversationId: z.uuid(),
  messageId: z
    .uuid()
    .optional()
    .describe('In a thread of comments: one of the person. Left out: the first comment of the thread.'),
  note: z.string().trim().max(500).default('').describe('Why, for colleagues.'),
});

export const BlockedSender = z.object({
  id: z.uuid(),
  channelId: z.uuid(),
  conversationId: z.uuid().describe('The one in which they were blocked.'),
  address: z.string().describe('The number, address or visitor, or the writer of comments by the id of the network.'),
  name: z.string().describe('As the conversation had it.'),
  note: z.string().describe('Why, for colleagues.'),
  droppedCount: z.number().int().describe('Messages that arrived since and were not stored.'),
  lastDroppedAt: Timestamp.nullable().describe('When the last of these arrived; null: none has.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

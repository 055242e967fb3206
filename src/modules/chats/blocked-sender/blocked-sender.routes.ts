import { z } from 'zod';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { BlockedSender, NewBlockedSender } from './blocked-sender.schema.ts';
import { blockedList } from './blocked-sender.sql.ts';
import { blockSender, SenderUnknown, unblockSender } from './blocked-sender.ts';

export const blockedSenderRoutes = [
  route('POST', '/v1/chat/blocked-sender', 'chats:write', {
    action: 'blockSender',
    summary: 'Block the sender of a conversation',
    description:
      'For spam and abuse, on the channel of the conversation, which is closed. Their messages are counted and not stored: nobody is notified, and no bot answers. They get no diffusions, and messages to them are refused with `sender_blocked`. They get no notice of it. Of a thread of comments, one writer is blocked and the thread goes on.',
    status: 201,
    body: NewBlockedSender,
    returns: BlockedSender,
    refusals: [ReferenceNotFound, SenderUnknown],
    examples: { body: { conversationId: exampleId, note: 'Publicidad' } },
    handler: (ctx, { body }) => blockSender(ctx, body),
  }),
  route('GET', '/v1/chat/blocked-sender', 'chats:read', {
    action: 'listBlockedSenders',
    summary: 'List blocked senders',
    description: 'The newest first, with the number of messages that were not stored.',
    query: blockedList.query,
    returns: pageOf(BlockedSender),
    examples: { query: { search: '809555', conversationId: otherExampleId } },
    handler: (ctx, { query }) => blockedList.page(ctx, query),
  }),
  route('DELETE', '/v1/chat/blocked-sender', 'chats:write', {
    action: 'unblockSender',
    summary: 'Unblock a sender',
    description: 'Their next message is stored and opens the conversation again. Earlier ones are lost.',
    body: z.strictObject({ id: z.uuid() }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => unblockSender(ctx, body.id),
  }),
];

import type { z } from 'zod';
import { shareDocument } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { requireConversation } from '../conversation/find.ts';
import { doerOf } from '../conversation/state.ts';
import { type Conversation, channels, conversationLinks, conversations, type Message, messages } from '../tables.ts';
import { fillInAnswer } from './canned.ts';
import type { NewMessage } from './message.schema.ts';
import { writeMessage } from './send.ts';

/** Writes what a person composed: resolves the canned answer, the document and the message that it answers. */
export async function composeMessage(ctx: TenantContext, given: z.output<typeof NewMessage>): Promise<Message> {
  const { id } = await requireConversation(ctx, given);
  const conversation = await conversations.lock(ctx, id);
  const channel = await channels.get(ctx, conversation.channelId);
  if (given.replyToId && !(await messages.exists(ctx, { id: given.replyToId, conversationId: id })))
    throw unknownReference('body.replyToId', 'The message');
  const parts = [
    given.cannedAnswerId ? await fillInAnswer(ctx, given.cannedAnswerId, conversation) : (given.text ?? ''),
    given.documentId ? await documentText(ctx, conversation, given.documentId) : '',
  ];
  const { buttons, list, location, emoji } = given;
  const { message } = await writeMessage(ctx, {
    channel,
    conversation,
    by: doerOf(ctx),
    note: given.note,
    type: given.type,
    text: parts.filter(Boolean).join('\n\n'),
    content: {
      ...(buttons && { buttons }),
      ...(list && { list }),
      ...(location && { location }),
      ...(emoji !== undefined && { emoji }),
      ...(given.documentId && { documentId: given.documentId }),
    },
    fileId: given.fileId ?? null,
    replyToId: given.replyToId ?? null,
  });
  return message;
}

/** The page of a document, on which it is read, printed and paid. The conversation is linked to the document. */
async function documentText(
  ctx: TenantContext,
  { id: conversationId }: Conversation,
  documentId: string,
): Promise<string> {
  const { url, payUrl } = await shareDocument(ctx, documentId, false).catch((error: unknown) => {
    throw isRefusal(error, NotFound) ? unknownReference('body.documentId', 'The document') : error;
  });
  await conversationLinks.insertUnlessTaken(ctx, {
    conversationId,
    entityKind: 'invoiceId',
    entityId: documentId,
    createdAt: ctx.now,
  });
  return payUrl ? `${url}\n${payUrl}` : url;
}

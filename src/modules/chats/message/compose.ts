import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { namingField, requireConversation } from '../conversation/find.ts';
import { doerOf } from '../conversation/state.ts';
import { channels, conversations, type Message, messages } from '../tables.ts';
import { fillInAnswer } from './canned.ts';
import type { NewMessage } from './message.schema.ts';
import { writeMessage } from './send.ts';

/** Writes what a person composed: resolves the canned answer and the message that it answers. */
export async function composeMessage(ctx: TenantContext, given: z.output<typeof NewMessage>): Promise<Message> {
  const { id } = await requireConversation(ctx, given);
  const conversation = await conversations.lock(ctx, id);
  const channel = await channels.get(ctx, conversation.channelId);
  if (given.replyToId && !(await messages.exists(ctx, { id: given.replyToId, conversationId: id })))
    throw unknownReference('body.replyToId', 'The message');
  const { buttons, list, location, emoji } = given;
  const { message } = await writeMessage(ctx, {
    channel,
    conversation,
    by: doerOf(ctx),
    namedBy: namingField(given),
    note: given.note,
    type: given.type,
    text: given.cannedAnswerId ? await fillInAnswer(ctx, given.cannedAnswerId, conversation) : (given.text ?? ''),
    content: {
      ...(buttons && { buttons }),
      ...(list && { list }),
      ...(location && { location }),
      ...(emoji !== undefined && { emoji }),
    },
    fileId: given.fileId ?? null,
    replyToId: given.replyToId ?? null,
  });
  return message;
}

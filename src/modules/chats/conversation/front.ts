import type { TenantContext } from '#platform/context.ts';
import { type Conversation, conversations, type Message, messages } from '../tables.ts';

/** Reads a conversation, for modules that take part in it. */
export const findConversation = (ctx: TenantContext, id: string): Promise<Conversation | undefined> =>
  conversations.find(ctx, id);

/** Holds a conversation until the transaction ends, before its state or owner is changed. Throws `NotFound`. */
export const lockConversation = (ctx: TenantContext, id: string): Promise<Conversation> => conversations.lock(ctx, id);

/** The last messages that the customer has seen or written, oldest first, without notes and happenings. */
export async function selectHistory(ctx: TenantContext, conversationId: string, limit: number): Promise<Message[]> {
  const newest = await messages.all(ctx, { conversationId, direction: ['in', 'out'] }, { orderBy: ['-seq'], limit });
  return newest.reverse();
}

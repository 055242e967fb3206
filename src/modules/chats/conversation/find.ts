import type { TenantContext } from '#platform/context.ts';
import { orNotFound, unknownReference } from '#platform/refusal.ts';
import { type Conversation, conversationSources, conversations, type Message, messages } from '../tables.ts';

/** The conversation of a visitor, number, address or thread, under any of the names that the provider uses. */
export async function findBySource(
  ctx: TenantContext,
  channelId: string,
  sourceId: string,
): Promise<Conversation | undefined> {
  const direct = await conversations.find(ctx, { channelId, sourceId });
  if (direct) return direct;
  const source = await conversationSources.find(ctx, { channelId, value: sourceId });
  return source && conversations.find(ctx, source.conversationId);
}

export const getBySource = async (ctx: TenantContext, path: { channelId: string; sourceId: string }) =>
  orNotFound(await findBySource(ctx, path.channelId, path.sourceId));

interface Named {
  conversationId?: string | undefined;
  channelId?: string | undefined;
  sourceId?: string | undefined;
}

/** The field of a body that names its conversation. */
export const namingField = ({ conversationId }: Named): string =>
  conversationId === undefined ? 'body.sourceId' : 'body.conversationId';

/** The conversation that a body names, by its id or by its source. */
export async function requireConversation(ctx: TenantContext, given: Named): Promise<Conversation> {
  const found =
    given.conversationId === undefined
      ? await findBySource(ctx, given.channelId!, given.sourceId!)
      : await conversations.find(ctx, given.conversationId);
  if (!found) throw unknownReference(namingField(given), 'The conversation');
  return found;
}

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

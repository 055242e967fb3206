import type { TenantContext } from '#platform/context.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { type Conversation, conversationSources, conversations } from '../tables.ts';

/** The conversation of a visitor, number, address or thread, under any of the names that the provider uses. */
export async function findBySource(
  ctx: TenantContext,
  channelId: string,
  sourceId: string,
): Promise<Conversation | undefined> {
  const direct = await conversations.find(ctx, { channelId, sourceId });
  if (direct) return direct;
  const [source] = await conversationSources.all(ctx, { channelId, value: sourceId }, { limit: 1 });
  return source && conversations.find(ctx, source.conversationId);
}

export async function getBySource(
  ctx: TenantContext,
  path: { channelId: string; sourceId: string },
): Promise<Conversation> {
  const found = await findBySource(ctx, path.channelId, path.sourceId);
  if (!found) throw NotFound();
  return found;
}

/** The conversation that a body names, by its id or by its source. */
export async function requireConversation(
  ctx: TenantContext,
  given: { conversationId?: string | undefined; channelId?: string | undefined; sourceId?: string | undefined },
): Promise<Conversation> {
  const found =
    given.conversationId === undefined
      ? await findBySource(ctx, given.channelId!, given.sourceId!)
      : await conversations.find(ctx, given.conversationId);
  if (!found)
    throw unknownReference(given.conversationId ? 'body.conversationId' : 'body.sourceId', 'The conversation');
  return found;
}

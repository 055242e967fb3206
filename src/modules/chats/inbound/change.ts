import type { TenantContext } from '#platform/context.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { messageDeleted } from '../events.ts';
import { type Channel, type Message, messages } from '../tables.ts';
import type { MessageChange } from './msgapp.ts';
import { SEARCHED_AS } from './receive.ts';

const VERSIONS_MAX = 20;

/** Changes or deletes a message as its author did at the provider. False: there is no such message (yet). */
export async function changeMessage(ctx: TenantContext, channel: Channel, change: MessageChange): Promise<boolean> {
  const message = await messages.find(
    ctx,
    { channelId: channel.id, providerMessageId: change.target },
    { lock: 'FOR UPDATE' },
  );
  if (!message) return false;
  if (change.kind === 'delete') await deleteMessage(ctx, message, null);
  else if (message.deletedAt === null && message.text !== change.text) await editMessage(ctx, message, change.text);
  return true;
}

async function editMessage(ctx: TenantContext, message: Message, text: string): Promise<void> {
  ctx.wakeReaders(message.conversationId);
  const earlier = (message.content.versions as unknown[] | undefined) ?? [];
  const versions = [...earlier, { text: message.text, until: String(ctx.now) }].slice(-VERSIONS_MAX);
  await messages.update(ctx, message.id, { text, content: { ...message.content, versions }, editedAt: ctx.now });
  await indexText(ctx, SEARCHED_AS, message.id, [text]);
}

/** Nothing of what it said is kept. */
async function deleteMessage(ctx: TenantContext, message: Message, userId: string | null): Promise<void> {
  if (message.deletedAt !== null) return;
  ctx.wakeReaders(message.conversationId);
  await messages.update(ctx, message.id, { text: '', content: {}, deletedAt: ctx.now });
  await indexText(ctx, SEARCHED_AS, message.id, []);
  ctx.emit(messageDeleted, {
    conversationId: message.conversationId,
    channelMessageId: message.providerMessageId ?? message.id,
    ...(userId && { deletedByUserId: userId }),
  });
}

import { deleteReleased } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { previewOf } from '../conversation/preview.ts';
import { messageDeleted } from '../events.ts';
import { type Channel, conversations, type Message, messageMedia, messages } from '../tables.ts';
import type { MessageChange } from './msgapp.ts';
import { SEARCHED_AS } from './receive.ts';

const VERSIONS_MAX = 20;

/** Changes a message as its author did at the provider, or as the page did with a comment. False: there is no such message (yet). */
export async function changeMessage(ctx: TenantContext, channel: Channel, change: MessageChange): Promise<boolean> {
  const named = { channelId: channel.id, providerMessageId: change.target };
  const found = await messages.find(ctx, named, { columns: ['conversationId'] });
  if (!found) return false;
  await conversations.lock(ctx, found.conversationId);
  const message = await messages.lock(ctx, named);
  if (change.kind === 'delete') await deleteMessage(ctx, message);
  else if (change.kind !== 'edit') await hideMessage(ctx, message, change.kind === 'hide');
  else if (message.deletedAt === null && message.text !== change.text) await editMessage(ctx, message, change.text);
  return true;
}

async function editMessage(ctx: TenantContext, message: Message, text: string): Promise<void> {
  ctx.wakeReaders(message.conversationId);
  const earlier = (message.content.versions as unknown[] | undefined) ?? [];
  const versions = [...earlier, { text: message.text, until: String(ctx.now) }].slice(-VERSIONS_MAX);
  await messages.update(ctx, message.id, { text, content: { ...message.content, versions }, editedAt: ctx.now });
  await updatePreview(ctx, message, previewOf({ text, type: message.type }));
  await indexText(ctx, SEARCHED_AS, message.id, [text]);
}

/** The page hides a comment from others, or shows it again. */
async function hideMessage(ctx: TenantContext, message: Message, isHidden: boolean): Promise<void> {
  if (message.deletedAt !== null) return;
  ctx.wakeReaders(message.conversationId);
  await messages.update(ctx, message.id, { content: { ...message.content, isHidden } });
}

/** None of its content is kept. */
async function deleteMessage(ctx: TenantContext, message: Message): Promise<void> {
  if (message.deletedAt !== null) return;
  ctx.wakeReaders(message.conversationId);
  await messages.update(ctx, message.id, { text: '', content: {}, deletedAt: ctx.now });
  await updatePreview(ctx, message, '[deleted]');
  await deleteMedia(ctx, message.id);
  await indexText(ctx, SEARCHED_AS, message.id, []);
  ctx.emit(messageDeleted, {
    conversationId: message.conversationId,
    channelMessageId: message.providerMessageId ?? message.id,
  });
}

/** Lists show the text of the last message of a conversation. */
async function updatePreview(ctx: TenantContext, { id, conversationId }: Message, lastText: string): Promise<void> {
  const said = { conversationId, direction: ['in', 'out'] } as const;
  const last = await messages.find(ctx, said, { columns: ['id'], orderBy: ['-seq'] });
  if (last!.id === id) await conversations.update(ctx, conversationId, { lastText, updatedAt: ctx.now });
}

/** A file that is used elsewhere too stays. */
async function deleteMedia(ctx: TenantContext, messageId: string): Promise<void> {
  for (const { id, fileId } of await messageMedia.all(ctx, { messageId })) {
    await messageMedia.remove(ctx, id);
    if (fileId) await deleteReleased(ctx, fileId);
  }
}

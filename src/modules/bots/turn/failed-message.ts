import type { Message } from '#modules/chats/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { botFailedToSend } from '../events.ts';

/** Announces that a message of a bot was not delivered. */
export async function onMessageFailed(ctx: TenantContext, { botId, conversationId, failure, author }: Message) {
  if (author !== 'bot' || botId === null) return;
  ctx.emit(botFailedToSend, { conversationId, botId, ...(failure && { details: failure.message }) });
}

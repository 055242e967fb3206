import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type Conversation, conversations, messages } from '../tables.ts';
import { lockSnoozed } from './conversation.sql.ts';
import { openConversation } from './state.ts';

const AT_ONCE = 100;

/** Opens the conversations whose time has come. */
export async function endSnoozes(ctx: TenantContext): Promise<Temporal.Instant | string | null> {
  const due = await lockSnoozed(ctx, ctx.now, AT_ONCE);
  for (const conversation of due) {
    await openConversation(ctx, conversation, { kind: 'system', reason: 'snooze' });
    await remind(ctx, conversation);
  }
  if (due.length === AT_ONCE) return ctx.now;
  return conversations.min(ctx, 'snoozedUntil', { state: 'snoozed' });
}

/** Notifies the person who has the conversation, or else the one who snoozed it. */
async function remind(ctx: TenantContext, { id, userId, name, sourceId, lastText }: Conversation): Promise<void> {
  const happening = { conversationId: id, direction: 'event', type: 'snoozed' } as const;
  const person = userId ?? (await messages.find(ctx, happening, { orderBy: ['-seq'] }))?.userId;
  if (!person) return;
  await notify(ctx, [person], {
    kind: 'conversation',
    es: { title: `Vuelve la conversación de ${name || sourceId}`, body: lastText },
    en: { title: `The conversation with ${name || sourceId} is back`, body: lastText },
    data: { conversationId: id },
  });
}

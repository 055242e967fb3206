import type { TenantContext } from '#platform/context.ts';
import { conversations } from '../tables.ts';
import { lockSnoozed } from './snooze.sql.ts';
import { openConversation } from './state.ts';

const AT_ONCE = 100;

/** Opens the conversations whose time has come. */
export async function endSnoozes(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const due = await lockSnoozed(ctx, ctx.now, AT_ONCE);
  for (const conversation of due) await openConversation(ctx, conversation, { kind: 'system', reason: 'snooze' });
  if (due.length === AT_ONCE) return ctx.now;
  const next = await conversations.min(ctx, 'snoozedUntil', { state: 'snoozed' });
  return next === null ? null : Temporal.Instant.from(next);
}

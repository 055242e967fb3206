import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { Refusal } from '#platform/refusal.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { isOpenAt } from '../channel/hours.ts';
import { writeMessage } from '../message/send.ts';
import { fillInFor } from '../message/variables.ts';
import { isWindowOpen } from '../message/window.ts';
import { type Channel, type Conversation, conversations } from '../tables.ts';

/** An away message is sent at most this often. */
const AWAY_EVERY = { hours: 12 };

/** Welcomes a person who writes for the first time, and answers those who write outside the opening hours. */
export async function greet(
  ctx: TenantContext,
  channel: Channel,
  conversation: Conversation,
  isNew: boolean,
): Promise<Conversation> {
  // A webhook may come a day late: then nothing may be sent any more.
  if (channel.state === 'paused' || !isWindowOpen(channel.kind, conversation, ctx.now)) return conversation;
  let greeted = conversation;
  const say = async (template: string): Promise<void> => {
    const text = await fillInFor(ctx, template, conversation);
    const said = { channel, conversation: greeted, by: { kind: 'system' }, text } as const;
    // The customer's message is kept even if no answer may be sent, for example because the quota of e-mails is used up.
    const sent = await unlessRefused(ctx, (part) => writeMessage(part, said));
    if (!(sent instanceof Refusal)) greeted = sent.conversation;
  };
  if (isNew && channel.welcome) await say(channel.welcome);
  if (!channel.away || isOpenAt(channel.hours, ctx.now, ctx.timeZone)) return greeted;
  const { awaySentAt } = conversation;
  const isDue = awaySentAt === null || !isAfter(Temporal.Instant.from(awaySentAt).add(AWAY_EVERY), ctx.now);
  if (!isDue) return greeted;
  await say(channel.away);
  return conversations.update(ctx, conversation.id, { awaySentAt: ctx.now });
}

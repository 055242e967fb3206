import type { TenantContext } from '#platform/context.ts';
import { isAfter, toTimestamp } from '#platform/date.ts';
import { type Refusal, refusal } from '#platform/refusal.ts';
import { type Channel, type Conversation, messageTemplates } from '../tables.ts';
import { readPrices } from '../template/facts.ts';

const WINDOW = { hours: 24 };

export const WindowClosed = refusal(
  'window_closed',
  'The customer has not written in the last 24 hours: only an approved template may be sent.',
);

/** Until when anything may be sent; null: the provider of the channel sets no limit. */
export function windowEnd(kind: Channel['kind'], { lastInboundAt }: Conversation): Temporal.Instant | null {
  if (kind !== 'msgapp') return null;
  return lastInboundAt === null
    ? Temporal.Instant.fromEpochMilliseconds(0)
    : Temporal.Instant.from(lastInboundAt).add(WINDOW);
}

export function isWindowOpen(kind: Channel['kind'], conversation: Conversation, now: Temporal.Instant): boolean {
  const end = windowEnd(kind, conversation);
  return end === null || !isAfter(now, end);
}

/** Names the template that fits best and its price. */
export async function windowClosed(ctx: TenantContext, channel: Channel, conversation: Conversation): Promise<Refusal> {
  const approved = await messageTemplates.all(
    ctx,
    { channelId: channel.id, status: 'APPROVED' },
    { orderBy: ['name'], limit: 100 },
  );
  const ofCategory = (wanted: string) => approved.find(({ category }) => category.toUpperCase() === wanted);
  // A template of the category AUTHENTICATION carries a code and nothing else.
  const best = ofCategory('UTILITY') ?? ofCategory('MARKETING');
  const since = conversation.lastInboundAt ? ` It closed at ${toTimestamp(windowEnd('msgapp', conversation)!)}.` : '';
  const price = best && (await readPrices(ctx))(best.category);
  const cost = price ? ` and costs ${price.amount} ${price.currency}` : '';
  const advice = best
    ? ` Send the template ${best.name} (${best.language}) instead; it is charged as ${best.category.toLowerCase()}${cost}.`
    : ' The channel has no approved template that fits: create one, or wait until the customer writes.';
  const message = `${WindowClosed.title}${since}${advice}`;
  return WindowClosed.at('body.conversationId', 'window_closed', message);
}

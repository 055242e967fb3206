import { selectPostingRules, writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { type GiftCard, lockExpired, selectNextExpiry } from './gift-card.sql.ts';
import { endOf, wakeForExpiry } from './last-day.ts';
import { keepCardMovement, takeFromCard } from './movement.ts';

const CARDS_AT_ONCE = 100;

/** Hands the cards whose last day has passed to a job: a posting that is refused must not stop the clock of others. */
export async function tickGiftCards(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const lastDay = await selectNextExpiry(ctx.tx, ctx.organizationId);
  if (!lastDay) return null;
  if (lastDay >= ctx.today.toString()) return endOf(ctx, lastDay);
  ctx.enqueue(expireGiftCards, {});
  // What the job cannot post today, a locked period for example, is tried again tomorrow.
  return endOf(ctx, ctx.today.toString());
}

/** What nobody used in time belongs to the business. */
export const expireGiftCards = tenantJob({
  name: 'invoicing/expire-gift-cards',
  run: async (ctx) => {
    while ((await ctx.transaction(expireSome)) === CARDS_AT_ONCE);
    await ctx.transaction(async (inside) => {
      const lastDay = await selectNextExpiry(inside.tx, inside.organizationId);
      if (lastDay) wakeForExpiry(inside, lastDay);
    });
  },
});

async function expireSome(ctx: TenantContext): Promise<number> {
  const cards = await lockExpired(ctx.tx, ctx.organizationId, ctx.today.toString(), CARDS_AT_ONCE);
  for (const card of cards) await endCard(ctx, card, 'expire', null);
  return cards.length;
}

/**
 * Takes everything off a card. Without an account that pays it back, what was paid for it becomes income, and what was given
 * away is no expense any more.
 */
export async function endCard(
  ctx: TenantContext,
  card: GiftCard,
  kind: 'cancel' | 'expire',
  reason: string | null,
): Promise<string> {
  const taken = await takeFromCard(ctx, card, card.balance, kind);
  const rules = await selectPostingRules(ctx);
  const liability = rules.get('giftCards')!;
  const credit = rules.get(card.origin === 'sold' ? 'giftCardBreakage' : 'promotions')!;
  const what = kind === 'cancel' ? 'Anulación de la tarjeta de regalo' : 'Vencimiento de la tarjeta de regalo';
  const record = await writeRecord(ctx, {
    kind: kind === 'cancel' ? 'gift-card-cancellation' : 'gift-card-expiry',
    date: ctx.today.toString(),
    description: reason ?? `${what} …${card.last4}`,
    amount: -taken.amount,
    currency: card.currency,
    baseAmount: -taken.baseAmount,
    chartAccountId: credit,
    contactId: card.contactId,
    sourceKind: 'gift-card',
    sourceId: card.id,
    transfers: [{ debit: liability, credit, amount: -taken.baseAmount, purpose: 'gift-card' }],
  });
  await keepCardMovement(ctx, taken, record);
  return record.id;
}

import { selectPostingRules, writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import type { GiftCard } from '../tables.ts';
import { lockExpired, selectNextExpiry } from './gift-card.sql.ts';
import { endOf, wakeForExpiry } from './last-day.ts';
import { keepCardMovement, takeFromCard } from './movement.ts';

const CARDS_AT_ONCE = 100;

/** Lets a job expire the cards whose last day has passed, so that a refused posting does not fail the tick. */
export async function tickGiftCards(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const lastDay = await selectNextExpiry(ctx);
  if (!lastDay) return null;
  if (lastDay >= ctx.today.toString()) return endOf(ctx, lastDay);
  ctx.enqueue(expireGiftCards, {});
  // A card that the job cannot post today, because of a closed period for example, is retried tomorrow.
  return endOf(ctx, ctx.today.toString());
}

/** The balance of an expired card becomes income of the business. */
export const expireGiftCards = tenantJob({
  name: 'invoicing/expire-gift-cards',
  run: async (ctx) => {
    while ((await ctx.transaction(expireSome)) === CARDS_AT_ONCE);
    await ctx.transaction(async (inside) => {
      const lastDay = await selectNextExpiry(inside);
      if (lastDay) wakeForExpiry(inside, lastDay);
    });
  },
});

async function expireSome(ctx: TenantContext): Promise<number> {
  const cards = await lockExpired(ctx, ctx.today.toString(), CARDS_AT_ONCE);
  for (const card of cards) await endCard(ctx, card, 'expire', null);
  return cards.length;
}

/**
 * Takes the balance off a card without paying it back. For a sold card it becomes income; for one that was given away it
 * reverses the expense.
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

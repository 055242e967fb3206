import type { z } from 'zod';
import { requireAccount, selectPostingRules, tillOf, writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { payOut } from '../bridge.ts';
import { type GiftCard, giftCards } from '../tables.ts';
import { endCard } from './expiry.ts';
import type { GiftCardCancellation } from './gift-card.schema.ts';
import { describeGiftCard } from './gift-card.ts';
import { keepCardMovement, takeFromCard } from './movement.ts';

export const GiftCardAlreadyEnded = refusal(
  'gift_card_already_ended',
  'This gift card is already canceled or expired.',
  409,
);
export const GiftCardNotSold = refusal(
  'gift_card_not_sold',
  'This gift card was not sold: there is nothing to refund.',
);
export const RefundOtherCurrency = refusal(
  'refund_other_currency',
  'A gift card is refunded in its own currency: choose an account in that currency.',
);

/** Ends a card. Its balance is paid back from an account, or stays with the business. */
export async function cancelGiftCard(
  ctx: TenantContext,
  id: string,
  { refundAccountId, reason }: z.output<typeof GiftCardCancellation>,
) {
  const card = await giftCards.lock(ctx, id);
  if (card.status !== 'active') throw GiftCardAlreadyEnded();
  const recordId = await end(ctx, card, refundAccountId, reason ?? null);
  const outcome: 'nothing-left' | 'refunded' | 'kept' =
    card.balance === 0n ? 'nothing-left' : refundAccountId ? 'refunded' : 'kept';
  return {
    ...describeGiftCard(await giftCards.get(ctx, id)),
    outcome,
    remainder: fromMinor(card.balance, card.currency),
    recordId,
  };
}

async function end(ctx: TenantContext, card: GiftCard, refundAccountId: string | undefined, reason: string | null) {
  if (refundAccountId && card.origin !== 'sold') throw GiftCardNotSold();
  if (card.balance === 0n) {
    await giftCards.update(ctx, card.id, { status: 'canceled' });
    return null;
  }
  return refundAccountId ? refund(ctx, card, refundAccountId, reason) : endCard(ctx, card, 'cancel', reason);
}

async function refund(ctx: TenantContext, card: GiftCard, accountId: string, reason: string | null): Promise<string> {
  const account = await requireAccount(ctx, accountId, 'body.refundAccountId');
  const { currency, balance: amount } = card;
  if (account.currency !== currency) throw RefundOtherCurrency();
  const taken = await takeFromCard(ctx, card, amount, 'cancel');
  const rules = await selectPostingRules(ctx);
  const date = ctx.today.toString();
  const liability = rules.get('giftCards')!;
  const owed = { chartAccountId: liability, value: -taken.baseAmount };
  const { transfers } = await payOut(ctx, { account, amount, date, owed, rules });
  const record = await writeRecord(ctx, {
    kind: 'gift-card-cancellation',
    date,
    description: reason ?? `Devolución de la tarjeta de regalo …${card.last4}`,
    amount,
    currency,
    baseAmount: -taken.baseAmount,
    accountId: account.id,
    chartAccountId: liability,
    divisionId: await tillOf(ctx, account),
    contactId: card.contactId,
    sourceKind: 'gift-card',
    sourceId: card.id,
    transfers,
  });
  await keepCardMovement(ctx, taken, record);
  return record.id;
}

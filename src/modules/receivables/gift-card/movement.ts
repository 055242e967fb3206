import { AmountOutOfRange } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { readCode } from './code.ts';
import {
  type CardMovement,
  changeBalance,
  type GiftCard,
  insertCardMovement,
  lockByCode,
  lockGiftCard,
  selectMovementOfRecord,
} from './gift-card.sql.ts';
import { wakeForExpiry } from './last-day.ts';

export const GiftCardUnknown = refusal(422, 'gift_card_unknown', 'There is no gift card with this code.');
export const GiftCardMistyped = refusal(
  422,
  'gift_card_mistyped',
  'The code is mistyped: its last characters do not fit.',
);
export const GiftCardEnded = refusal(422, 'gift_card_ended', 'This gift card is canceled or past its last day.');
export const GiftCardTooLow = refusal(422, 'gift_card_too_low', 'There is less than that on the gift card.');

/** What using a card by its code may refuse. */
export const giftCardRefusals = [GiftCardUnknown, GiftCardMistyped, GiftCardEnded, GiftCardTooLow];

export const hashOf = ({ secrets, organizationId }: TenantContext, code: string): Buffer =>
  secrets.pepper(code, `gift card ${organizationId}`);

/** The card of a code, usable today and held until the end: others who want it wait, and see what is left. */
export async function holdCard(ctx: TenantContext, typed: string, path = 'body.code'): Promise<GiftCard> {
  const errors = [{ path, code: 'unusable', message: 'This gift card cannot be used.' }];
  const code = readCode(typed);
  if (!code) throw GiftCardMistyped(undefined, { errors });
  const card = await lockByCode(ctx.tx, ctx.organizationId, hashOf(ctx, code));
  if (!card) throw GiftCardUnknown(undefined, { errors });
  const past = card.expiresOn !== null && card.expiresOn < ctx.today.toString();
  if (card.status !== 'active' || past) throw GiftCardEnded(undefined, { errors });
  return card;
}

/** Takes an amount off a card that is held, with its share of what the card stands for in the books. */
export async function takeFromCard(
  ctx: TenantContext,
  card: GiftCard,
  amount: bigint,
  kind: 'redeem' | 'cancel' | 'expire',
): Promise<CardMovement> {
  if (amount <= 0n && card.balance > 0n) throw AmountOutOfRange();
  if (amount > card.balance || amount <= 0n) {
    throw GiftCardTooLow(`There are ${fromMinor(card.balance, card.currency)} ${card.currency} on it.`);
  }
  const baseAmount = shareOf(card, amount);
  if (baseAmount === 0n) throw AmountOutOfRange();
  const status = kind === 'cancel' ? 'canceled' : kind === 'expire' ? 'expired' : card.status;
  const change = { amount: -amount, baseAmount: -baseAmount };
  await changeBalance(ctx.tx, ctx.organizationId, card.id, { ...change, status });
  return { id: newId(), giftCardId: card.id, kind, currency: card.currency, ...change };
}

/** The last of a card takes the rest; before that something always stays. */
function shareOf({ balance, baseBalance }: GiftCard, amount: bigint): bigint {
  if (amount === balance) return baseBalance;
  const share = divideRounded(baseBalance * amount, balance);
  if (share >= baseBalance) return baseBalance - 1n;
  return share > 0n || baseBalance === 1n ? share : 1n;
}

/** Puts what a record took off a card back onto it. One that had ended by its date is good again until the clock comes by. */
export async function restoreCard(ctx: TenantContext, giftCardId: string, record: { id: string; date: string }) {
  const card = await lockGiftCard(ctx.tx, ctx.organizationId, giftCardId);
  if (card!.status === 'canceled') throw GiftCardEnded('The gift card that paid was canceled: it takes nothing back.');
  const taken = await selectMovementOfRecord(ctx.tx, ctx.organizationId, giftCardId, record.id);
  const change = { amount: -taken.amount, baseAmount: -taken.baseAmount };
  await changeBalance(ctx.tx, ctx.organizationId, giftCardId, { ...change, status: 'active' });
  if (card!.expiresOn) wakeForExpiry(ctx, card!.expiresOn);
  const movement = { id: newId(), giftCardId, kind: 'undone' as const, currency: card!.currency, ...change };
  await keepCardMovement(ctx, movement, record);
}

/** Writes a movement into the history of its card, with the record that carried it. */
export const keepCardMovement = (
  ctx: TenantContext,
  movement: CardMovement,
  record: { id: string; date: string },
): Promise<unknown> =>
  insertCardMovement(ctx.tx, ctx.organizationId, {
    ...movement,
    date: record.date,
    recordId: record.id,
    createdBy: ctx.userId,
    createdAt: ctx.now,
  });

import { AmountOutOfRange } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, least } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type CardMovement, cardMovements, type GiftCard, giftCards } from '../tables.ts';
import { readCode } from './code.ts';
import { wakeForExpiry } from './last-day.ts';

const GiftCardUnknown = refusal('gift_card_unknown', 'There is no gift card with this code: check the code.');
const GiftCardMistyped = refusal(
  'gift_card_mistyped',
  'The code has a typing error: its check characters do not match. Enter it again.',
);
export const GiftCardEnded = refusal('gift_card_ended', 'This gift card is canceled or expired: pay by other means.');
const GiftCardTooLow = refusal('gift_card_too_low', 'The amount is more than the balance of the gift card: use less.');

/** The refusals of using a card by its code. */
export const giftCardRefusals = [GiftCardUnknown, GiftCardMistyped, GiftCardEnded, GiftCardTooLow];

export const hashOf = ({ secrets, organizationId }: TenantContext, code: string): Buffer =>
  secrets.pepper(code, `gift card ${organizationId}`);

/** Locks the card of a code, which must be usable today. */
export async function holdCard(ctx: TenantContext, typed: string, path = 'body.code'): Promise<GiftCard> {
  const errors = [{ path, code: 'unusable', message: 'This gift card cannot be used.' }];
  const code = readCode(typed);
  if (!code) throw GiftCardMistyped(undefined, { errors });
  const card = await giftCards.find(ctx, { codeHash: hashOf(ctx, code) }, { lock: 'FOR UPDATE' });
  if (!card) throw GiftCardUnknown(undefined, { errors });
  const past = card.expiresOn !== null && card.expiresOn < ctx.today.toString();
  if (card.status !== 'active' || past) throw GiftCardEnded(undefined, { errors });
  return card;
}

/** Takes an amount off a locked card, with its share of the card's book value. */
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
  const baseAmount = bookValueOf(amount, card);
  const status = kind === 'cancel' ? 'canceled' : kind === 'expire' ? 'expired' : card.status;
  return moveBalance(ctx, { ...card, status }, kind, { amount: -amount, baseAmount: -baseAmount });
}

async function moveBalance(
  ctx: TenantContext,
  { id: giftCardId, status, currency, balance, baseBalance }: GiftCard,
  kind: CardMovement['kind'],
  change: Pick<CardMovement, 'amount' | 'baseAmount'>,
): Promise<CardMovement> {
  const after = { balance: balance + change.amount, baseBalance: baseBalance + change.baseAmount };
  await giftCards.update(ctx, giftCardId, { status, ...after });
  return { id: newId(), giftCardId, kind, currency, ...change };
}

/** The last part takes the whole rest of the book value; before that at least one minor unit stays. */
export function bookValueOf(
  amount: bigint,
  { balance, baseBalance }: Pick<GiftCard, 'balance' | 'baseBalance'>,
): bigint {
  const share = divideRounded(baseBalance * amount, balance);
  const value = amount === balance ? baseBalance : least(share > 0n ? share : 1n, baseBalance - 1n);
  if (value === 0n) throw AmountOutOfRange();
  return value;
}

/**
 * Puts the amount that a record took off a card back onto it. An expired card is active again until the next tick. Answers false if a
 * return has put it back already.
 */
export async function restoreCard(
  ctx: TenantContext,
  giftCardId: string,
  record: { id: string; date: string },
): Promise<boolean> {
  const card = await giftCards.lock(ctx, giftCardId);
  if (card.status === 'canceled') throw GiftCardEnded('The gift card that paid was canceled: it cannot be credited.');
  const taken = await cardMovements.get(ctx, { giftCardId, recordId: record.id, kind: 'redeem' });
  const change = { amount: -taken.amount, baseAmount: -taken.baseAmount };
  if (card.balance + change.amount > card.amount || card.baseBalance + change.baseAmount > card.baseAmount)
    return false;
  const movement = await moveBalance(ctx, { ...card, status: 'active' }, 'undone', change);
  if (card.expiresOn) wakeForExpiry(ctx, card.expiresOn);
  await keepCardMovement(ctx, movement, record);
  return true;
}

/** Puts an amount that the card had paid back onto it, for returned goods. Pass the movement to `keepCardMovement`. */
export async function creditCard(
  ctx: TenantContext,
  card: GiftCard,
  change: Pick<CardMovement, 'amount' | 'baseAmount'>,
): Promise<CardMovement> {
  if (card.expiresOn) wakeForExpiry(ctx, card.expiresOn);
  return moveBalance(ctx, { ...card, status: 'active' }, 'return', change);
}

/** Takes off the cards again what a return put back onto them. */
export async function undoCardReturns(ctx: TenantContext, record: { id: string; date: string }): Promise<void> {
  const returned = await cardMovements.all(ctx, { recordId: record.id, kind: 'return' }, { orderBy: ['giftCardId'] });
  for (const { giftCardId, amount, baseAmount } of returned) {
    const card = await giftCards.lock(ctx, giftCardId);
    const isLeft = card.balance > amount ? card.baseBalance > baseAmount : card.baseBalance === baseAmount;
    if (card.balance < amount || !isLeft)
      throw GiftCardTooLow('The amount of the return was spent from the gift card.');
    const movement = await moveBalance(ctx, card, 'undone', { amount: -amount, baseAmount: -baseAmount });
    await keepCardMovement(ctx, movement, record);
  }
}

/** Writes a movement into the history of its card, with its record. */
export const keepCardMovement = (ctx: TenantContext, movement: CardMovement, record: { id: string; date: string }) =>
  cardMovements.insert(ctx, {
    ...movement,
    date: record.date,
    recordId: record.id,
  });

import type { Transfer } from '#modules/accounting/index.ts';
import { type PendingPayment, selectPayments } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { greatest, least, shareOut, sum, sumOf } from '#platform/decimal.ts';
import { bridge, type Side } from '../bridge.ts';
import { creditBalance, keepMovement } from '../contact-balance/contact-balance.ts';
import { bookValueOf, creditCard, keepCardMovement } from '../gift-card/movement.ts';
import { balanceMovements, cardMovements, type GiftCard, giftCards } from '../tables.ts';

interface ReturnedMoney {
  pendingRecordId: string;
  contactId: string | null;
  currency: string;
  /** In the currency of the document. */
  amount: bigint;
  /** The debt that it settles, with the book value of the whole amount. */
  owed: Side;
  /** The records of earlier returns of the document. */
  earlier: string[];
}

/** The amounts returned to the means of payment, and the rest to pay out otherwise. */
export interface GivenBack {
  transfers: Transfer[];
  rest: { amount: bigint; value: bigint };
  /** Writes the history of cards and balance, once the record is known. */
  keep: (record: { id: string; date: string }) => Promise<void>;
}

/**
 * Gives returned money back to where it came from: what gift cards and the balance of the contact paid goes back there
 * first, so that neither becomes cash.
 */
export async function giveBackToMeans(
  ctx: TenantContext,
  returned: ReturnedMoney,
  rules: Map<string, string>,
): Promise<GivenBack> {
  const { amount, owed, currency } = returned;
  const payments = (await selectPayments(ctx, returned.pendingRecordId)).filter(({ voidedAt }) => voidedAt === null);
  const cards = await cardsOf(ctx, payments, returned);
  const balance = await balanceOf(ctx, payments, cards, returned);
  const shares = fillInOrder(amount, [balance, ...cards.map(({ open }) => open)]);
  const rest = amount - sum(shares);
  const values = shareOut(owed.value, [...shares, rest]);
  const transfers: Transfer[] = [];
  const kept: GivenBack['keep'][] = [];
  const [toBalance, ...toCards] = shares;
  if (toBalance! > 0n) {
    const contactId = returned.contactId!;
    const whose = { direction: 'sale', contactId, currency } as const;
    // A balance is worth at least one minor unit, as when it paid.
    const baseAmount = values[0]! > 0n ? values[0]! : 1n;
    const movement = await creditBalance(ctx, 'return', { ...whose, amount: toBalance!, baseAmount });
    const held = { chartAccountId: rules.get('customerBalances')!, value: baseAmount };
    transfers.push(...bridge({ ...owed, value: values[0]! }, held, 'refund', rules));
    kept.push(async ({ id }) => void (await keepMovement(ctx, movement, id)));
  }
  for (const [place, { cardId, open, baseOpen }] of cards.entries()) {
    const share = toCards[place]!;
    if (share === 0n) continue;
    const baseAmount = bookValueOf(share, { balance: open, baseBalance: baseOpen });
    const movement = await creditCard(ctx, await giftCards.lock(ctx, cardId), { amount: share, baseAmount });
    const card = { chartAccountId: rules.get('giftCards')!, value: baseAmount };
    transfers.push(...bridge({ ...owed, value: values[place + 1]! }, card, 'refund', rules));
    kept.push(async (record) => void (await keepCardMovement(ctx, movement, record)));
  }
  return {
    transfers,
    rest: { amount: rest, value: values.at(-1)! },
    keep: async (record) => {
      for (const keep of kept) await keep(record);
    },
  };
}

interface PaidByCard {
  cardId: string;
  /** The part that earlier returns have not put back, and its book value. */
  open: bigint;
  baseOpen: bigint;
}

/** The gift cards that paid and take money back, in the order in which payments lock them. */
async function cardsOf(
  ctx: TenantContext,
  payments: PendingPayment[],
  { contactId, earlier }: ReturnedMoney,
): Promise<PaidByCard[]> {
  const byCard = Map.groupBy(
    payments.filter(({ source }) => source === 'gift-card'),
    ({ sourceId }) => sourceId!,
  );
  if (byCard.size === 0) return [];
  const [active, redeemed, back] = await Promise.all([
    giftCards.all(ctx, { id: [...byCard.keys()] }, { orderBy: ['id'] }),
    cardMovements.all(ctx, { recordId: payments.flatMap(({ recordId }) => recordId ?? []), kind: 'redeem' }),
    cardMovements.all(ctx, { recordId: earlier, kind: 'return' }),
  ]);
  return active
    .filter((card) => takesBack(ctx, card, contactId))
    .map(({ id }) => {
      const own = [...redeemed, ...back].filter(({ giftCardId }) => giftCardId === id);
      return {
        cardId: id,
        open: -sumOf(own, ({ amount }) => amount),
        baseOpen: -sumOf(own, (each) => each.baseAmount),
      };
    });
}

/**
 * A canceled card takes nothing back. A sold card that has expired cannot be used again, so a known contact gets the amount as
 * balance; a card that was given away never becomes money.
 */
function takesBack(ctx: TenantContext, { status, origin, expiresOn }: GiftCard, contactId: string | null): boolean {
  const isExpired = status === 'expired' || (expiresOn !== null && expiresOn < ctx.today.toString());
  return status !== 'canceled' && !(isExpired && origin === 'sold' && contactId !== null);
}

/** How much the balance of the contact paid, with what ended gift cards paid, less what earlier returns put back. */
async function balanceOf(
  ctx: TenantContext,
  payments: PendingPayment[],
  cards: PaidByCard[],
  { contactId, earlier }: ReturnedMoney,
): Promise<bigint> {
  if (contactId === null) return 0n;
  const usable = new Set(cards.map(({ cardId }) => cardId));
  const goesToBalance = ({ source, sourceId }: PendingPayment) =>
    source === 'balance' || (source === 'gift-card' && !usable.has(sourceId!));
  const paid = sum(payments.filter(goesToBalance).map(({ amount }) => amount));
  if (paid === 0n || earlier.length === 0) return paid;
  const back = await balanceMovements.all(ctx, { contactId, recordId: earlier, kind: 'return' });
  const left = paid - sum(back.map(({ amount }) => amount));
  return greatest(left, 0n);
}

/** Splits the amount over the places in their order, each up to its limit. */
export function fillInOrder(amount: bigint, open: bigint[]): bigint[] {
  let left = amount;
  return open.map((most) => {
    const taken = least(most, left);
    left -= taken;
    return taken;
  });
}

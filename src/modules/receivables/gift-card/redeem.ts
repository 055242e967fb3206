import { selectPostingRules, writeRecord } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { creditBalance, keepMovement } from '../contact-balance/contact-balance.ts';
import { type CardMovement, type GiftCard, selectGiftCard } from './gift-card.sql.ts';
import { describeGiftCard } from './gift-card.ts';
import { holdCard, keepCardMovement, takeFromCard } from './movement.ts';

export interface Redemption {
  code: string;
  amount?: string | undefined;
  beneficiaryId?: string | undefined;
  divisionId?: string | undefined;
  description?: string | undefined;
}

/** Uses a card, all of it or a part: for a sale at the counter, or as balance of a contact. */
export async function redeemGiftCard(ctx: TenantContext, given: Redemption) {
  return given.beneficiaryId
    ? redeemToBalance(ctx, given, (await requireContact(ctx, given.beneficiaryId, 'body.beneficiaryId')).id)
    : redeemAsSale(ctx, given);
}

/** The business owes the same as before, now to the contact. */
async function redeemToBalance(ctx: TenantContext, given: Redemption, contactId: string) {
  await lockBalances(ctx, contactId);
  const card = await holdCard(ctx, given.code);
  const taken = await takeFromCard(ctx, card, amountOf(given, card), 'redeem');
  const [amount, baseAmount] = [-taken.amount, -taken.baseAmount];
  const credited = await creditBalance(ctx, 'gift-card', { contactId, currency: card.currency, amount, baseAmount });
  const rules = await selectPostingRules(ctx);
  const record = await writeRedemption(ctx, given, card, taken, { contactId, credit: rules.get('customerBalances')! });
  await keepMovement(ctx, credited, record.id);
  return outcome(ctx, taken, record.id, contactId);
}

/** A sale that no document speaks of. */
async function redeemAsSale(ctx: TenantContext, given: Redemption) {
  const card = await holdCard(ctx, given.code);
  const taken = await takeFromCard(ctx, card, amountOf(given, card), 'redeem');
  const rules = await selectPostingRules(ctx);
  const record = await writeRedemption(ctx, given, card, taken, { contactId: null, credit: rules.get('sales')! });
  return outcome(ctx, taken, record.id, null);
}

const amountOf = (given: Redemption, card: GiftCard): bigint =>
  given.amount === undefined ? card.balance : toMinor(given.amount, card.currency);

async function writeRedemption(
  ctx: TenantContext,
  given: Redemption,
  card: GiftCard,
  taken: CardMovement,
  to: { contactId: string | null; credit: string },
) {
  const liability = (await selectPostingRules(ctx)).get('giftCards')!;
  const record = await writeRecord(ctx, {
    kind: 'gift-card-redemption',
    date: ctx.today.toString(),
    description: given.description ?? `Uso de la tarjeta de regalo …${card.last4}`,
    amount: -taken.amount,
    currency: card.currency,
    baseAmount: -taken.baseAmount,
    chartAccountId: to.credit,
    contactId: to.contactId,
    divisionId: given.divisionId ?? null,
    paymentMethod: 'gift-card',
    sourceKind: 'gift-card',
    sourceId: card.id,
    transfers: [{ debit: liability, credit: to.credit, amount: -taken.baseAmount, purpose: 'gift-card' }],
  });
  await keepCardMovement(ctx, taken, record);
  return record;
}

async function outcome(ctx: TenantContext, taken: CardMovement, recordId: string, beneficiaryId: string | null) {
  const card = await selectGiftCard(ctx.tx, ctx.organizationId, taken.giftCardId);
  return {
    id: taken.id,
    redeemed: fromMinor(-taken.amount, taken.currency),
    recordId,
    beneficiaryId,
    giftCard: describeGiftCard(card!),
  };
}

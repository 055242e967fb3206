import type { z } from 'zod';
import { divisionOfMoney, selectPostingRules, writeRecord } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { creditBalance, keepMovement } from '../contact-balance/contact-balance.ts';
import { giftCards } from '../tables.ts';
import type { GiftCardRedemption } from './gift-card.schema.ts';
import { describeGiftCard } from './gift-card.ts';
import { holdCard, keepCardMovement, takeFromCard } from './movement.ts';

/** Uses a card, all of it or a part: for a sale at the counter, or as balance of a contact. */
export async function redeemGiftCard(ctx: TenantContext, given: z.output<typeof GiftCardRedemption>) {
  const { beneficiaryId } = given;
  const contactId = beneficiaryId ? (await requireContact(ctx, beneficiaryId, 'body.beneficiaryId')).id : null;
  if (contactId) await lockBalances(ctx, contactId);
  const card = await holdCard(ctx, given.code);
  const { currency } = card;
  const wanted = given.amount === undefined ? card.balance : toMinor(given.amount, currency);
  const taken = await takeFromCard(ctx, card, wanted, 'redeem');
  const [amount, baseAmount] = [-taken.amount, -taken.baseAmount];
  const credited =
    contactId &&
    (await creditBalance(ctx, 'gift-card', { direction: 'sale', contactId, currency, amount, baseAmount }));
  const rules = await selectPostingRules(ctx);
  const credit = rules.get(contactId ? 'customerBalances' : 'sales')!;
  const record = await writeRecord(ctx, {
    kind: 'gift-card-redemption',
    date: ctx.today.toString(),
    description: given.description ?? `Uso de la tarjeta de regalo …${card.last4}`,
    amount,
    currency,
    baseAmount,
    chartAccountId: credit,
    contactId,
    divisionId: await divisionOfMoney(ctx, null, given.divisionId),
    paymentMethod: 'gift-card',
    sourceKind: 'gift-card',
    sourceId: card.id,
    transfers: [{ debit: rules.get('giftCards')!, credit, amount: baseAmount, purpose: 'gift-card' }],
  });
  await keepCardMovement(ctx, taken, record);
  if (credited) await keepMovement(ctx, credited, record.id);
  return {
    id: taken.id,
    redeemed: fromMinor(amount, currency),
    recordId: record.id,
    beneficiaryId: contactId,
    giftCard: describeGiftCard(await giftCards.get(ctx, card.id)),
  };
}

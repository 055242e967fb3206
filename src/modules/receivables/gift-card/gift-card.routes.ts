import { z } from 'zod';
import {
  AccountArchived,
  AccountNotPostable,
  AmountOutOfRange,
  guardRefusals,
  RateUnknown,
} from '#modules/accounting/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Currency } from '#platform/money.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { cancelGiftCard, GiftCardAlreadyEnded, GiftCardNotSold, RefundOtherCurrency } from './cancel.ts';
import {
  GiftCardCancellation,
  GiftCardMovementView,
  GiftCardRedemption,
  GiftCardView,
  NewGiftCard,
} from './gift-card.schema.ts';
import { giftCardList } from './gift-card.sql.ts';
import { describeGiftCard, ExpiresInPast, issueGiftCard, readGiftCard } from './gift-card.ts';
import { giftCardRefusals } from './movement.ts';
import { reconcileGiftCards } from './reconciliation.ts';
import { redeemGiftCard } from './redeem.ts';

const posting = [ReferenceNotFound, AmountOutOfRange, ...guardRefusals, AccountNotPostable];

export const giftCardRoutes = [
  route('GET', '/v1/gift-card', 'invoicing:read', {
    summary: 'List gift cards',
    description: 'Newest first, with their balances and without their codes.',
    query: giftCardList.query,
    returns: pageOf(GiftCardView),
    examples: { query: { status: 'active' } },
    handler: (ctx, { query }) => giftCardList.page(ctx, query, (rows) => rows.map(describeGiftCard)),
  }),
  route('GET', '/v1/gift-card/reports/reconciliation', 'invoicing:read', {
    action: 'reconcile',
    summary: 'Reconcile gift cards with the books',
    description:
      'The amounts issued, redeemed, canceled and expired in each currency, the amount still owed on the cards, and the balance of the account of the posting rule `giftCards`, now or at the end of a day. A difference was posted to that account by hand, or before the rule named it.',
    query: z.strictObject({ date: CalendarDate.optional().describe('The last day that counts. Default: everything.') }),
    returns: z.object({
      date: CalendarDate.nullable().describe('The last day that counts; null: everything counts.'),
      currency: Currency.describe("The organization's: of `outstanding`, `booked` and `difference`."),
      currencies: z
        .array(
          z.object({
            currency: Currency,
            issued: z.string().describe('What was put on cards.'),
            redeemed: z.string().describe('What was taken from the card.'),
            canceled: z.string().describe('What was on cards when they were canceled.'),
            expired: z.string().describe('What was on cards when they expired.'),
            outstanding: z.string().describe('What is still owed on cards.'),
          }),
        )
        .describe('One for each currency of cards.'),
      outstanding: z.string().describe('The book value of the cards.'),
      chartAccountId: z.uuid().describe('The account of the posting rule `giftCards`.'),
      booked: z.string().describe('The balance of the account.'),
      difference: z.string().describe('`booked` less `outstanding`.'),
      reconciled: z.boolean().describe('There is no difference.'),
    }),
    examples: { query: { date: '2026-10-31' } },
    handler: (ctx, { query }) => reconcileGiftCards(ctx, query.date),
  }),
  route('GET', '/v1/gift-card/:giftCardId', 'invoicing:read', {
    summary: 'Read a gift card',
    description: 'The card with its movements, newest first, at most 200.',
    returns: GiftCardView.extend({
      movements: z.array(GiftCardMovementView).describe('The newest first, at most 200.'),
    }),
    handler: (ctx, { params }) => readGiftCard(ctx, params.giftCardId),
  }),
  route('POST', '/v1/gift-card', 'invoicing:write', {
    summary: 'Issue a gift card',
    description:
      'Sold into an account, or given away: then it is posted as an expense by the rule `promotions`. The code is shown in this answer only: just its hash is stored. The balance of the card is owed until it is redeemed, canceled or expires.',
    status: 201,
    body: NewGiftCard,
    returns: GiftCardView.extend({ code: z.string().describe('Shown only once.') }),
    refusals: [...posting, AccountArchived, RateUnknown, ExpiresInPast],
    examples: { body: { amount: '2000.00', accountId: id, paymentMethod: 'cash', expiresOn: '2027-11-15' } },
    handler: (ctx, { body }) => issueGiftCard(ctx, body),
  }),
  route('POST', '/v1/gift-card/redeem', 'invoicing:write', {
    summary: 'Redeem a gift card',
    description:
      'Uses a card by its code, all of it or a part. With `beneficiaryId` the amount becomes balance of that contact (customer); without, it pays a sale without a document and is posted as sales. Concurrent redemptions never take more than the balance of the card.',
    status: 201,
    body: GiftCardRedemption,
    returns: z.object({
      id: z.uuid(),
      redeemed: z.string().describe('What was taken from the card.'),
      recordId: z.uuid().describe('The record of the books.'),
      beneficiaryId: z.uuid().nullable().describe('Whose balance it became; null: it paid a sale.'),
      giftCard: GiftCardView.describe('The card afterwards.'),
    }),
    refusals: [...posting, ...giftCardRefusals],
    examples: { body: { code: 'K7QM-49ZT-2XNB-8RVD-5W1H', amount: '350.00' } },
    handler: (ctx, { body }) => redeemGiftCard(ctx, body),
  }),
  route('DELETE', '/v1/gift-card/:giftCardId', 'invoicing:write', {
    action: 'cancel',
    summary: 'Cancel a gift card',
    description:
      'Ends the card. With `refundAccountId` its balance is paid back from that account; without, the business keeps it: as income by the rule `giftCardBreakage` if the card was sold, else as a reversal of the promotion expense.',
    body: GiftCardCancellation,
    returns: GiftCardView.extend({
      outcome: z
        .enum(['refunded', 'kept', 'nothing-left'])
        .describe('Whether the balance was paid back, or kept by the business.'),
      remainder: z.string().describe('The balance before it was canceled.'),
      recordId: z.uuid().nullable().describe('The record of the books.'),
    }),
    refusals: [...posting, AccountArchived, RateUnknown, GiftCardAlreadyEnded, GiftCardNotSold, RefundOtherCurrency],
    examples: { body: { reason: 'Perdida' } },
    handler: (ctx, { params, body }) => cancelGiftCard(ctx, params.giftCardId, body),
  }),
];

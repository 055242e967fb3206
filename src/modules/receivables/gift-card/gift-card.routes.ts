import { z } from 'zod';
import {
  AccountArchived,
  AccountNotPostable,
  Amount,
  AmountOutOfRange,
  guardRefusals,
  RateUnknown,
} from '#modules/accounting/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Currency } from '#platform/money.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { cancelGiftCard, GiftCardAlreadyEnded, GiftCardNotSold, RefundOtherCurrency } from './cancel.ts';
import {
  GiftCardCode,
  GiftCardMovementView,
  GiftCardParams,
  GiftCardView,
  giftCardStatuses,
  NewGiftCard,
} from './gift-card.schema.ts';
import { ExpiresInPast, issueGiftCard, listGiftCards, readGiftCard } from './gift-card.ts';
import { giftCardRefusals } from './movement.ts';
import { reconcileGiftCards } from './reconciliation.ts';
import { redeemGiftCard } from './redeem.ts';

const posting = [ReferenceNotFound, AmountOutOfRange, ...guardRefusals, AccountNotPostable];

export const giftCardRoutes = [
  route({
    method: 'GET',
    path: '/v1/gift-card',
    summary: 'List the gift cards',
    description: 'The newest first, with what is left on them; never their codes.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({
      ...pageQuery,
      ...cursorQuery,
      status: z.enum(giftCardStatuses).optional().describe('`spent`: nothing is left on it.'),
      origin: z.enum(['sold', 'given']).optional(),
      beneficiaryId: z.uuid().optional(),
      currency: Currency.optional(),
      last4: z.string().trim().length(4).toUpperCase().optional().describe('The last four characters of the code.'),
      from: CalendarDate.optional().describe('Issued on this day or later.'),
      to: CalendarDate.optional().describe('Issued on this day or earlier.'),
      expiresUntil: CalendarDate.optional().describe('Whose last day is this one or an earlier one.'),
    }),
    returns: pageOf(GiftCardView),
    examples: { query: { status: 'active' } },
    handler: (ctx, { query }) => listGiftCards(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/gift-card/reports/reconciliation',
    action: 'reconcile',
    summary: 'Hold the gift cards against the books',
    description:
      'What was issued, redeemed, canceled and expired in each currency, what is still owed on the cards, and what the account of the posting rule `giftCards` says, now or at the end of a day. A difference is something that was posted to that account by hand, or from before the rule pointed at it.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({ date: CalendarDate.optional().describe('The last day that counts. Default: everything.') }),
    returns: z.object({
      date: CalendarDate.nullable(),
      currency: Currency.describe("The organization's: of `outstanding`, `booked` and `difference`."),
      currencies: z.array(
        z.object({
          currency: Currency,
          issued: z.string(),
          redeemed: z.string(),
          canceled: z.string(),
          expired: z.string(),
          outstanding: z.string(),
        }),
      ),
      outstanding: z.string().describe('What the cards stand for in the books.'),
      chartAccountId: z.uuid(),
      booked: z.string().describe('What the account says.'),
      difference: z.string(),
      reconciled: z.boolean(),
    }),
    examples: { query: { date: '2026-10-31' } },
    handler: (ctx, { query }) => reconcileGiftCards(ctx, query.date),
  }),
  route({
    method: 'GET',
    path: '/v1/gift-card/:giftCardId',
    summary: 'Read a gift card',
    description: 'The card with its movements, newest first, at most 200.',
    access: { permission: 'invoicing:read' },
    params: GiftCardParams,
    returns: GiftCardView.extend({ movements: z.array(GiftCardMovementView) }),
    handler: (ctx, { params }) => readGiftCard(ctx, params.giftCardId),
  }),
  route({
    method: 'POST',
    path: '/v1/gift-card',
    summary: 'Issue a gift card',
    description:
      'Sold into an account, or given away: then it is posted as an expense by the rule `promotions`. The code is told in this answer and never again: only its hash is kept. What is on the card is owed until it is redeemed, canceled or expires.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: NewGiftCard,
    returns: GiftCardView.extend({ code: z.string().describe('Told this once.') }),
    refusals: [...posting, AccountArchived, RateUnknown, ExpiresInPast],
    examples: {
      body: { amount: '2000.00', accountId: id, paymentMethod: 'cash', expiresOn: '2027-11-15' },
    },
    handler: (ctx, { body }) => issueGiftCard(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/v1/gift-card/redeem',
    summary: 'Redeem a gift card',
    description:
      'Uses a card by its code, all of it or a part. With `beneficiaryId` it becomes balance of that contact; without, it pays a sale that no document speaks of, and is posted as sales. However many redeem a card at once, no more is taken than is on it.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: z.strictObject({
      code: GiftCardCode,
      amount: Amount.optional().describe('In the currency of the card. Default: all that is on it.'),
      beneficiaryId: z.uuid().optional().describe('The contact whose balance it becomes.'),
      divisionId: z.uuid().optional(),
      description: z.string().trim().min(1).max(1000).optional(),
    }),
    returns: z.object({
      id: z.uuid(),
      redeemed: z.string(),
      recordId: z.uuid(),
      beneficiaryId: z.uuid().nullable(),
      giftCard: GiftCardView,
    }),
    refusals: [...posting, ...giftCardRefusals],
    examples: { body: { code: 'K7QM-49ZT-2XNB-8RVD-5W1H', amount: '350.00' } },
    handler: (ctx, { body }) => redeemGiftCard(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/gift-card/:giftCardId',
    action: 'cancel',
    summary: 'Cancel a gift card',
    description:
      'The card ends. With `refundAccountId` what is left is paid back from that account; without, it stays with the business: as income by the rule `giftCardBreakage` if the card was sold, and back from the promotions if it was given.',
    access: { permission: 'invoicing:write' },
    params: GiftCardParams,
    body: z.strictObject({
      refundAccountId: z.uuid().optional().describe('In the currency of the card.'),
      reason: z.string().trim().min(1).max(1000).optional(),
    }),
    returns: GiftCardView.extend({
      outcome: z.enum(['refunded', 'kept', 'nothing-left']),
      remainder: z.string().describe('What was left on it.'),
      recordId: z.uuid().nullable(),
    }),
    refusals: [...posting, AccountArchived, RateUnknown, GiftCardAlreadyEnded, GiftCardNotSold, RefundOtherCurrency],
    examples: { body: { reason: 'Perdida' } },
    handler: (ctx, { params, body }) => cancelGiftCard(ctx, params.giftCardId, body),
  }),
];

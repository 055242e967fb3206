import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { PaymentMethod } from '../contact-balance/contact-balance.schema.ts';

export const GiftCardCode = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe('As it was shown when the card was issued; case, spaces and hyphens do not matter.')
  .meta({ example: 'K7QM-49ZT-2XNB-8RVD-5W1H' });

export const NewGiftCard = z
  .strictObject({
    amount: Amount.describe('What is on the card at first.'),
    accountId: z.uuid().optional().describe('The account that received the money. The card has its currency.'),
    given: z.literal(true).optional().describe('Instead of `accountId`: the business gives the card away.'),
    currency: Currency.optional().describe("Of a card that is given away. Default: the organization's."),
    beneficiaryId: z.uuid().optional().describe('The contact (customer) who bought or received it.'),
    divisionId: z
      .uuid()
      .optional()
      .describe('Default: the division of the account, else the active division of the session.'),
    paymentMethod: PaymentMethod.optional().describe('How it was paid: your own word, such as `cash`.'),
    reference: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('A number of the payment, such as of the transfer.'),
    expiresOn: CalendarDate.optional().describe('The last day on which it can be used. Default: it does not expire.'),
    note: z.string().trim().max(1000).optional().describe('For your own people.'),
  })
  .refine(({ accountId, given }) => (accountId === undefined) === (given === true), {
    error: 'must be sold into an account, or given',
    path: ['accountId'],
    params: { code: 'required' },
  })
  .refine(({ accountId, currency }) => accountId === undefined || currency === undefined, {
    error: 'must be the one of the account',
    path: ['currency'],
    params: { code: 'not_allowed' },
  });

export const GiftCardRedemption = z.strictObject({
  code: GiftCardCode,
  amount: Amount.optional().describe('In the currency of the card. Default: its whole balance.'),
  beneficiaryId: z.uuid().optional().describe('The contact (customer) whose balance it becomes.'),
  divisionId: z.uuid().optional().describe('Default: the active division of the session.'),
  description: z.string().trim().min(1).max(1000).optional().describe('The text of the record in the books.'),
});

export const GiftCardCancellation = z.strictObject({
  refundAccountId: z.uuid().optional().describe('In the currency of the card.'),
  reason: z.string().trim().min(1).max(1000).optional().describe('The text of the record in the books.'),
});

export const GiftCardOrigin = z.enum(['sold', 'given']).describe('`given`: the business gave it away, as a promotion.');
export const GiftCardStatus = z
  .enum(['active', 'spent', 'canceled', 'expired'])
  .describe('`spent`: nothing is left on it. `expired`: its last day has passed.');

export const GiftCardView = z.object({
  id: z.uuid(),
  last4: z.string().describe('The last four characters of the code.'),
  origin: GiftCardOrigin,
  status: GiftCardStatus,
  currency: Currency,
  amount: z.string().describe('The amount on issue.'),
  balance: z.string().describe('What is left on it.'),
  beneficiaryId: z.uuid().nullable().describe('The contact who bought or received it; null: not known.'),
  divisionId: z.uuid().nullable().describe('The branch that issued it; null: none.'),
  note: z.string().describe('For your own people.'),
  expiresOn: CalendarDate.nullable().describe('The last day on which it can be used; null: it does not expire.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const GiftCardMovementView = z.object({
  id: z.uuid(),
  kind: z
    .enum(['issue', 'redeem', 'return', 'undone', 'cancel', 'expire'])
    .describe(
      '`return`: goods that the card had paid came back. `undone`: a payment with the card was undone, and the amount is on the card again.',
    ),
  amount: z.string().describe('Negative: taken from the card.'),
  date: CalendarDate.describe('The day on which it counts in the books.'),
  recordId: z.uuid(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

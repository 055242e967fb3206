import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { PaymentMethod } from '../contact-balance/contact-balance.schema.ts';
import { movementKinds } from './gift-card.sql.ts';

export const GiftCardParams = z.strictObject({ giftCardId: z.uuid() });

export const GiftCardCode = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe('As it was told when the card was issued; case, spaces and hyphens do not matter.')
  .meta({ example: 'K7QM-49ZT-2XNB-8RVD-5W1H' });

export const NewGiftCard = z
  .strictObject({
    amount: Amount,
    accountId: z.uuid().optional().describe('Where the money for it went: the card has the currency of this account.'),
    given: z
      .literal(true)
      .optional()
      .describe('Instead of `accountId`: nobody pays for it, it is a present of the business.'),
    currency: Currency.optional().describe("Of a card that is given away. Default: the organization's."),
    beneficiaryId: z.uuid().optional().describe('Who bought it, or was given it.'),
    divisionId: z.uuid().optional().describe('Default: the division of the account.'),
    paymentMethod: PaymentMethod.optional(),
    reference: z.string().trim().min(1).max(200).optional(),
    expiresOn: CalendarDate.optional().describe('The last day on which it can be used. Default: it does not end.'),
    note: z.string().trim().max(1000).optional(),
  })
  .refine(({ accountId, given }) => (accountId === undefined) === (given === true), {
    error: 'is sold into an account, or given',
    path: ['accountId'],
    params: { code: 'required' },
  })
  .refine(({ accountId, currency }) => accountId === undefined || currency === undefined, {
    error: 'is the one of the account',
    path: ['currency'],
    params: { code: 'not_allowed' },
  });

export const giftCardStatuses = ['active', 'spent', 'canceled', 'expired'] as const;

export const GiftCardView = z.object({
  id: z.uuid(),
  last4: z.string().describe('The last four characters of the code.'),
  origin: z.enum(['sold', 'given']),
  status: z.enum(giftCardStatuses),
  currency: Currency,
  amount: z.string().describe('What it was issued with.'),
  balance: z.string(),
  beneficiaryId: z.uuid().nullable(),
  divisionId: z.uuid().nullable(),
  note: z.string(),
  expiresOn: CalendarDate.nullable(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const GiftCardMovementView = z.object({
  id: z.uuid(),
  kind: z.enum(movementKinds).describe('`undone`: a payment with the card was taken back, and the card has it again.'),
  amount: z.string().describe('Negative: left the card.'),
  date: CalendarDate,
  recordId: z.uuid(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

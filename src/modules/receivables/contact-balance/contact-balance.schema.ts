import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { movementKinds } from './contact-balance.sql.ts';

export const PaymentMethod = z.string().trim().min(1).max(60).meta({ example: 'cash' });

export const NewContactBalanceMovement = z.strictObject({
  beneficiaryId: z.uuid(),
  accountId: z.uuid().describe('Where the money is: its currency is that of the balance.'),
  amount: Amount,
  paymentMethod: PaymentMethod.optional(),
  date: CalendarDate.optional().describe('Default: today.'),
  description: z.string().trim().min(1).max(1000).optional(),
  reference: z.string().trim().min(1).max(200).optional(),
  divisionId: z.uuid().nullable().optional().describe('Default: the division of the account.'),
});

export const ContactBalanceCashMovementView = z.object({
  id: z.uuid(),
  beneficiaryId: z.uuid(),
  recordId: z.uuid(),
  amount: z.string().describe('Negative: left the balance.'),
  currency: Currency,
  balance: z.string().describe('In this currency, afterwards.'),
});

export const ContactBalanceView = z.object({
  currency: Currency,
  balance: z.string(),
  baseBalance: z.string().describe("As it stands in the books, in the organization's currency."),
});

export const ContactBalanceMovementView = z.object({
  id: z.uuid(),
  kind: z
    .enum(movementKinds)
    .describe(
      '`topup`: paid in advance. `refund`: given back. `gift-card`: from a gift card. `overpayment`: paid beyond what was due. `payment`: a document was paid with it. `return`: paid for something that came back. `undone`: one of these was taken back.',
    ),
  currency: Currency,
  amount: z.string().describe('Negative: left the balance.'),
  balance: z.string().describe('In this currency, after it.'),
  recordId: z.uuid(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

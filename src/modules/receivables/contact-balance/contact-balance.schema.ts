import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';

export const PaymentMethod = z.string().trim().min(1).max(60).meta({ example: 'cash' });

export const MovementKind = z.enum(['topup', 'refund', 'gift-card', 'overpayment', 'payment', 'return', 'undone']);

export const NewContactBalanceMovement = z.strictObject({
  beneficiaryId: z.uuid(),
  direction: z.enum(['sale', 'purchase']).default('sale').describe('`purchase`: our advance at a supplier.'),
  accountId: z.uuid().describe('The account that receives or pays the money. The balance is in its currency.'),
  amount: Amount,
  paymentMethod: PaymentMethod.optional(),
  date: CalendarDate.optional().describe('Default: today.'),
  description: z.string().trim().min(1).max(1000).optional(),
  reference: z.string().trim().min(1).max(200).optional(),
  divisionId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Default: the division of the account, else the active division of the session.'),
});

export const ContactBalanceCashMovementView = z.object({
  id: z.uuid(),
  beneficiaryId: z.uuid(),
  recordId: z.uuid(),
  amount: z.string().describe('Negative: taken from the balance.'),
  currency: Currency,
  balance: z.string().describe('In this currency, afterwards.'),
});

export const ContactBalanceView = z.object({
  currency: Currency,
  balance: z.string(),
  baseBalance: z.string().describe("Its value in the books, in the organization's currency."),
});

export const ContactBalanceMovementView = z.object({
  id: z.uuid(),
  direction: z.enum(['sale', 'purchase']),
  kind: MovementKind.describe(
    '`topup`: paid in advance. `refund`: paid back. `overpayment`: paid beyond the amount due. `payment`: used to pay a document (invoice). `return`: for returned goods. `undone`: the reversal of another movement.',
  ),
  currency: Currency,
  amount: z.string().describe('Negative: taken from the balance.'),
  balance: z.string().describe('In this currency, afterwards.'),
  recordId: z.uuid(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

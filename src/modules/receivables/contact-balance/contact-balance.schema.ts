import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';

export const PaymentMethod = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .meta({ example: 'cash' })
  .describe('How it was paid: your own word, such as `cash` or `transfer`.');

export const MovementKind = z.enum(['topup', 'refund', 'gift-card', 'overpayment', 'payment', 'return', 'undone']);

export const NewContactBalanceMovement = z.strictObject({
  beneficiaryId: z.uuid().describe('Whose balance it is: `GET /v1/beneficiary`.'),
  direction: z.enum(['sale', 'purchase']).default('sale').describe('`purchase`: our advance at a supplier.'),
  accountId: z.uuid().describe('The account that receives or pays the money. The balance is in its currency.'),
  amount: Amount.describe('In the currency of the account.'),
  paymentMethod: PaymentMethod.optional(),
  date: CalendarDate.optional().describe('Default: today.'),
  description: z.string().trim().min(1).max(1000).optional().describe('The text of the record in the books.'),
  reference: z.string().trim().min(1).max(200).optional().describe('A number of the payment, such as of the transfer.'),
  divisionId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Default: the division of the account, else the active division of the session.'),
});

export const ContactBalanceCashMovementView = z.object({
  id: z.uuid(),
  beneficiaryId: z.uuid().describe('Whose balance it is.'),
  recordId: z.uuid().describe('The record of the books; a receipt names the money by it.'),
  amount: z.string().describe('Negative: taken from the balance.'),
  currency: Currency,
  balance: z.string().describe('In this currency, afterwards.'),
});

export const ContactBalanceView = z.object({
  currency: Currency,
  balance: z.string().describe('What is left, in this currency.'),
  baseBalance: z.string().describe("Its value in the books, in the organization's currency."),
});

export const ContactBalanceMovementView = z.object({
  id: z.uuid(),
  direction: z
    .enum(['sale', 'purchase'])
    .describe('`sale`: a balance of the customer. `purchase`: our advance at the supplier.'),
  kind: MovementKind.describe(
    '`topup`: paid in advance. `refund`: paid back. `overpayment`: paid beyond the amount due. `payment`: used to pay a document (invoice). `return`: for returned goods. `undone`: the reversal of another movement.',
  ),
  currency: Currency,
  amount: z.string().describe('Negative: taken from the balance.'),
  balance: z.string().describe('In this currency, afterwards.'),
  recordId: z.uuid().describe('The record of the books.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

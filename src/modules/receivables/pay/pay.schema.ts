import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { GiftCardCode } from '../gift-card/gift-card.schema.ts';

const PAYMENTS_MAX = 20;
export const DOCUMENTS_MAX = 200;

export const Method = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .meta({ example: 'cash' })
  .describe('How it was paid; the 607 classes it by words such as `cash`, `transfer` and `card`.');
export const Reference = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('A number of the payment, such as of the cheque or transfer.');

export const AccountLine = z
  .strictObject({
    accountId: z.uuid().describe('A cash box, bank account or card terminal: `GET /v1/account`.'),
    amount: Amount.optional().describe('In the currency of the account. Default: the amount due.'),
    settles: Amount.optional().describe(
      'How much of the document it settles, if the account has another currency. Default: at the rates of the day.',
    ),
    changeAccountId: z
      .uuid()
      .optional()
      .describe('The cash account that gives the change, in the organization’s currency. Default: this account.'),
    paymentMethod: Method.optional().describe('Default: the kind of the account.'),
    reference: Reference.optional(),
  })
  .describe('Money into an account, or out of it for a purchase.');

const GiftCardLine = z
  .strictObject({
    giftCardCode: GiftCardCode,
    amount: Amount.optional().describe('Default: the amount due, or the balance of the card if it is less.'),
  })
  .describe('A gift card in the currency of the document.');

const BalanceLine = z
  .strictObject({
    balance: z.literal(true).describe('Marks this means.'),
    amount: Amount.optional().describe('Default: the amount due, or the balance if it is less.'),
  })
  .describe(
    'The prepaid balance of the contact, or our advance at the supplier of a purchase, in the currency of the document.',
  );

const WithheldLine = z
  .strictObject({
    withheld: z.enum(['itbis', 'isr']).describe('Which tax the customer withholds.'),
    amount: Amount.describe('In the currency of the document.'),
    reference: Reference.optional(),
  })
  .describe('Tax that the customer withholds and pays to the tax authority.');

const WriteOffLine = z
  .strictObject({
    writeOff: z.literal(true).describe('Marks this means.'),
    amount: Amount.optional().describe('Default: the amount due.'),
    reference: Reference.optional(),
  })
  .describe(
    'A part that is not paid: a bad debt or a small difference. A loss (`expenses` of the posting rules), or other income on a purchase. Needs `accounting:write`.',
  );

export const PaymentLines = z
  .array(z.union([AccountLine, GiftCardLine, BalanceLine, WithheldLine, WriteOffLine]).meta({ id: 'PaymentMeans' }))
  .min(1)
  .max(PAYMENTS_MAX);

export interface AccountLine extends z.output<typeof AccountLine> {}
export interface GiftCardLine extends z.output<typeof GiftCardLine> {}
export interface BalanceLine extends z.output<typeof BalanceLine> {}
export interface WithheldLine extends z.output<typeof WithheldLine> {}
export interface WriteOffLine extends z.output<typeof WriteOffLine> {}
export type GivenLine = AccountLine | GiftCardLine | BalanceLine | WithheldLine | WriteOffLine;

export const Overpayment = z
  .enum(['refuse', 'change', 'balance'])
  .default('refuse')
  .describe('How to handle an overpayment: refuse it, give change in cash, or keep it as balance of the contact.');

const common = {
  date: CalendarDate.optional().describe('Default: today.'),
  divisionId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Default: the division (branch or till) of the account, else of the document unless it is archived.'),
  receipt: z
    .boolean()
    .optional()
    .describe('Also issues the numbered receipt of the payments, as `POST /v1/record/pending/payment/receipt` does.'),
};

export const NewPayment = z.strictObject({
  id: z.uuid().describe('The document.'),
  version: z.number().int().optional().describe('As read: refused with `version_conflict` if it has changed since.'),
  payments: PaymentLines.describe('One or several means, in this order.'),
  overpayment: Overpayment,
  ...common,
});
export interface GivenPayment extends z.output<typeof NewPayment> {}

export const NewBalancePayment = z.strictObject({
  id: z.uuid().describe('The document.'),
  version: z.number().int().optional().describe('As read: refused with `version_conflict` if it has changed since.'),
  amount: Amount.optional().describe('Default: the amount due, or the balance if it is less.'),
  ...common,
});

export const NewPayments = z
  .strictObject({
    contactId: z.uuid().describe('Whose documents are paid.'),
    accountId: z.uuid().describe('Only documents in its currency are paid.'),
    direction: z
      .enum(['sale', 'purchase'])
      .default('sale')
      .describe('`sale`: the contact pays. `purchase`: the business pays.'),
    amount: Amount.optional().describe('Allocated to the documents that fell due first. Instead of `documents`.'),
    documents: uniqueList(
      z.strictObject({
        id: z.uuid().describe('An issued document of the contact.'),
        amount: Amount.optional().describe('Default: the amount due.'),
      }),
      { min: 1, max: DOCUMENTS_MAX, by: ({ id }) => id },
    )
      .optional()
      .describe('The documents to pay, and how much of each. Instead of `amount`.'),
    overpayment: z.enum(['refuse', 'balance']).default('refuse').describe('How to handle an overpayment.'),
    paymentMethod: Method.optional().describe(
      'How it was paid; the 607 classes it by words such as `cash` and `transfer`.',
    ),
    reference: Reference.optional(),
    ...common,
  })
  .refine(({ amount, documents }) => (amount === undefined) !== (documents === undefined), {
    error: 'takes either amount or documents',
    path: ['amount'],
    params: { code: 'exactly_one' },
  });
export interface GivenBulk extends z.output<typeof NewPayments> {}

export const ChangeView = z
  .array(z.object({ amount: z.string().describe('What is given back.'), currency: Currency }))
  .describe('The change in cash.');

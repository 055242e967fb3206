import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { exampleId as id, otherExampleId } from '#platform/http/example-ids.ts';
import { Currency, decimalWithin } from '#platform/money.ts';
import { Rate } from '../currency/currency.schema.ts';

const limits = { digits: 13 };
const meta = { example: '1250.00' };

/** Negative: owed. */
export const SignedAmount = decimalWithin(limits).meta(meta);
export const Amount = decimalWithin({ above: 0, ...limits }).meta(meta);

const AccountFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('As lists and reports show it; also the name of its account of the chart.'),
  divisionId: z.uuid().nullable().describe('The branch, warehouse or point of sale that it belongs to.'),
  bankName: z.string().trim().min(1).max(200).nullable().describe('For accounts at a bank; searches find it.'),
  accountNumber: z.string().trim().min(1).max(60).nullable().describe('As the bank writes it.'),
};

export const AccountKind = z
  .enum(['cash', 'bank', 'card', 'payout', 'other'])
  .describe(
    '`cash`: a box or drawer. `bank`: an account at a bank. `card`: card sales that the acquirer has yet to pay. `payout`: the balance at the payment processor. `other`: anything else that holds money.',
  );

export const NewAccount = z.strictObject({
  ...z.strictObject(AccountFields).partial().shape,
  name: AccountFields.name,
  kind: AccountKind,
  currency: Currency.optional().describe("Default: the organization's. It cannot change later."),
  openingBalance: SignedAmount.optional().describe('The current balance; negative if it is owed.'),
  openingDate: CalendarDate.optional().describe('Default: today.'),
  openingRate: Rate.optional().describe("The price of one unit of the account's currency in the organization's."),
});
export const AccountChange = changeOf({ ...AccountFields, archived: z.boolean() });

export const AccountView = z.object({
  id: z.uuid(),
  ...AccountFields,
  kind: AccountKind,
  currency: Currency,
  chartAccountId: z.uuid().describe('Its own account of the chart.'),
  archived: z.boolean(),
  version: z.number().int(),
  createdAt: Timestamp,
});

export const exampleAccount = {
  id,
  name: 'Banco Popular',
  divisionId: null,
  bankName: 'Banco Popular Dominicano',
  accountNumber: '789-456123-0',
  kind: 'bank' as const,
  currency: 'DOP',
  chartAccountId: otherExampleId,
  archived: false,
  version: 1,
  createdAt: '2026-11-15T13:45:00.000Z',
};

export const NewAccountTransfer = z.strictObject({
  fromAccountId: z.uuid().describe('The account that the money leaves: `GET /v1/account`.'),
  toAccountId: z.uuid().describe('The account that the money reaches.'),
  amount: Amount.describe('The amount that leaves, without the fee, in the currency of the first account.'),
  receivedAmount: Amount.optional().describe('The amount that arrives, in the currency of the second account.'),
  rate: Rate.optional().describe(
    'The price of one unit of the first currency in the second. Default: the rate of the day.',
  ),
  fee: Amount.optional().describe('Taken from the first account on top, in its currency.'),
  date: CalendarDate.optional().describe('Default: today.'),
  description: z.string().trim().max(1000).optional().describe('The text of the record in the books.'),
  reference: z.string().trim().min(1).max(200).optional().describe('The bank’s or your own number of the transfer.'),
  divisionId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Default: the division of the account that has one, else the active division of the session.'),
});

export const AccountTransferView = z.object({
  recordId: z.uuid().describe('The record of the books that moved the money.'),
  fromAccountId: z.uuid().describe('The account that the money left.'),
  toAccountId: z.uuid().describe('The account that the money reached.'),
  date: z.string().describe('The day of the transfer in the books.'),
  amount: z.string().describe('The amount that left, without the fee, in the currency of the first account.'),
  currency: z.string(),
  receivedAmount: z.string().describe('The amount that arrived, in the currency of the second account.'),
  receivedCurrency: z.string().describe('Of the second account.'),
  fee: z.string().describe('What the transfer cost on top, in the currency of the first account.'),
  baseAmount: z.string().describe("The value of what arrived, in the organization's currency."),
  exchangeDifference: z
    .string()
    .describe("The exchange gain (negative: loss) against the cost of the money, in the organization's currency."),
});

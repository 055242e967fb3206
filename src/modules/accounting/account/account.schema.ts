import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { exampleId as id, otherExampleId } from '#platform/http/example-ids.ts';
import { Currency, decimalWithin } from '#platform/money.ts';
import { accountKinds } from './account.sql.ts';

const limits = { digits: 13 };
const meta = { example: '1250.00' };

/** An amount of money that may be owed. */
export const SignedAmount = decimalWithin(limits).meta(meta);
export const Amount = decimalWithin({ above: 0, ...limits }).meta(meta);

export const AccountParams = z.strictObject({ accountId: z.uuid() });

export const AccountFields = {
  name: z.string().trim().min(1).max(200),
  divisionId: z.uuid().nullable().describe('The branch, warehouse or point of sale that it belongs to.'),
  bankName: z.string().trim().min(1).max(200).nullable(),
  accountNumber: z.string().trim().min(1).max(60).nullable().describe('As the bank writes it.'),
};

export const AccountKind = z
  .enum(accountKinds)
  .describe(
    '`cash`: a box or drawer. `bank`: an account at a bank. `card`: card sales that the acquirer has yet to pay. `payout`: the balance at the payment processor. `other`: anything else that holds money.',
  );

export const AccountView = z.object({
  id: z.uuid(),
  ...AccountFields,
  kind: AccountKind,
  currency: Currency,
  chartAccountId: z.uuid().describe('The account of the chart that it owns: its balance is that one’s.'),
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

export const AccountTransferView = z.object({
  recordId: z.uuid(),
  fromAccountId: z.uuid(),
  toAccountId: z.uuid(),
  date: z.string(),
  amount: z.string().describe('What left, without the fee, in the currency of the first account.'),
  currency: z.string(),
  receivedAmount: z.string().describe('What arrived, in the currency of the second account.'),
  receivedCurrency: z.string(),
  fee: z.string(),
  baseAmount: z.string().describe("What arrived, in the organization's currency."),
  exchangeDifference: z
    .string()
    .describe("What was won (or lost, negative) against what the money had cost, in the organization's currency."),
});

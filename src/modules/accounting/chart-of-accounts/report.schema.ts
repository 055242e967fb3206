import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';

const amount = z.string();

const Section = z
  .object({
    lines: z.array(
      z.object({
        accountId: z.uuid(),
        code: z.string(),
        name: z.string(),
        depth: z.number().int(),
        postable: z.boolean(),
        balance: amount.describe('Of a heading: with everything under it.'),
      }),
    ),
    total: amount,
  })
  .meta({ id: 'ReportSection' });

const CashFlows = z
  .object({
    lines: z
      .array(
        z.object({
          accountId: z.uuid(),
          code: z.string(),
          name: z.string(),
          inflow: amount,
          outflow: amount,
          net: amount.describe('Inflow less outflow.'),
        }),
      )
      .describe('By the account on the other side: `Cuentas por cobrar` is what customers paid.'),
    total: amount,
  })
  .meta({
    id: 'CashFlows',
    description: 'Investing: long-term assets, and loans to others. Financing: capital, and long-term debts.',
  });

const columns = {
  openingDebit: amount,
  openingCredit: amount,
  debit: amount,
  credit: amount,
  closingDebit: amount,
  closingCredit: amount,
};

/** A fiscal year may begin before the first day that can be asked for. */
const from = z.iso.date();

const head = {
  to: CalendarDate.describe('The last day that counts.'),
  knownAt: Timestamp.describe('Send it back to get the same report again, whatever is posted later.'),
  currency: Currency,
};

export const AccountingReportView = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('trial-balance'),
    from,
    ...head,
    lines: z.array(z.object({ accountId: z.uuid(), code: z.string(), name: z.string(), ...columns })),
    totals: z.object(columns).describe('Debits equal credits in each of the three pairs.'),
  }),
  z.object({
    type: z.literal('profit-and-loss'),
    from,
    ...head,
    income: Section,
    expense: Section,
    result: amount.describe('Income less expense: negative is a loss.'),
  }),
  z.object({
    type: z.literal('balance-sheet'),
    ...head,
    assets: Section,
    liabilities: Section,
    equity: Section,
    resultOfYear: amount.describe('Of the fiscal year that `to` is in, so far as no record carried it to equity.'),
    resultOfEarlierYears: amount,
    totalEquity: amount.describe('Equity with both results.'),
    totalLiabilitiesAndEquity: amount.describe('Equals the total of the assets.'),
  }),
  z.object({
    type: z.literal('cash-flow'),
    from,
    ...head,
    openingCash: amount.describe('The money in cash boxes and banks before `from`.'),
    operating: CashFlows,
    investing: CashFlows,
    financing: CashFlows,
    exchangeDifference: amount.describe('Of money in other currencies, realized or by a revaluation.'),
    netChange: amount,
    closingCash: amount,
  }),
]);

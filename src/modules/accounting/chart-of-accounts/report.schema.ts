import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';

const amount = z.string();

const ComparedAmount = z
  .object({
    amount: amount.describe('Of the other period.'),
    difference: amount.describe('The amount of this period less that of the other.'),
    percent: z.string().nullable().describe('The difference in percent of the other amount; null where that is zero.'),
  })
  .meta({ id: 'ComparedAmount' });

/** The amounts of an object with those of the other period. */
const compared = <N extends string>(...names: N[]) => ({
  compared: z
    .object(
      Object.fromEntries(
        names.map((name) => [name, ComparedAmount.describe(`\`${name}\` of the other period, and the difference.`)]),
      ) as Record<N, typeof ComparedAmount>,
    )
    .optional()
    .describe('In a comparison: the same amounts in the other period.'),
});

/** A line of a report for each account or heading of the chart. */
export const accountLine = {
  accountId: z.uuid().describe('The account of the chart.'),
  code: z.string().describe('Of the account; lines are in its order.'),
  name: z.string(),
  depth: z.number().int().describe('0 at the top of the chart.'),
  postable: z.boolean().describe('False for a heading.'),
};

const Section = z
  .object({
    lines: z
      .array(
        z.object({
          ...accountLine,
          balance: amount.describe('Of a heading: with everything under it.'),
          ...compared('balance'),
        }),
      )
      .describe('The accounts of this part with a balance, by code, with their headings.'),
    total: amount.describe('The sum of the part, without counting headings twice.'),
    ...compared('total'),
  })
  .meta({ id: 'ReportSection' });

const CashFlows = z
  .object({
    lines: z
      .array(
        z.object({
          accountId: z.uuid().describe('The account of the chart on the other side.'),
          code: z.string().describe('Of the account on the other side.'),
          name: z.string(),
          inflow: amount.describe('The money that came in.'),
          outflow: amount.describe('The money that left, as a positive amount.'),
          net: amount.describe('Inflow less outflow.'),
          ...compared('inflow', 'outflow', 'net'),
        }),
      )
      .describe('By the account on the other side: `Cuentas por cobrar` is what customers paid.'),
    total: amount.describe('The sum of `net`.'),
    ...compared('total'),
  })
  .meta({
    id: 'CashFlows',
    description: 'Investing: long-term assets, and loans to others. Financing: capital, and long-term debts.',
  });

const columns = {
  openingDebit: amount.describe('The balance before `from`, where it is a debit; else zero.'),
  openingCredit: amount.describe('The balance before `from`, where it is a credit; else zero.'),
  debit: amount.describe('Debits from `from` to `to`.'),
  credit: amount.describe('Credits from `from` to `to`.'),
  closingDebit: amount.describe('The balance at the end of `to`, where it is a debit; else zero.'),
  closingCredit: amount.describe('The balance at the end of `to`, where it is a credit; else zero.'),
  ...compared('openingDebit', 'openingCredit', 'debit', 'credit', 'closingDebit', 'closingCredit'),
};

/** A fiscal year may begin before the first day that can be asked for. */
const day = z.iso.date();

const head = {
  compareTo: day.optional().describe('In a comparison: the last day of the other period.'),
  to: CalendarDate.describe('The last day that counts.'),
  knownAt: Timestamp.describe('Send it back to get the same report again, whatever is posted later.'),
  currency: Currency,
};

const period = {
  from: day.describe('The first day that counts.'),
  compareFrom: day.optional().describe('In a comparison: the first day of the other period.'),
};

export const AccountingReportView = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('trial-balance').describe('Which report this is; it decides the other fields.'),
    ...period,
    ...head,
    lines: z
      .array(
        z.object({
          accountId: z.uuid().describe('The account of the chart.'),
          code: z.string().describe('Of the account of the chart.'),
          name: z.string(),
          ...columns,
        }),
      )
      .describe('One for each account that moved or has a balance, by code.'),
    totals: z.object(columns).describe('Debits equal credits in each of the three pairs.'),
  }),
  z.object({
    type: z.literal('profit-and-loss').describe('Which report this is; it decides the other fields.'),
    ...period,
    ...head,
    income: Section.describe('Accounts of income, positive where they earned.'),
    expense: Section.describe('Accounts of expense, positive where they cost.'),
    result: amount.describe('Income less expense: negative is a loss.'),
    ...compared('result'),
  }),
  z.object({
    type: z.literal('balance-sheet').describe('Which report this is; it decides the other fields.'),
    ...head,
    assets: Section.describe('What the business has.'),
    liabilities: Section.describe('What it owes.'),
    equity: Section.describe('Capital and earlier results that were carried to it.'),
    resultOfYear: amount.describe('Of the fiscal year that `to` is in, so far as no record carried it to equity.'),
    resultOfEarlierYears: amount.describe('Of earlier fiscal years, so far as no record carried it to equity.'),
    totalEquity: amount.describe('Equity with both results.'),
    totalLiabilitiesAndEquity: amount.describe('Equals the total of the assets.'),
    ...compared('resultOfYear', 'resultOfEarlierYears', 'totalEquity', 'totalLiabilitiesAndEquity'),
  }),
  z.object({
    type: z.literal('cash-flow').describe('Which report this is; it decides the other fields.'),
    ...period,
    ...head,
    openingCash: amount.describe('The money in cash boxes and banks before `from`.'),
    operating: CashFlows.describe('From sales, purchases, salaries and taxes.'),
    investing: CashFlows.describe('From long-term assets, and loans to others.'),
    financing: CashFlows.describe('From capital and long-term debts.'),
    exchangeDifference: amount.describe('Of money in other currencies, realized or by a revaluation.'),
    netChange: amount.describe('How much the money changed: the closing less the opening cash.'),
    closingCash: amount.describe('The money in cash boxes and banks at the end of `to`.'),
    ...compared('openingCash', 'exchangeDifference', 'netChange', 'closingCash'),
  }),
]);

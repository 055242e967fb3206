import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Rate } from '../currency/currency.schema.ts';

export const RevaluedKind = z
  .enum(['account', 'documents', 'balance'])
  .describe(
    '`account`: money, and other accounts of the chart in another currency. `documents`: unpaid invoices and loans. `balance`: paid in advance.',
  );

export const NewRevaluation = z.strictObject({
  date: CalendarDate.describe('The last day of a month, as a rule. Not in the future.'),
  rates: uniqueList(
    z.strictObject({
      currency: Currency,
      rate: Rate.describe('The price of one unit in the organization’s currency.'),
    }),
    { max: 200, by: ({ currency }) => currency },
  )
    .optional()
    .describe('Instead of the rates of that day.'),
  only: uniqueList(RevaluedKind, { min: 1, max: 3 }).optional().describe('Default: everything.'),
});

const amount = z.string();

const Line = z
  .object({
    kind: RevaluedKind,
    chartAccountId: z.uuid().describe('The account of the chart whose value changes.'),
    code: z.string().describe('Of the account of the chart.'),
    name: z.string().describe('Of the account of the chart.'),
    accountId: z.uuid().nullable().describe('The money account.'),
    contactId: z.uuid().nullable().describe('Whose documents or balance these are; null: of nobody.'),
    contactName: z.string().nullable().describe('The name of the contact; null: nobody is named.'),
    divisionId: z.uuid().nullable(),
    documents: z.number().int().describe('How many are unpaid.'),
    currency: Currency,
    amount: amount.describe(
      'In `currency`: positive is ours, negative is owed. The other amounts are in the base currency.',
    ),
    booked: amount.describe('In the books on that day, with earlier revaluations of it.'),
    rate: z.string().nullable().describe('The price of one unit in the organization’s currency; null: not known.'),
    value: amount.nullable().describe('At the rate. Null: the rate is not known.'),
    difference: amount.nullable().describe('Positive: a gain.'),
  })
  .meta({ id: 'RevaluationLine' });

export const RevaluationPreview = z.object({
  date: CalendarDate.describe('The day at whose end it counts.'),
  currency: z.string().describe('The organization’s.'),
  lines: z.array(Line).describe('One for each balance in another currency.'),
  totals: z
    .object({
      booked: amount.describe('In the books before.'),
      value: amount.describe('At the rates.'),
      gain: amount.describe('Unrealized exchange gain.'),
      loss: amount.describe('Unrealized exchange loss, as a positive amount.'),
      difference: amount.describe('The gain less the loss.'),
    })
    .describe('Of the lines with a known rate.'),
  unknownRates: z.array(z.string()).describe('Currencies without a rate on that day; they are not in the totals.'),
});

export const RevaluationSummary = z.object({
  id: z.uuid(),
  date: CalendarDate.describe('The day at whose end it counts.'),
  reversedOn: CalendarDate.describe('The next day.'),
  recordId: z.uuid().describe('The record that posted the differences.'),
  reversalRecordId: z.uuid().describe('The record that takes them back on the next day.'),
  currency: z.string().describe('The organization’s.'),
  gain: amount.describe('Unrealized exchange gain.'),
  loss: amount.describe('Unrealized exchange loss, as a positive amount.'),
  difference: amount.describe('The gain less the loss.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const RevaluationView = RevaluationSummary.extend({
  lines: z.array(Line).describe('One for each balance that differed.'),
});

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
  rates: uniqueList(z.strictObject({ currency: Currency, rate: Rate }), { max: 200, by: ({ currency }) => currency })
    .optional()
    .describe('Instead of the rates of that day.'),
  only: uniqueList(RevaluedKind, { min: 1, max: 3 }).optional().describe('Default: everything.'),
});

const amount = z.string();

const Line = z
  .object({
    kind: RevaluedKind,
    chartAccountId: z.uuid(),
    code: z.string().describe('Of the account of the chart.'),
    name: z.string(),
    accountId: z.uuid().nullable().describe('The money account.'),
    contactId: z.uuid().nullable(),
    contactName: z.string().nullable(),
    divisionId: z.uuid().nullable(),
    documents: z.number().int().describe('How many are unpaid.'),
    currency: Currency,
    amount: amount.describe(
      'In `currency`: positive is ours, negative is owed. The other amounts are in the base currency.',
    ),
    booked: amount.describe('In the books on that day, with earlier revaluations of it.'),
    rate: z.string().nullable(),
    value: amount.nullable().describe('At the rate. Null: the rate is not known.'),
    difference: amount.nullable().describe('Positive: a gain.'),
  })
  .meta({ id: 'RevaluationLine' });

export const RevaluationPreview = z.object({
  date: CalendarDate,
  currency: z.string(),
  lines: z.array(Line),
  totals: z.object({ booked: amount, value: amount, gain: amount, loss: amount, difference: amount }),
  unknownRates: z.array(z.string()).describe('Currencies without a rate on that day; they are not in the totals.'),
});

export const RevaluationSummary = z.object({
  id: z.uuid(),
  date: CalendarDate,
  reversedOn: CalendarDate.describe('The next day.'),
  recordId: z.uuid(),
  reversalRecordId: z.uuid(),
  currency: z.string(),
  gain: amount,
  loss: amount,
  difference: amount.describe('The gain less the loss.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

export const RevaluationView = RevaluationSummary.extend({ lines: z.array(Line) });

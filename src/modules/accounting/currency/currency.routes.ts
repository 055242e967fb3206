import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Rate } from './currency.schema.ts';
import { listRates, RateOfOwnCurrency, setRates } from './currency.ts';

const RatesView = z.object({
  base: z.string().describe("The organization's currency."),
  date: CalendarDate.describe('The requested day.'),
  data: z
    .array(
      z.object({
        currency: z.string(),
        rate: z.string().describe('The price of one unit of `currency` in `base`.'),
        date: CalendarDate.describe('The day of the rate: the last one on or before the requested day.'),
        source: z
          .enum(['own', 'manual', 'published', 'sample'])
          .describe(
            'Set by the organization, published by the provider, or an example: a service without a source of rates has only examples, which are not real.',
          ),
      }),
    )
    .describe('One for each currency with a rate on that day.'),
});

export const currencyRoutes = [
  route('GET', '/v1/currency/rates', 'accounting:read', {
    summary: 'List exchange rates',
    description:
      "The rates of a day, today by default, in the organization's currency: of each currency the newest on or before that day. The organization's own rate of the same day has priority over the published one. A published rate that is older than `accounting.rateMaxAgeDays` of the settings is shown, but not used.",
    query: z.strictObject({
      date: CalendarDate.optional().describe('Default: today.'),
      currency: Currency.optional().describe('Only this currency.'),
    }),
    returns: RatesView,
    examples: { query: { date: '2026-11-15' } },
    handler: (ctx, { query }) => listRates(ctx, query),
  }),
  route('PUT', '/v1/currency/rates', 'accounting:write', {
    summary: 'Set rates by hand',
    description:
      'Sets the rates of a day, today by default. They hold until a newer rate is published or set; `null` removes the own rate of that day. Posted records keep the rate they were posted with.',
    body: z.strictObject({
      date: CalendarDate.optional().describe('Default: today.'),
      rates: uniqueList(
        z.strictObject({
          currency: Currency,
          rate: Rate.nullable().describe('The price of one unit in the organization’s currency; null removes it.'),
        }),
        {
          min: 1,
          max: 200,
          by: ({ currency }) => currency,
        },
      ).describe('The own rates of that day.'),
    }),
    returns: RatesView,
    refusals: [RateOfOwnCurrency],
    examples: { body: { date: '2026-11-15', rates: [{ currency: 'USD', rate: '60.25' }] } },
    handler: (ctx, { body }) => setRates(ctx, body),
  }),
];

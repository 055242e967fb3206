import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { selectBrackets, selectParameters } from './parameter.sql.ts';

const ParameterView = z.object({
  name: z.string().describe('What filings and payroll call it.'),
  value: z.string().describe('A decimal number, in `unit`.'),
  unit: z
    .enum(['money', 'percent', 'times', 'days', 'years'])
    .describe('What `value` counts; `times` is a plain number.'),
  description: z.string().describe('What it is for, in words.'),
  validFrom: CalendarDate.describe('The first day on which it holds.'),
  validUntil: CalendarDate.nullable().describe('The last day; null: until the law changes.'),
});

const BracketView = z.object({
  above: z.string().describe('`rate` percent is due on yearly income above this.'),
  tax: z.string().describe('Plus this amount for the income below.'),
  rate: z.string().describe('Percent.'),
});

export const parameterRoutes = [
  route('GET', '/v1/taxes/parameters', 'taxes:read', {
    summary: 'Read legal parameters',
    description:
      'Thresholds, ceilings, rates and due days used in filings and payroll, as valid on a day, and the yearly income tax scale of employees. The same for every organization.',
    query: z.strictObject({ date: CalendarDate.optional().describe('Default: today.') }),
    returns: z.object({
      date: CalendarDate.describe('The day on which they hold.'),
      data: z.array(ParameterView).describe('By name.'),
      incomeTaxScale: z.array(BracketView).describe('Withheld from salaries, from the lowest income up.'),
    }),
    examples: {
      query: { date: '2026-11-15' },
    },
    handler: async (ctx, { query }) => {
      const date = query.date ?? ctx.today.toString();
      const [data, incomeTaxScale] = await Promise.all([
        selectParameters(ctx.tx, date, null),
        selectBrackets(ctx.tx, date),
      ]);
      return { date, data, incomeTaxScale };
    },
  }),
];

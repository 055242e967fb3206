import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { selectBrackets, selectParameters } from './parameter.sql.ts';

const ParameterView = z.object({
  name: z.string(),
  value: z.string(),
  unit: z.enum(['money', 'percent', 'times', 'days', 'years']),
  description: z.string(),
  validFrom: CalendarDate,
  validUntil: CalendarDate.nullable().describe('The last day; null: until the law changes.'),
});

const BracketView = z.object({
  above: z.string().describe('`rate` percent is due on yearly income above this.'),
  tax: z.string().describe('Plus this amount for the income below.'),
  rate: z.string(),
});

export const parameterRoutes = [
  route('GET', '/v1/taxes/parameters', 'taxes:read', {
    summary: 'Read legal parameters',
    description:
      'Thresholds, ceilings, rates and due days used in filings and payroll, as valid on a day, and the yearly income tax scale of employees. The same for every organization.',
    query: z.strictObject({ date: CalendarDate.optional().describe('Default: today.') }),
    returns: z.object({ date: CalendarDate, data: z.array(ParameterView), incomeTaxScale: z.array(BracketView) }),
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

import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { several } from '#platform/db/list.ts';
import { route } from '#platform/http/route.ts';
import { meters } from './meters.ts';
import { readUsage, readUsageStats, SpanTooLong } from './usage.ts';

const Meter = z.enum(meters);

const Usage = z.object({
  plan: z.enum(['free', 'business', 'pro']).describe('The plan that counts now.'),
  period: z
    .object({
      from: CalendarDate.describe('The first day of the month.'),
      to: CalendarDate.describe('The last day of the month.'),
    })
    .describe('The present month.'),
  meters: z
    .array(
      z.object({
        name: z.enum(['members', 'storageBytes', 'bots', ...meters]).describe('What is counted.'),
        used: z.number().describe('In this month, or now.'),
        limit: z.number().nullable().describe('Of the plan. Null: no limit.'),
        isMonthly: z.boolean().describe('Whether it begins again each month; else it is what there is now.'),
      }),
    )
    .describe('One for each meter.'),
});

const UsageStats = z.object({
  from: CalendarDate.describe('The first day that counts.'),
  to: CalendarDate.describe('The last day that counts.'),
  meters: z
    .array(
      z.object({
        name: Meter.describe('What is counted.'),
        total: z.number().describe('Of all days.'),
        days: z
          .array(
            z.object({
              date: CalendarDate.describe('A day of the organization.'),
              quantity: z.number().describe('What was counted on that day.'),
            }),
          )
          .describe('Every day of the span.'),
      }),
    )
    .describe('One for each meter.'),
});

export const usageRoutes = [
  route('GET', '/v1/usage', 'organization:read', {
    summary: 'Get what is used of the plan',
    description:
      'The meters of the present month against the limits of the plan: members, storage and bots as they are now; issued invoices, chat messages, electronic receipts (e-CF), automation runs and AI tokens of this month.',
    returns: Usage,
    handler: (ctx) => readUsage(ctx),
  }),
  route('GET', '/v1/usage/stats', 'organization:read', {
    action: 'listDays',
    summary: 'Get the use by day',
    description:
      'Every day of a span, of all monthly meters or of some. Today is counted now; other days are counted within an hour.',
    query: z.strictObject({
      from: CalendarDate.optional().describe('Default: 30 days up to `to`.'),
      to: CalendarDate.optional().describe('Default: today.'),
      meter: several(Meter).optional().describe('Only these meters.'),
    }),
    returns: UsageStats,
    refusals: [SpanTooLong],
    examples: { query: { from: '2026-11-01', to: '2026-11-30', meter: 'documents' } },
    handler: (ctx, { query }) => readUsageStats(ctx, query),
  }),
];

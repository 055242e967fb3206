import { z } from 'zod';
import { AccountNotPostable, guardRefusals } from '#modules/accounting/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { depreciateUntil, MonthNotBegun } from './depreciation.ts';

export const depreciationRoutes = [
  route('POST', '/v1/asset/depreciation', 'accounting:write', {
    action: 'depreciate',
    summary: 'Post depreciation',
    description:
      'Posts the months that ended and were not posted yet, one record for each, with the transfers of every asset. It happens by itself after each month; by hand it can be done before, up to the end of this month. A month whose period is locked is posted on the first day that is not.',
    body: z.strictObject({
      until: CalendarDate.optional().describe('Months that end on this day or before. Default: yesterday.'),
    }),
    returns: z.object({
      data: z
        .array(
          z.object({
            month: CalendarDate.describe('Its first day.'),
            amount: z.string().describe('Of all assets.'),
            recordId: z.uuid().nullable().describe('Null: less than a cent fell in it.'),
          }),
        )
        .describe('The months that were posted, the oldest first.'),
      currency: z.string().describe('The organization’s.'),
      more: z.boolean().describe('120 months were posted and others may be left: call again.'),
    }),
    refusals: [MonthNotBegun, AccountNotPostable, ...guardRefusals],
    examples: { body: { until: '2026-11-30' } },
    handler: (ctx, { body }) => depreciateUntil(ctx, body.until),
  }),
];

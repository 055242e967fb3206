import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { Money } from '../asset/asset.schema.ts';

export const NewDisposal = z.strictObject({
  kind: z.enum(['sold', 'scrapped']).describe('Sold, or thrown away.'),
  date: CalendarDate.optional().describe('Its last day. Default: today.'),
  proceeds: Money.optional().describe(
    'In the organization’s currency, without taxes. Default: the net of the invoice less that of other assets sold with it, else nothing.',
  ),
  accountId: z.uuid().optional().describe('The money account that took the proceeds.'),
  chartAccountId: z
    .uuid()
    .optional()
    .describe(
      'Another account to debit with the proceeds. Of an invoice: the one to which its line was posted, by default that of its lines.',
    ),
  pendingRecordId: z.uuid().optional().describe('The issued sales invoice; it has posted the money already.'),
});

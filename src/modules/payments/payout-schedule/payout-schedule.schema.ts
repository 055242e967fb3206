import { z } from 'zod';
import { payoutIntervals, payoutWeekdays } from '../payproc.port.ts';

export const PayoutToken = z.string().min(20).max(100).describe('Of the link in the e-mail to the owner.');

/** A form sends a day as text. */
const DayOfMonth = z.union([
  z.number().int().min(1).max(31),
  z
    .string()
    .regex(/^([1-9]|[12][0-9]|3[01])$/, 'must be a day from 1 to 31')
    .transform(Number),
]);

export const PayoutScheduleChange = z
  .strictObject({
    token: PayoutToken,
    interval: z.enum(payoutIntervals).describe('`manual`: only when a payout is requested.'),
    weekday: z.enum(payoutWeekdays).optional().describe('Of a weekly schedule.'),
    dayOfMonth: DayOfMonth.optional().describe('Of a monthly schedule. A shorter month pays out on its last day.'),
  })
  .refine(({ interval, weekday }) => interval !== 'weekly' || weekday !== undefined, {
    error: 'is required for a weekly schedule',
    path: ['weekday'],
    params: { code: 'required' },
  })
  .refine(({ interval, dayOfMonth }) => interval !== 'monthly' || dayOfMonth !== undefined, {
    error: 'is required for a monthly schedule',
    path: ['dayOfMonth'],
    params: { code: 'required' },
  });

export const PayoutScheduleView = z.object({
  organization: z
    .object({
      name: z.string().describe('Of the organization.'),
      logoUrl: z.string().nullable().describe('Null: it has none.'),
    })
    .describe('Whose money it is.'),
  interval: z.enum(payoutIntervals).describe('`manual`: only when a payout is requested.'),
  weekday: z.enum(payoutWeekdays).nullable().describe('Of a weekly schedule; null: it is none.'),
  dayOfMonth: z.number().int().nullable().describe('Of a monthly schedule; null: it is none.'),
  changed: z.boolean().describe('The schedule was changed with this link, which is used up now.'),
  token: z.string().nullable().describe('Send it with the change; null: the link is used up.'),
});
export interface PayoutScheduleView extends z.output<typeof PayoutScheduleView> {}

import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { NotFound } from '#platform/refusal.ts';
import { MerchantAccountMissing } from '../merchant/merchant.ts';
import { PayoutScheduleChange, PayoutScheduleView, PayoutToken } from './payout-schedule.schema.ts';
import { changeSchedule, readSchedule, sendScheduleLink } from './payout-schedule.ts';
import { schedulePage } from './schedule-page.ts';

const PATH = '/v1/payment/change-payouts-intervar';

export const payoutScheduleRoutes = [
  route('POST', '/v1/payment/payout-schedule-link', 'payments:write', {
    action: 'sendPayoutScheduleLink',
    summary: 'Send the owner a link to change the payout schedule',
    description:
      'The owner of the organization gets an e-mail with a link that works once, within an hour. The link is not part of the answer, so the person who asks for it cannot use it.',
    status: 202,
    returns: z.object({ expiresAt: Timestamp.describe('The link in the e-mail works until then.') }),
    refusals: [NotFound, MerchantAccountMissing],
    handler: (ctx) => sendScheduleLink(ctx),
  }),
  route('GET', PATH, 'public', {
    action: 'readPayoutSchedule',
    summary: 'Read the payout schedule by its link',
    description:
      'How often the payment processor sends the balance to the bank. A browser (`Accept: text/html`) gets the page on which the owner changes it.',
    reachesProvider: true,
    attemptsPerHour: 120,
    query: z.strictObject({ token: PayoutToken }),
    examples: { query: { token: 'pyo_2jV0q1nqJm0d4o3mJp2y0T3v8tq5g7Wk' } },
    returns: PayoutScheduleView,
    refusals: [NotFound, MerchantAccountMissing, ProviderRefused],
    page: schedulePage,
    handler: (ctx, { query }) => readSchedule(ctx, query.token),
  }),
  route('POST', PATH, 'public', {
    action: 'changePayoutSchedule',
    summary: 'Change how often the processor pays out',
    description:
      'By the one-time link that the owner got by mail (`POST /v1/payment/payout-schedule-link`). If the provider fails, the link can be used again.',
    reachesProvider: true,
    attemptsPerHour: 120,
    takesForms: true,
    body: PayoutScheduleChange,
    returns: PayoutScheduleView,
    refusals: [NotFound, MerchantAccountMissing, ProviderRefused],
    examples: { body: { token: 'pyo_2jV0q1nqJm0d4o3mJp2y0T3v8tq5g7Wk', interval: 'weekly', weekday: 'friday' } },
    page: schedulePage,
    handler: (ctx, { body }) => changeSchedule(ctx, body),
  }),
];

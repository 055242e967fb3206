import { z } from 'zod';
import { WebAddress } from '#modules/payments/index.ts';
import { Forbidden } from '#platform/auth/permission.ts';
import { Timestamp } from '#platform/date.ts';
import { RawAnswer, route } from '#platform/http/route.ts';
import { fromMinor } from '#platform/money.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { BillingNoticeRefused, subscriptionStates } from './billing.port.ts';
import { beginCheckout, SubscriptionExists } from './checkout/checkout.ts';
import { receiveNotice } from './notice/notice.ts';
import { plans } from './plan/plans.ts';
import { listPayments, NoSubscription, openPortal, readSubscription } from './subscription/subscription.ts';

const Interval = z.enum(['month', 'year']).describe('How often it is paid.');
const PlanId = z.enum(['free', 'business', 'pro']).describe('The plan; `free` costs nothing.');
const limit = z.number().nullable().describe('Null: no limit.');

const BillingPlan = z.object({
  id: PlanId,
  name: z.string().describe('As the page of prices shows it.'),
  description: z.string().describe('For whom it is, in words.'),
  currency: z.string(),
  prices: z
    .object({ month: z.string().describe('Paid each month.'), year: z.string().describe('Paid once a year.') })
    .nullable()
    .describe('Null: it costs nothing.'),
  limits: z
    .object({ members: limit, documentsPerMonth: limit, storageBytes: limit, bots: limit })
    .describe('What an organization may use with it.'),
});

const Subscription = z.object({
  plan: PlanId.describe('The plan that counts now: a subscription that is not paid gives the free one.'),
  name: z.string().describe('The name of that plan.'),
  state: z
    .enum(['none', ...subscriptionStates])
    .describe('`none`: there is no subscription. Others as the billing provider says.'),
  interval: Interval.nullable().describe('How often it is paid; null: nothing is paid.'),
  periodEndsAt: Timestamp.nullable().describe('Until when it is paid; null: nothing is paid.'),
  cancelsAtPeriodEnd: z.boolean().describe('It was canceled and ends with the paid time.'),
  entitlements: z
    .array(
      z.object({
        name: z.enum(['members', 'documentsPerMonth', 'storageBytes', 'bots']).describe('What is limited.'),
        limit,
        used: z.number().nullable().describe('Null: it is not counted.'),
      }),
    )
    .describe('What the plan allows, and what is used of it.'),
});

const listPlans = async () => ({
  data: plans.map(({ prices, ...plan }) => ({
    ...plan,
    prices: prices && { month: fromMinor(prices.month, plan.currency), year: fromMinor(prices.year, plan.currency) },
  })),
});

export const billingRoutes = [
  route('GET', '/v1/billing', 'public', {
    action: 'listPlans',
    summary: 'List the plans of this service',
    description: 'With their prices and limits.',
    returns: z.object({ data: z.array(BillingPlan).describe('Every plan, the free one first.') }),
    handler: listPlans,
  }),
  route('GET', '/v1/billing/checkout', 'public', {
    action: 'checkout',
    summary: 'Get the page on which a plan is paid',
    description:
      'For the organization of the caller (permission `payments:write`), or, without one, for an e-mail address: the first organization that its person makes gets the subscription. A repetition leads to the same page.',
    effect: true,
    reachesProvider: true,
    attemptsPerHour: 60,
    query: z.strictObject({
      plan: z.enum(['business', 'pro']).describe('The plan to pay for.'),
      interval: Interval.default('month'),
      email: z.email().max(254).optional().describe('Required without an organization.'),
    }),
    returns: z.object({
      checkoutId: z.uuid().describe('Of the visit to the page.'),
      url: z.string().describe('The page of the billing provider.'),
    }),
    refusals: [SubscriptionExists, Forbidden, ProviderRefused],
    examples: { query: { plan: 'business', email: 'ana@example.com' } },
    handler: (ctx, { query }) => beginCheckout(ctx, query),
  }),
  route('GET', '/v1/billing/portal', 'payments:write', {
    action: 'portal',
    summary: 'Get the page on which the subscription is managed',
    description: 'A page of the billing provider: the card, invoices, another plan, cancellation. For a short time.',
    needsFreshAuthentication: true,
    effect: true,
    reachesProvider: true,
    query: z.strictObject({ returnUrl: WebAddress.optional().describe('Default: this service.') }),
    returns: z.object({ url: z.string().describe('The page of the billing provider; it works for a short time.') }),
    refusals: [NoSubscription, ProviderRefused],
    handler: (ctx, { query }) => openPortal(ctx, query.returnUrl ?? `${ctx.publicUrl}/pages/done`),
  }),
  route('GET', '/v1/billing/subscription', 'payments:read', {
    summary: 'Read the subscription of the organization',
    description: 'Its state, what its plan allows, and what is used of it. A state older than a minute is read again.',
    effect: true,
    reachesProvider: true,
    returns: Subscription,
    handler: (ctx) => readSubscription(ctx),
  }),
  route('GET', '/v1/billing/payment-history', 'payments:read', {
    action: 'listPayments',
    summary: 'List what the organization paid for this service',
    description: 'Newest first, at most 100.',
    reachesProvider: true,
    returns: z.object({
      data: z
        .array(
          z.object({
            id: z.string().describe('The id at the billing provider.'),
            amount: z.string().describe('What the bill asks for.'),
            currency: z.string(),
            state: z
              .enum(['open', 'paid', 'void', 'uncollectible'])
              .describe('`uncollectible`: given up after failed charges.'),
            createdAt: Timestamp.describe('When it was billed.'),
            url: z.string().nullable().describe('Where the invoice can be seen.'),
          }),
        )
        .describe('The newest first, at most 100.'),
    }),
    refusals: [ProviderRefused],
    handler: (ctx) => listPayments(ctx),
  }),
  route('POST', '/v1/billing/webhook', 'public', {
    action: 'receiveNotice',
    summary: 'Receive a notice of the billing provider',
    description:
      'Only for the billing provider. A notice is verified by its signature over the exact bytes, stored and answered at once; a job then reads the object that it names, so duplicates and another order make no difference.',
    fromProvider: true,
    bodyBytesMax: 512 * 1024,
    provesIdentity: true,
    body: z.looseObject({ id: z.string().max(255).describe('Of the notice.') }).describe('As the provider writes it.'),
    returns: { contentType: 'text/plain' },
    status: 204,
    refusals: [BillingNoticeRefused],
    examples: { body: { id: 'evt_1P9xQ2Lk' } },
    handler: async (ctx) => {
      await receiveNotice(ctx);
      return new RawAnswer(null, {}, 204);
    },
  }),
];

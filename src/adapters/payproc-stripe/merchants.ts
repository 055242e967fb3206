import type Stripe from 'stripe';
import type { AcceptedMethod, Merchant, PayoutSchedule, Payproc } from '#modules/payments/index.ts';
import { methodTypeOf } from './methods.ts';
import { asked } from './stripe-errors.ts';
import { instantOf } from './stripe-money.ts';

/** Stripe does not document the lifetime of a dashboard link; this is a safe minimum. */
const DASHBOARD_LINK_LIVES = { minutes: 1 };
const PAYMENTS = '_payments';

/** Merchants as connected accounts: Stripe asks them for their details and shows them their dashboard. */
export function merchantsOf(stripe: Stripe) {
  return {
    createMerchant: async ({ reference, country }, idempotencyKey) => {
      const account = stripe.accounts.create(
        {
          country,
          controller: {
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            stripe_dashboard: { type: 'express' },
          },
          capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
          metadata: { reference },
        },
        { idempotencyKey },
      );
      return toMerchant(await asked(account));
    },
    readMerchant: async (id) => toMerchant(await asked(stripe.accounts.retrieve(id))),
    onboardingLink: async (account, { returnUrl, refreshUrl }) => {
      const urls = { return_url: returnUrl, refresh_url: refreshUrl };
      const link = await asked(stripe.accountLinks.create({ account, type: 'account_onboarding', ...urls }));
      return { url: link.url, expiresAt: instantOf(link.expires_at) };
    },
    dashboardLink: async (id) => {
      const link = await asked(stripe.accounts.createLoginLink(id));
      return { url: link.url, expiresAt: instantOf(link.created).add(DASHBOARD_LINK_LIVES) };
    },
    acceptedMethods: async (id) => {
      const { capabilities = {} } = await asked(stripe.accounts.retrieve(id));
      return Object.entries(capabilities).flatMap(([capability, status]): AcceptedMethod[] => {
        if (!capability.endsWith(PAYMENTS)) return [];
        const name = capability.slice(0, -PAYMENTS.length);
        return [{ type: methodTypeOf(name), name, status: status === 'active' ? 'active' : 'pending' }];
      });
    },
    changePayoutSchedule: async (id, { interval, weekday, dayOfMonth }) => {
      const anchors = {
        ...(interval === 'weekly' && { weekly_anchor: weekday ?? 'monday' }),
        ...(interval === 'monthly' && { monthly_anchor: dayOfMonth ?? 1 }),
      };
      const settings = { payouts: { schedule: { interval, ...anchors } } };
      return toMerchant(await asked(stripe.accounts.update(id, { settings })));
    },
  } satisfies Partial<Payproc>;
}

const toMerchant = (account: Stripe.Account): Merchant => ({
  id: account.id,
  chargesEnabled: account.charges_enabled,
  payoutsEnabled: account.payouts_enabled,
  detailsSubmitted: account.details_submitted,
  requirements: account.requirements?.currently_due ?? [],
  payoutSchedule: scheduleOf(account.settings?.payouts?.schedule),
});

function scheduleOf(schedule: Stripe.Account.Settings.Payouts.Schedule | undefined): PayoutSchedule {
  const interval = (schedule?.interval ?? 'daily') as PayoutSchedule['interval'];
  return {
    interval,
    weekday: interval === 'weekly' ? (schedule!.weekly_anchor as PayoutSchedule['weekday']) : null,
    dayOfMonth: interval === 'monthly' ? schedule!.monthly_anchor! : null,
  };
}

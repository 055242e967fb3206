import { findOrganization } from '#modules/organization/index.ts';
import { allows, Forbidden } from '#platform/auth/permission.ts';
import type { Steps, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { newId } from '#platform/id.ts';
import { findOwnedBy } from '#platform/owner.sql.ts';
import { ProviderUnavailable } from '#platform/ports/port.ts';
import { InvalidRequest, refusal } from '#platform/refusal.ts';
import { type BillingProvider, billingProvider } from '../billing.port.ts';
import { planOf } from '../plan/plans.ts';
import { keepSubscription } from '../subscription/keep.ts';
import { subscriptions } from '../tables.ts';
import {
  type Checkout,
  insertCheckout,
  lockCheckout,
  type Payer,
  selectOpenCheckout,
  updateCheckout,
} from './checkout.sql.ts';

export const SubscriptionExists = refusal(
  'subscription_exists',
  'The organization has a subscription: change it with GET /v1/billing/portal.',
  409,
);

/** Providers forget an idempotency key after a day. */
const REUSED_HOURS = 20;

interface Wanted {
  plan: 'business' | 'pro';
  interval: 'month' | 'year';
  email?: string | undefined;
}

export function requireProvider(steps: Pick<Steps, 'connections'>): BillingProvider {
  const provider = steps.connections.ofService(billingProvider);
  if (!provider) throw ProviderUnavailable('No billing provider is connected.');
  return provider;
}

/** Opens the page on which a plan is paid. A repetition leads to the same page, so that nobody pays twice. */
export async function beginCheckout(outside: Steps, wanted: Wanted) {
  const provider = requireProvider(outside);
  const { checkout, email, customerId } = await outside.transaction((ctx) => request(ctx, provider.adapter, wanted));
  const { name, prices, currency } = planOf(checkout.plan);
  const { id, url } = await provider.createCheckout(
    {
      reference: checkout.id,
      plan: checkout.plan,
      name,
      interval: wanted.interval,
      currency,
      email,
      customerId,
      amount: prices![wanted.interval],
      returnUrl: `${outside.publicUrl}/pages/done`,
    },
    checkout.id,
  );
  await outside.transaction(({ tx }) => updateCheckout(tx, checkout.id, { providerCheckoutId: id }));
  return { checkoutId: checkout.id, url };
}

async function request(ctx: WorkContext, adapter: string, { plan, interval, email }: Wanted) {
  const payer = payerOf(ctx, email);
  const customerId = 'organizationId' in payer ? await refuseSecond(ctx, payer.organizationId) : null;
  const open = await selectOpenCheckout(ctx.tx, payer);
  const address = 'email' in payer ? payer.email : (await findOrganization(ctx.tx, payer.organizationId)).email;
  if (open && isSame(open, { plan, interval, adapter })) return { checkout: open, email: address, customerId };
  if (open) await updateCheckout(ctx.tx, open.id, { state: 'expired' });
  const row = { id: newId(), ...payer, adapter, plan, interval, state: 'open' as const, createdAt: realNow() };
  // Another request for the same payer was faster.
  if (!(await insertCheckout(ctx.tx, row))) throw new RetryTransaction();
  return { checkout: (await lockCheckout(ctx.tx, row.id))!, email: address, customerId };
}

function isSame(open: Checkout, wanted: { plan: string; interval: string; adapter: string }): boolean {
  const ageHours = realNow()
    .since(Temporal.Instant.from(String(open.createdAt)))
    .total('hours');
  const { plan, interval, adapter } = open;
  return plan === wanted.plan && interval === wanted.interval && adapter === wanted.adapter && ageHours < REUSED_HOURS;
}

/** The organization of the caller, or the given address of a person who has none yet. */
function payerOf({ caller }: WorkContext, email: string | undefined): Payer {
  if (caller?.organization) {
    if (!allows(caller.organization.permissions, 'payments:write')) throw Forbidden();
    return { organizationId: caller.organization.id };
  }
  if (email) return { email: email.toLowerCase() };
  const message = 'is required without an organization';
  throw InvalidRequest(undefined, { errors: [{ path: 'query.email', code: 'required', message }] });
}

/** The customer of an earlier subscription; refuses while one is alive. */
async function refuseSecond(ctx: WorkContext, organizationId: string): Promise<string | null> {
  const tenant = await ctx.enter(organizationId);
  const known = await subscriptions.all(tenant, {}, { orderBy: ['-createdAt'], limit: 10 });
  if (known.some(({ state }) => state !== 'canceled' && state !== 'incomplete')) throw SubscriptionExists();
  return known[0]?.customerId ?? null;
}

/** Reads the outcome of a checkout, and gives its organization the subscription. */
export async function settleCheckout(outside: Pick<Steps, 'connections' | 'transaction'>, checkout: Checkout) {
  const provider = requireProvider(outside);
  if (!checkout.providerCheckoutId || checkout.adapter !== provider.adapter) return;
  const askedAt = realNow();
  const { state, subscriptionId, customerId } = await provider.readCheckout(checkout.providerCheckoutId);
  if (state === 'expired')
    return outside.transaction(async ({ tx }) => void (await updateCheckout(tx, checkout.id, { state })));
  if (state === 'open' || !subscriptionId || !customerId) return;
  const subscription = await provider.readSubscription(subscriptionId);
  await outside.transaction(async (ctx) => {
    const { email } = (await lockCheckout(ctx.tx, checkout.id))!;
    const organizationId = checkout.organizationId ?? (email ? await findOwnedBy(ctx.tx, email) : undefined);
    const attached = organizationId === undefined ? {} : { organizationId };
    await updateCheckout(ctx.tx, checkout.id, { state, subscriptionId, customerId, ...attached });
    if (organizationId)
      await keepSubscription(await ctx.enter(organizationId), provider.adapter, subscription, askedAt);
  });
}

import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { countActiveMembers } from '#platform/members.sql.ts';
import { fromMinor } from '#platform/money.ts';
import { Refusal, refusal } from '#platform/refusal.ts';
import { selectOpenCheckout } from '../checkout/checkout.sql.ts';
import { requireProvider, settleCheckout } from '../checkout/checkout.ts';
import { fillInUsage } from '../hooks.ts';
import type { Limits } from '../plan/plans.ts';
import { type StoredSubscription, subscriptions } from '../tables.ts';
import { entitlementsOf } from './entitlements.ts';
import { keepSubscription } from './keep.ts';

export const NoSubscription = refusal(
  'no_subscription',
  'The organization has never had a subscription: start one with GET /v1/billing/checkout.',
);

const FRESH_SECONDS = 60;
const INVOICES_MAX = 100;

/** The subscription with what it allows and what is used of it. Looks at the provider where the known state is older. */
export async function readSubscription(steps: TenantSteps) {
  await refresh(steps).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  return steps.transaction(describe);
}

async function describe(ctx: TenantContext) {
  const { plan, limits, subscription } = await entitlementsOf(ctx);
  const newest = subscription ?? (await newestOf(ctx)) ?? null;
  const usage: Partial<Record<keyof Limits, number>> = { members: await countActiveMembers(ctx) };
  await fillInUsage(ctx, usage);
  return {
    plan: plan.id,
    name: plan.name,
    state: newest?.state ?? ('none' as const),
    interval: (newest?.interval ?? null) as 'month' | 'year' | null,
    periodEndsAt: newest?.periodEndsAt ?? null,
    cancelsAtPeriodEnd: newest?.cancelsAtPeriodEnd ?? false,
    entitlements: (Object.keys(limits) as (keyof Limits)[]).map((name) => ({
      name,
      limit: limits[name],
      used: usage[name] ?? null,
    })),
  };
}

const newestOf = async (ctx: TenantContext): Promise<StoredSubscription | undefined> =>
  (await subscriptions.all(ctx, {}, { orderBy: ['-createdAt'], limit: 1 }))[0];

/** Looks at an unfinished checkout, and at a subscription whose state was read a while ago. */
async function refresh(steps: TenantSteps): Promise<void> {
  const { open, known } = await steps.transaction(async (ctx) => ({
    open: await selectOpenCheckout(ctx.tx, { organizationId: ctx.organizationId }),
    known: await newestOf(ctx),
  }));
  if (open) await settleCheckout(steps, open);
  if (!known || known.state === 'canceled') return;
  const ageSeconds = realNow().since(Temporal.Instant.from(known.readAt)).total('seconds');
  if (ageSeconds > FRESH_SECONDS) await checkSubscription(steps, known.subscriptionId);
}

/** Reads a subscription at the provider and keeps its state. */
export async function checkSubscription(steps: TenantSteps, subscriptionId: string): Promise<void> {
  const provider = requireProvider(steps);
  const askedAt = realNow();
  const subscription = await provider.readSubscription(subscriptionId);
  await steps.transaction((ctx) => keepSubscription(ctx, provider.adapter, subscription, askedAt));
}

async function requireCustomer(steps: TenantSteps, adapter: string): Promise<string> {
  const newest = await steps.transaction((ctx) => newestOf(ctx));
  if (newest?.adapter !== adapter) throw NoSubscription();
  return newest.customerId;
}

export async function openPortal(steps: TenantSteps, returnUrl: string) {
  const provider = requireProvider(steps);
  return provider.createPortal(await requireCustomer(steps, provider.adapter), returnUrl);
}

/** Payments, newest first; none for an organization without a subscription. */
export async function listPayments(steps: TenantSteps) {
  const provider = requireProvider(steps);
  const newest = await steps.transaction((ctx) => newestOf(ctx));
  if (newest?.adapter !== provider.adapter) return { data: [] };
  const invoices = await provider.listInvoices(newest.customerId, INVOICES_MAX);
  return {
    data: invoices.map(({ amount, createdAt, ...invoice }) => ({
      ...invoice,
      amount: fromMinor(amount, invoice.currency),
      createdAt: toTimestamp(createdAt),
    })),
  };
}

export const PlanNotCanceled = refusal(
  'plan_not_canceled',
  'The plan of this organization would go on being charged: cancel it first, on the page of GET /v1/billing/portal.',
);

/** A closed organization must not pay for the service. */
export async function refusePaidPlan(ctx: TenantContext): Promise<void> {
  const charged = { state: ['trialing', 'active', 'past_due'] as const, cancelsAtPeriodEnd: false };
  if (await subscriptions.exists(ctx, charged)) throw PlanNotCanceled();
}

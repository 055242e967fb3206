import type { TenantContext } from '#platform/context.ts';
import { freePlan, isEntitled, type Limits, type Plan, planOf } from '../plan/plans.ts';
import { type StoredSubscription, subscriptions } from '../tables.ts';

interface Entitlements {
  plan: Plan;
  limits: Limits;
  /** The subscription that gives the plan; null: the free plan. */
  subscription: StoredSubscription | null;
}

/** The limits of the plan that the organization pays for, or of the free one. */
export async function entitlementsOf(ctx: TenantContext): Promise<Entitlements> {
  const alive = await subscriptions.find(ctx, { state: ['trialing', 'active', 'past_due'] });
  const plan = alive && isEntitled(alive.state) ? planOf(alive.plan) : freePlan;
  return { plan, limits: plan.limits, subscription: alive ?? null };
}

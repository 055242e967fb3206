import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { subscriptions } from '../tables.ts';

export const PlanNotCanceled = refusal(
  422,
  'plan_not_canceled',
  'The plan of this organization would go on being charged: cancel it first, on the page of GET /v1/billing/portal.',
);

/** A closed organization must not pay for the service. */
export async function refusePaidPlan(ctx: TenantContext): Promise<void> {
  const charged = { state: ['trialing', 'active', 'past_due'] as const, cancelsAtPeriodEnd: false };
  if (await subscriptions.exists(ctx, charged)) throw PlanNotCanceled();
}

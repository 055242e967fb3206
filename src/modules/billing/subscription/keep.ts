import { notifyOwner } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import type { BillingSubscription } from '../billing.port.ts';
import { subscriptions } from '../tables.ts';
import { insertCustomer, updateSubscription } from './subscription.sql.ts';

/**
 * Keeps the state of a subscription as the provider had it when it was asked. An older answer never replaces a newer one, and
 * a canceled subscription stays canceled.
 */
export async function keepSubscription(
  ctx: TenantContext,
  adapter: string,
  subscription: BillingSubscription,
  askedAt: Temporal.Instant,
): Promise<void> {
  const { id: subscriptionId, customerId, plan, interval, state, periodEndsAt, cancelsAtPeriodEnd } = subscription;
  const facts = { customerId, plan, interval, state, periodEndsAt, cancelsAtPeriodEnd };
  await insertCustomer(ctx.tx, { adapter, customerId, organizationId: ctx.organizationId });
  const row = { adapter, subscriptionId, ...facts, readAt: askedAt, createdAt: realNow() };
  if (await subscriptions.insertUnlessTaken(ctx, row)) return;
  await updateSubscription(ctx, row);
  if (!(await subscriptions.exists(ctx, { adapter, subscriptionId }))) await reportSecond(ctx);
}

/** After two concurrent payments only the first subscription counts, and a person must end the other one. */
async function reportSecond(ctx: TenantContext): Promise<void> {
  await notifyOwner(ctx, {
    kind: 'billing',
    es: {
      title: 'Tienes dos suscripciones',
      body: 'Se pagó otra suscripción mientras ya tenías una. Cancela una de las dos en el portal de pagos.',
    },
    en: {
      title: 'You have two subscriptions',
      body: 'Another subscription was paid while you already had one. Cancel one of them in the billing portal.',
    },
  });
}

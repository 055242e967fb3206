import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import type { BillingSubscription } from '../billing.port.ts';

/** Stores an answer of the provider, unless a later one is stored or the subscription has ended. */
export const updateSubscription = (
  { tx, organizationId }: Tenant,
  row: Omit<BillingSubscription, 'id'> & { adapter: string; subscriptionId: string; readAt: Temporal.Instant },
): Promise<unknown> =>
  sql`
    UPDATE billing_subscriptions SET plan = ${row.plan}, interval = ${row.interval}, state = ${row.state},
      period_ends_at = ${row.periodEndsAt}::timestamptz, cancels_at_period_end = ${row.cancelsAtPeriodEnd},
      read_at = ${row.readAt}::timestamptz
    WHERE organization_id = ${organizationId} AND adapter = ${row.adapter} AND subscription_id = ${row.subscriptionId}
      AND read_at < ${row.readAt}::timestamptz AND state <> 'canceled'`.execute(tx);

export const insertCustomer = (tx: Tx, customer: { adapter: string; customerId: string; organizationId: string }) =>
  tx
    .insertInto('billingCustomers')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const selectCustomerOwner = (tx: Tx, adapter: string, customerId: string) =>
  tx
    .selectFrom('billingCustomers')
    .select('organizationId')
    .where('adapter', '=', adapter)
    .where('customerId', '=', customerId)
    .executeTakeFirst();

/** The raw notices about what an organization pays for the service. */
export const deleteNoticesOf = (tx: Tx, organizationId: string): Promise<unknown> =>
  tx
    .deleteFrom('billingNotices as n')
    .using('billingCustomers as o')
    .where('o.organizationId', '=', organizationId)
    .whereRef('n.adapter', '=', 'o.adapter')
    .whereRef('n.customerId', '=', 'o.customerId')
    .execute();

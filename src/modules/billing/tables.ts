import { type Row, table } from '#platform/db/table.ts';

/** What organizations pay for this service. At most one of an organization is alive. */
export const subscriptions = table('billingSubscriptions');
export type StoredSubscription = Row<typeof subscriptions>;

/** What was used on each day. */
export const usageDays = table('usageDays');

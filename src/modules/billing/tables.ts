import { type Row, table } from '#platform/db/table.ts';

/** Subscriptions to this service. At most one of an organization is alive. */
export const subscriptions = table('billingSubscriptions');
export type StoredSubscription = Row<typeof subscriptions>;

/** Usage by day. */
export const usageDays = table('usageDays');

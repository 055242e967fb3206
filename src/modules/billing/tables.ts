import { type Row, table } from '#platform/db/table.ts';

/** What organizations pay for this service. At most one of an organization is alive. */
export const subscriptions = table('billingSubscriptions');
export type StoredSubscription = Row<typeof subscriptions>;

import { json, type Row, table } from '#platform/db/table.ts';

export const webhooks = table('webhooks');
export type Webhook = Row<typeof webhooks>;

/** One event for one webhook, with the result of its last attempt. */
export const deliveries = table('webhookDeliveries', json<{ requestHeaders: Record<string, string> | null }>());
export type Delivery = Row<typeof deliveries>;

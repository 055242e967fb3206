import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { isTimeout } from '#platform/db/sqlstate.ts';
import { limitFilterTime } from '#platform/events/payload-filter.sql.ts';
import { FilterTooBroad } from '#platform/events/payload-filter.ts';
import { pageBody } from '#platform/http/page.ts';
import { deliveryList } from './delivery.sql.ts';
import type { Delivery } from './tables.ts';

export const DeliverySearch = z.strictObject({ ...deliveryList.query.shape, ...pageBody });

export async function searchDeliveries(ctx: TenantContext, search: z.output<typeof DeliverySearch>) {
  await limitFilterTime(ctx.tx);
  try {
    return await deliveryList.page(ctx, search, (rows) => rows.map(describeDelivery));
  } catch (error) {
    throw isTimeout(error) ? FilterTooBroad() : error;
  }
}

export const describeDelivery = ({ responseStatus, responseSnippet, ...delivery }: Delivery) => ({
  ...delivery,
  event: {
    id: delivery.eventId,
    seq: delivery.eventSeq === null ? null : String(delivery.eventSeq),
    type: delivery.eventType,
  },
  request: { headers: delivery.requestHeaders, body: delivery.requestBody },
  response: responseStatus === null ? null : { status: responseStatus, body: responseSnippet ?? '' },
});

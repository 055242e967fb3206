import type { TenantContext } from '#platform/context.ts';
import { isTimeout } from '#platform/db/database.ts';
import { limitFilterTime } from '#platform/events/payload-filter.sql.ts';
import { FilterTooBroad, payloadFilter } from '#platform/events/payload-filter.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { countDeliveries, type Delivery, type DeliveryStatus, selectDeliveries } from './delivery.sql.ts';

export interface ResultQuery extends PageRequest {
  payload: Record<string, unknown>;
  webhookId?: string | undefined;
  status?: DeliveryStatus | undefined;
  type?: string | undefined;
}

/** The deliveries of events whose payload holds these fields. */
export async function searchResults(ctx: TenantContext, query: ResultQuery) {
  const filter = {
    ...payloadFilter(ctx.eventTypes, query.payload),
    organizationId: ctx.organizationId,
    webhookId: query.webhookId ?? null,
    status: query.status ?? null,
    type: query.type ?? null,
  };
  const window = pageWindow(query);
  await limitFilterTime(ctx.tx);
  try {
    const [rows, counted] = await Promise.all([
      selectDeliveries(ctx.tx, filter, window),
      countDeliveries(ctx.tx, filter, window.countLimit),
    ]);
    return toPage(query, rows.map(describeDelivery), counted);
  } catch (error) {
    throw isTimeout(error) ? FilterTooBroad() : error;
  }
}

export const describeDelivery = (delivery: Delivery) => ({
  ...delivery,
  event: {
    id: delivery.eventId,
    seq: delivery.eventSeq === null ? null : String(delivery.eventSeq),
    type: delivery.eventType,
  },
  request: { headers: delivery.requestHeaders, body: delivery.requestBody },
  response:
    delivery.responseStatus === null ? null : { status: delivery.responseStatus, body: delivery.responseSnippet ?? '' },
});

import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { newId } from '#platform/id.ts';
import { app, type Business, eventually } from './harness.ts';
import type { ReceivedRequest, Receiver } from './receiver.ts';

const sale = (type: string) =>
  event({
    type,
    emittedWhen: 'something happens to a sale in these tests',
    payload: z.object({ saleId: z.string(), channel: z.string().optional() }),
    example: { saleId: '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d' },
  });
export const saleMade = sale('sale:made');
export const saleVoided = sale('sale:voided');
app.engine.services.eventTypes.push(saleMade, saleVoided);

/** Emits an event of a sale. */
export const sell = (business: Business, saleId = newId(), type = saleMade, channel?: string) =>
  app.engine.within(business.id, async (ctx) => ctx.emit(type, { saleId, ...(channel && { channel }) }));

export async function newWebhook(business: Business, receiver: Receiver, eventTypes: string[] = []) {
  const { data } = await business.api.POST('/v1/organization/webhook', { body: { url: receiver.url, eventTypes } });
  return data!;
}

export const arrived = (receiver: Receiver, count: number): Promise<ReceivedRequest[]> =>
  eventually(async () => receiver.requests.length >= count && receiver.requests);

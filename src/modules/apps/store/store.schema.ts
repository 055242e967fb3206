import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const StoreProvider = z.enum(['storeapp-a', 'storeapp-b']).describe('The software of the online shop.');

export const Store = z.object({
  id: z.uuid(),
  provider: StoreProvider,
  address: z.string().describe('The domain of the shop, or the address of the site.'),
  state: z
    .enum(['connecting', 'connected', 'disconnected'])
    .describe('`connecting`: the owner of the shop has not allowed it yet.'),
  subscribedAt: Timestamp.nullable().describe('Since when it sends its messages. Null: not yet.'),
  problem: z.string().nullable().describe('Why it could not be asked to.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: z.number().int(),
});

export const DeliveryState = z.enum(['pending', 'done', 'kept']);

export const StoreDeliveryView = z.object({
  id: z.uuid(),
  storeId: z.uuid().describe('The connected store, from `GET /v1/apps/stores`.'),
  topic: z.string().describe('What the message is about, in the store’s words.'),
  state: DeliveryState.describe('`kept`: it could not be used, for the given reason, and can be retried.'),
  outcome: z
    .string()
    .nullable()
    .describe('The outcome: created, replaced, canceled, unchanged, stale, superseded, linked, noted.'),
  reason: z.string().nullable().describe('Why it was kept; null: it was not.'),
  objectKind: z.enum(['order', 'product', 'customer', 'stock']).nullable().describe('What it is about; null: unknown.'),
  objectId: z.string().nullable().describe('Its id in the store.'),
  documentId: z.uuid().nullable().describe('The document that an order became.'),
  receivedAt: Timestamp.describe('When it arrived.'),
  processedAt: Timestamp.nullable().describe('When it was processed; null: not yet.'),
});

export const Received = z.object({ received: z.literal(true).describe('It was stored and will be processed.') });

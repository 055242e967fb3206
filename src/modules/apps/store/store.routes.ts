import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { NotFound } from '#platform/refusal.ts';
import { AppNotInstalled } from '../app/refusals.ts';
import { AuthorizationInvalid, finishAuthorization, startAuthorization } from './connect-a.ts';
import { openStore, receiveFromA, receiveFromB, StoreSignatureInvalid } from './receive.ts';
import { DeliveryNotKept, retryDelivery } from './retry.ts';
import { WEBHOOK_BYTES_MAX } from './store.port.ts';
import { Received, Store, StoreDeliveryView } from './store.schema.ts';
import { deliveryList, storeList } from './store.sql.ts';
import { StoreTaken } from './store.ts';

const Shop = z.string().min(1).max(100).describe('The domain of the shop: `colmado-la-esquina.myshopify.com`.');
const AsSent = z.looseObject({}).describe('As the store writes it.');
const webhook = {
  fromProvider: true,
  provesIdentity: true,
  bodyBytesMax: WEBHOOK_BYTES_MAX,
  body: AsSent,
  returns: Received,
} as const;

export const storeRoutes = [
  route('GET', '/v1/apps/storeapp-a/auth', 'apps:write', {
    action: 'connectStoreA',
    summary: 'Connect a hosted store (storeapp-a)',
    description:
      'Answers the address of the shop at which its owner gives consent. The state that travels along works once, for ten minutes, for this organization and this shop. Install the app `storeapp-a` first.',
    effect: true,
    query: z.strictObject({ shop: Shop }),
    returns: z.object({ url: z.string().describe('Open it in the browser of the owner of the shop.') }),
    refusals: [AppNotInstalled, ProviderUnavailable],
    examples: { query: { shop: 'colmado-la-esquina.myshopify.com' } },
    handler: async (ctx, { query }) => ({ url: await startAuthorization(ctx, query.shop) }),
  }),
  route('GET', '/v1/apps/storeapp-a/auth/callback', 'apps:write', {
    action: 'finishStoreA',
    summary: 'Finish the connection of a hosted store (storeapp-a)',
    description:
      'Where the shop sends the browser back. The signature, the time and the state are checked, the code is exchanged for a token that is stored encrypted, and a job asks the shop for its messages.',
    effect: true,
    fromOtherSite: true,
    reachesProvider: true,
    // The provider may add parameters, which the signature covers as well.
    query: z
      .object({
        code: z.string().max(500).describe('The store’s code, which is exchanged for a token.'),
        shop: Shop,
        state: z.string().max(200).describe('The secret of the connection, which works once.'),
        timestamp: z.string().max(20).describe('When the store sent it.'),
        hmac: z.string().max(200).describe('The store’s signature of the other parameters.'),
      })
      .catchall(z.string().max(1000)),
    returns: Store,
    refusals: [AuthorizationInvalid, AppNotInstalled, StoreTaken, NotFound, ProviderRefused],
    examples: {
      query: {
        code: 'x',
        shop: 'colmado-la-esquina.myshopify.com',
        state: 'sst_x',
        timestamp: '1794700800',
        hmac: '0',
      },
    },
    handler: (steps, { query }) => finishAuthorization(steps, query),
  }),
  route('POST', '/v1/apps/storeapp-a/webhook/:shop', 'public', {
    ...webhook,
    refusals: [StoreSignatureInvalid],
    action: 'receiveStoreA',
    summary: 'Receive a message of a hosted store (storeapp-a)',
    description:
      'Only for the store. The signature over the exact bytes is checked (`X-Shopify-Hmac-Sha256`), the message is stored once by its id and answered at once; a job makes documents, products and contacts of it.',
    params: z.strictObject({ shop: Shop }),
    opens: (ctx, { shop }) => openStore(ctx, 'storeapp-a', shop),
    examples: { body: { id: 1 } },
    handler: async (ctx, { params }) => {
      await receiveFromA(ctx, params.shop);
      return { received: true as const };
    },
  }),
  route('POST', '/v1/apps/storeapp-b/webhook/:appDataId', 'public', {
    ...webhook,
    refusals: [StoreSignatureInvalid],
    action: 'receiveStoreB',
    summary: 'Receive a message of a store on its own site (storeapp-b)',
    description:
      'Only for the store. The signature over the exact bytes is checked (`X-WC-Webhook-Signature`) with the secret that the store was given when it was connected.',
    params: z.strictObject({ appDataId: z.uuid().describe('The row of app data that connects the store.') }),
    takesUrlForms: true,
    opens: (ctx, { appDataId }) => openStore(ctx, 'storeapp-b', appDataId),
    examples: { body: { id: 1 } },
    handler: async (ctx, { params }) => {
      await receiveFromB(ctx, params.appDataId);
      return { received: true as const };
    },
  }),
  route('GET', '/v1/apps/stores', 'apps:read', {
    summary: 'List connected stores',
    description: 'Newest first, each with whether it sends its messages.',
    query: storeList.query,
    returns: pageOf(Store),
    handler: (ctx, { query }) => storeList.page(ctx, query),
  }),
  route('GET', '/v1/apps/store-deliveries', 'apps:read', {
    summary: 'List the messages of stores',
    description:
      'Newest first, each with its outcome. `state=kept` lists those that could not be used, with the reason: an unknown tax, a total that does not agree, stock that does not suffice. Used ones are deleted after 30 days.',
    query: deliveryList.query,
    returns: pageOf(StoreDeliveryView),
    examples: { query: { state: 'kept' } },
    handler: (ctx, { query }) => deliveryList.page(ctx, query),
  }),
  route('POST', '/v1/apps/store-deliveries/retry', 'apps:write', {
    action: 'retryStoreDelivery',
    summary: 'Retry a message of a store',
    description:
      'Uses a kept message again, after its reason is gone. An older message than what is there changes nothing.',
    body: z.strictObject({ id: z.uuid() }),
    returns: StoreDeliveryView,
    refusals: [DeliveryNotKept],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => retryDelivery(ctx, body.id),
  }),
];

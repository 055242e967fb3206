import { createHmac, randomUUID } from 'node:crypto';
import type { Extension, ExtensionReply, ExtensionRequest } from '#platform/http/server/server.ts';
import { escapeHtml } from '#platform/pages/html.ts';
import { button, formOf, type PageAnswer, simulatorPages, table } from '#platform/ports/simulator-page.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';
import { askedOrder, shopOrder, siteOrder } from './sample-order.ts';

export const ROOT = '/simulator/stores';
const SHOWN_MAX = 100;
const ORDERS_LISTED = 10;

const { page, form, send } = simulatorPages({
  root: ROOT,
  lang: 'en',
  note: 'Simulated stores: no real order is made here.',
  nothingHere: 'There is nothing here',
});

interface Options {
  store: SimulatorStore;
  /** Of the app at the hosted store. */
  clientSecret: string;
}

/** A topic that a store was asked to send, and where. */
interface Subscription {
  topic: string;
  address: string;
  secret: string;
}

/**
 * The two kinds of stores, over HTTP as the real ones: the adapters are pointed here. A person consents, places orders, and sees
 * what each store was asked to send.
 */
export const storePages =
  (options: Options): Extension =>
  (server) => {
    server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const shown =
      (handler: (request: ExtensionRequest) => Promise<PageAnswer>) =>
      async (request: ExtensionRequest, reply: ExtensionReply) =>
        send(reply, await handler(request));
    const answered =
      (handler: (request: ExtensionRequest) => Promise<object>) =>
      async (request: ExtensionRequest, reply: ExtensionReply) =>
        reply.send(await handler(request));
    server.get(
      `${ROOT}/a/:shop/admin/oauth/authorize`,
      shown(async (request) => showConsent(request)),
    );
    server.post(
      `${ROOT}/a/:shop/consent`,
      shown(async (request) => consent(options, request)),
    );
    server.post(
      `${ROOT}/a/:shop/admin/oauth/access_token`,
      answered(async () => ({ access_token: `sim_${randomUUID()}`, scope: 'read_orders' })),
    );
    server.post(
      `${ROOT}/a/:shop/admin/api/:version/graphql.json`,
      answered((request) => answerShop(options, request)),
    );
    server.get(
      `${ROOT}/b/:shop/wp-json/wc/v3/webhooks`,
      answered((request) => listWebhooks(options, request)),
    );
    server.post(
      `${ROOT}/b/:shop/wp-json/wc/v3/webhooks`,
      answered((request) => subscribeSite(options, request)),
    );
    server.get(
      `${ROOT}/b/:shop/wp-json/wc/v3/orders`,
      answered((request) => listOrders(options, request)),
    );
    server.get(`${ROOT}/b/:shop/wp-json/wc/v3/orders/:id`, async (request: ExtensionRequest, reply: ExtensionReply) => {
      const { shop, id } = request.params as { shop: string; id: string };
      const order = await options.store.transaction((objects) => objects.find<object>('order', `${shop} ${id}`));
      return order ? reply.send(order) : reply.code(404).send({ code: 'woocommerce_rest_shop_order_invalid_id' });
    });
    server.get(
      `${ROOT}/b/:shop/wp-json/wc/v3/products`,
      answered(async () => []),
    );
    for (const kind of ['a', 'b'] as const) {
      server.get(
        `${ROOT}/${kind}/:shop`,
        shown((request) => showStore(options, kind, request)),
      );
      server.post(
        `${ROOT}/${kind}/:shop/order`,
        shown((request) => placeOrder(options, kind, request)),
      );
    }
  };

const shopOf = (request: ExtensionRequest): string => (request.params as { shop: string }).shop;
/** JSON arrives as bytes, forms as text. */
const jsonOf = (request: ExtensionRequest): object =>
  Buffer.isBuffer(request.body) ? JSON.parse(request.body.toString()) : {};

function showConsent(request: ExtensionRequest): PageAnswer {
  const { state = '', redirect_uri: back = '' } = request.query as Record<string, string>;
  const hidden = `<input type="hidden" name="state" value="${escapeHtml(state)}"><input type="hidden" name="back" value="${escapeHtml(back)}">`;
  const fields = `${hidden}<p>Colmado asks to read orders, products, stock and customers.</p>${button('approve', 'Approve')}${button('deny', 'Deny', true)}`;
  return { html: page(shopOf(request), form(`a/${encodeURIComponent(shopOf(request))}/consent`, fields)) };
}

async function consent({ clientSecret }: Options, request: ExtensionRequest): Promise<PageAnswer> {
  const { action, state = '', back = '' } = formOf(request);
  if (action !== 'approve') return { redirect: `${ROOT}/a/${encodeURIComponent(shopOf(request))}` };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const parameters = { code: randomUUID(), shop: shopOf(request), state, timestamp };
  const query = new URLSearchParams({ ...parameters, hmac: signed(clientSecret, parameters) });
  return { redirect: `${back}?${query}` };
}

/** Over the other parameters in the order of their names, as the provider signs. */
const signed = (secret: string, parameters: Record<string, string>): string =>
  createHmac('sha256', secret)
    .update(
      Object.entries(parameters)
        .sort()
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    )
    .digest('hex');

const keep = ({ store }: Options, owner: string, subscription: Subscription) =>
  store.transaction((objects) =>
    objects.insert('subscription', `${owner} ${subscription.topic} ${subscription.address}`, owner, subscription),
  );

const subscriptionsOf = ({ store }: Options, owner: string): Promise<Subscription[]> =>
  store.transaction((objects) => objects.list<Subscription>('subscription', owner, SHOWN_MAX));

/** One query of the hosted store: for a subscription, for what changed, or for one order. */
async function answerShop(options: Options, request: ExtensionRequest): Promise<object> {
  const { query = '', variables = {} } = jsonOf(request) as { query?: string; variables?: Record<string, string> };
  if (variables.topic) return subscribeShop(options, request, variables);
  const orders = await options.store.transaction((objects) =>
    objects.list<ReturnType<typeof shopOrder>>('order', `a ${shopOf(request)}`, SHOWN_MAX),
  );
  const isAboutOrders = query.includes('orders(');
  const after = variables.filter?.slice("updated_at:>='".length, -1) ?? '';
  const nodes = orders.filter(({ updated_at: at }) => isAboutOrders && at >= after).map(askedOrder);
  if (variables.filter) return { data: { changed: { nodes, pageInfo: { hasNextPage: false } } } };
  const found = orders.find(({ id }) => variables.id === `gid://shopify/Order/${id}`);
  return { data: { found: found ? askedOrder(found) : null } };
}

async function subscribeShop(
  options: Options,
  request: ExtensionRequest,
  { topic = '', address = '' }: Record<string, string>,
): Promise<object> {
  const named = topic.toLowerCase().replace(/_(?=[^_]*$)/, '/');
  const isNew = await keep(options, `a ${shopOf(request)}`, { topic: named, address, secret: options.clientSecret });
  const userErrors = isNew ? [] : [{ message: 'Address for this topic has already been taken' }];
  return { data: { webhookSubscriptionCreate: { userErrors } } };
}

async function subscribeSite(options: Options, request: ExtensionRequest): Promise<object> {
  const { topic = '', delivery_url: address = '', secret = '' } = jsonOf(request) as Record<string, string>;
  await keep(options, `b ${shopOf(request)}`, { topic, address, secret });
  return { id: 1, topic, delivery_url: address, status: 'active' };
}

const listWebhooks = async (options: Options, request: ExtensionRequest): Promise<object> =>
  (await subscriptionsOf(options, `b ${shopOf(request)}`)).map(({ topic, address }) => ({
    topic,
    delivery_url: address,
    status: 'active',
  }));

/** The simulator has one page of orders. */
async function listOrders({ store }: Options, request: ExtensionRequest): Promise<object> {
  const { modified_after: after = '', page = '1', include } = request.query as Record<string, string>;
  const orders = await store.transaction((objects) =>
    objects.list<ReturnType<typeof siteOrder>>('order', shopOf(request), SHOWN_MAX),
  );
  if (include) return orders.filter(({ id }) => include.split(',').includes(String(id)));
  return page === '1' ? orders.filter(({ date_modified_gmt: at }) => at > after).slice(0, ORDERS_LISTED) : [];
}

async function showStore(options: Options, kind: 'a' | 'b', request: ExtensionRequest): Promise<PageAnswer> {
  const shop = shopOf(request);
  const rows = (await subscriptionsOf(options, `${kind} ${shop}`)).map(({ topic, address }) => [
    escapeHtml(topic),
    escapeHtml(address),
  ]);
  const fields = `<label>SKU <input name="sku" value="CAF-001" maxlength="60"></label><label>Price <input name="price" value="250.00" pattern="[0-9]+([.][0-9]{2})?"></label>${button('order', 'Place an order')}${button('lost', 'Place an order and lose its message', true)}${button('delete', 'Delete the newest order and lose its message', true)}`;
  return { html: page(shop, `${form(`${kind}/${encodeURIComponent(shop)}/order`, fields)}${table(rows)}`) };
}

/** Sends a signed order to every address that asked for orders. */
async function placeOrder(options: Options, kind: 'a' | 'b', request: ExtensionRequest): Promise<PageAnswer> {
  const shop = shopOf(request);
  const { action, sku = '', price = '250.00' } = formOf(request);
  const shown = { redirect: `${ROOT}/${kind}/${encodeURIComponent(shop)}` };
  const owner = kind === 'a' ? `a ${shop}` : shop;
  if (action === 'delete') {
    await options.store.transaction(async (objects) => {
      const [newest] = await objects.list<{ id: number }>('order', owner, 1);
      if (newest) await objects.delete('order', `${owner} ${newest.id}`);
    });
    return shown;
  }
  const id = Math.floor(Date.now() / 1000);
  const at = new Date().toISOString();
  const order =
    kind === 'a'
      ? shopOrder(id, sku, price, { updated_at: at })
      : siteOrder(id, sku, price, { date_modified_gmt: at.replace(/\.\d+Z$/, '') });
  await options.store.transaction((objects) => objects.insert('order', `${owner} ${id}`, owner, order));
  if (action === 'lost') return shown;
  const wanted = kind === 'a' ? 'orders/create' : 'order.created';
  const body = JSON.stringify(order);
  for (const { address, secret, topic } of await subscriptionsOf(options, `${kind} ${shop}`)) {
    if (topic !== wanted) continue;
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = kind === 'a' ? shopHeaders(topic, signature) : siteHeaders(topic, signature);
    await fetch(address, { method: 'POST', headers, body });
  }
  return shown;
}

const shopHeaders = (topic: string, signature: string) => ({
  'content-type': 'application/json',
  'x-shopify-topic': topic,
  'x-shopify-webhook-id': randomUUID(),
  'x-shopify-hmac-sha256': signature,
});

const siteHeaders = (topic: string, signature: string) => ({
  'content-type': 'application/json',
  'x-wc-webhook-topic': topic,
  'x-wc-webhook-signature': signature,
});

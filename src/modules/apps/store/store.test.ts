import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { app, type Business, baseUrl, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { shopOrder, siteOrder } from '../../../adapters/storeapp-simulator/sample-order.ts';
import { stores } from '../tables.ts';
import { catchUpStore, catchUpStores } from './catch-up.ts';
import { processDeliveries } from './process.ts';
import { openCredentials, STOREAPP_A, STOREAPP_B } from './store.ts';
import { subscribeStore } from './subscribe.ts';

const permissions = ['contacts:write', 'catalog:write', 'invoicing:write'];
const shopName = (): string => `shop-${randomUUID().slice(0, 13)}.myshopify.com`;

async function install({ api }: Business, appId: string, configuration = {}) {
  const body = { installed: true, permissions, configuration };
  const { data, error } = await api.PATCH('/v1/apps/{appId}', { params: { path: { appId } }, body });
  assert.ok(data, JSON.stringify(error));
}

const asOwnerOf = ({ owner, id }: Business) => ({
  authorization: `Bearer ${owner.token}`,
  'x-service-organization-id': id,
});

/** Starts the authorization and consents on the page of the shop; answers where the shop sends the browser back to. */
async function consent(business: Business, shop: string): Promise<string> {
  const start = await business.api.GET('/v1/apps/storeapp-a/auth', { params: { query: { shop } } });
  assert.ok(start.data, JSON.stringify(start.error));
  const authorize = new URL(start.data.url);
  assert.equal((await fetch(authorize)).status, 200);
  const fields = {
    action: 'approve',
    state: authorize.searchParams.get('state')!,
    back: authorize.searchParams.get('redirect_uri')!,
  };
  const page = authorize.href.replace(/\/admin\/oauth.*/, '/consent');
  const approved = await fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return approved.headers.get('location')!;
}

const follow = (business: Business, url: string) => fetch(url, { headers: asOwnerOf(business) });

async function connectA(configuration = {}, business?: Business) {
  const owner = business ?? (await newBusiness());
  await install(owner, STOREAPP_A, configuration);
  const shop = shopName();
  const answer = await follow(owner, await consent(owner, shop));
  const store = (await answer.json()) as { id: string };
  assert.equal(answer.status, 200, JSON.stringify(store));
  return { business: owner, shop, storeId: store.id };
}

const shopSecret = (): string => app.simulators.stores.clientSecret;

async function deliverA(shop: string, topic: string, body: object, { id = randomUUID(), secret = shopSecret() } = {}) {
  const text = JSON.stringify(body);
  const answer = await fetch(`${baseUrl}/v1/apps/storeapp-a/webhook/${shop}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-webhook-id': id,
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(text).digest('base64'),
    },
    body: text,
  });
  return answer.status;
}

/** All messages of an organization, once none waits. */
async function settled({ api, id }: Business) {
  await runNow(processDeliveries, { organizationId: id });
  return eventually(async () => {
    const { data } = await api.GET('/v1/apps/store-deliveries', { params: { query: { sort: 'received' } } });
    return data!.data.some(({ state }) => state === 'pending') ? null : data!.data;
  });
}

const documentsOf = async ({ api }: Business) => (await api.GET('/v1/record/pending')).data!.data;

test('a shop is connected by consent, and an order becomes a document with its contact and product', async () => {
  const { business, shop, storeId } = await connectA();
  await runNow(subscribeStore, { organizationId: business.id, storeId });
  const listed = (await business.api.GET('/v1/apps/stores')).data!.data;
  assert.deepEqual([listed[0]!.state, listed[0]!.problem, listed[0]!.subscribedAt !== null], ['connected', null, true]);
  assert.equal(await deliverA(shop, 'orders/create', shopOrder(1001, 'CAF-001', '250.00')), 200);
  const [delivery] = await settled(business);
  assert.deepEqual([delivery!.state, delivery!.outcome, delivery!.reason], ['done', 'created', null]);
  const { data: document } = await business.api.GET('/v1/record/pending/{pendingRecordId}', {
    params: { path: { pendingRecordId: delivery!.documentId! } },
  });
  assert.deepEqual([document!.kind, document!.total, document!.reference], ['order', '295.00', '#1001']);
  const { data: resources } = await business.api.GET('/v1/resource');
  assert.deepEqual(
    resources!.data.map(({ code }) => code),
    ['CAF-001'],
  );
  const { data: contact } = await business.api.GET('/v1/beneficiary/{beneficiaryId}', {
    params: { path: { beneficiaryId: document!.contactId! } },
  });
  assert.deepEqual([contact!.name, contact!.contactData.length], ['Rosa Peña', 2]);
});

test('an authorization works once, for the organization that began it, and only if the shop signed it', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  await install(business, STOREAPP_A);
  await install(other, STOREAPP_A);
  const shop = shopName();
  const back = await consent(business, shop);
  const forged = new URL(back);
  forged.searchParams.set('shop', shopName());
  assert.equal((await follow(business, forged.href)).status, 403);
  const late = new URL(back);
  late.searchParams.set('timestamp', String(Number(late.searchParams.get('timestamp')) - 500));
  assert.equal((await follow(business, late.href)).status, 403);
  assert.equal((await follow(other, back)).status, 403);
  const again = await consent(business, shop);
  assert.equal((await follow(business, again)).status, 200);
  assert.equal((await follow(business, again)).status, 403);
  // The shop belongs to one organization at a time.
  assert.equal((await follow(other, await consent(other, shop))).status, 409);
});

test('a shop is a domain of the provider, and its app must be installed', async () => {
  const business = await newBusiness();
  const start = async (shop: string) =>
    codeOf(await business.api.GET('/v1/apps/storeapp-a/auth', { params: { query: { shop } } }));
  assert.equal(await start('evil.example.com'), 'invalid_request');
  assert.equal(await start(shopName()), 'app_not_installed');
});

test('a message is stored once, only with the right signature, and never for an unknown shop', async () => {
  const { business, shop } = await connectA();
  const order = shopOrder(7, 'CAF-001', '100.00');
  assert.equal(await deliverA(shop, 'orders/create', order, { secret: 'wrong' }), 401);
  assert.equal(await deliverA(shopName(), 'orders/create', order), 404);
  const id = randomUUID();
  const statuses = await Promise.all(Array.from({ length: 5 }, () => deliverA(shop, 'orders/create', order, { id })));
  assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
  assert.equal((await settled(business)).length, 1);
  assert.equal((await documentsOf(business)).length, 1);
});

test('repeated and late messages about an order change nothing; a change replaces its document, a cancellation voids it', async () => {
  const { business, shop } = await connectA();
  const at = (minute: number) => ({ updated_at: `2026-11-16T12:${minute}:00-04:00` });
  const send = async (price: string, changes: object) => {
    await deliverA(shop, 'orders/updated', shopOrder(9, 'CAF-001', price, changes));
    return (await settled(business)).at(-1)!.outcome;
  };
  assert.equal(await send('100.00', at(10)), 'created');
  assert.equal(await send('100.00', at(11)), 'unchanged');
  assert.equal(await send('200.00', at(20)), 'replaced');
  assert.equal(await send('100.00', at(12)), 'stale');
  const open = async () =>
    (await documentsOf(business)).filter(({ status }) => status !== 'void').map(({ total }) => total);
  assert.deepEqual(await open(), ['236.00']);
  assert.equal(await send('200.00', { ...at(30), cancelled_at: '2026-11-16T12:30:00-04:00' }), 'canceled');
  assert.deepEqual(await open(), []);
  assert.equal(await send('200.00', at(25)), 'stale');
  assert.deepEqual(await open(), []);
});

test('an order whose taxes or total do not agree is kept with the reason, and can be retried', async () => {
  const { business, shop } = await connectA();
  const wrongTotal = shopOrder(20, 'CAF-001', '100.00', { total_price: '118.01' });
  await deliverA(shop, 'orders/create', wrongTotal);
  const strange = shopOrder(21, 'CAF-001', '100.00', { total_price: '113.00' });
  strange.line_items[0]!.tax_lines[0]!.price = '13.00';
  await deliverA(shop, 'orders/create', strange);
  await deliverA(shop, 'orders/create', { id: 22 });
  await deliverA(shop, 'customers/redact', { customer: { id: 1 } });
  const kept = await settled(business);
  assert.deepEqual(
    kept.map(({ state }) => state),
    ['kept', 'kept', 'kept', 'kept'],
  );
  assert.match(kept[0]!.reason!, /118\.01.*118\.00/);
  assert.match(kept[1]!.reason!, /No tax of the organization makes 13/);
  assert.match(kept[2]!.reason!, /cannot be read/);
  assert.match(kept[3]!.reason!, /personal data/);
  assert.equal((await documentsOf(business)).length, 0);
  assert.equal((await business.api.GET('/v1/resource')).data!.total, 0);
  const tax = {
    code: 'T13',
    name: 'Impuesto 13',
    kind: 'other' as const,
    rates: [{ validFrom: '2020-01-01', rate: '13' }],
  };
  const made = await business.api.POST('/v1/taxes', { body: tax });
  assert.ok(made.data, JSON.stringify(made.error));
  const retry = (id: string) => business.api.POST('/v1/apps/store-deliveries/retry', { body: { id } });
  assert.equal((await retry(kept[1]!.id)).data!.state, 'pending');
  const after = await settled(business);
  assert.deepEqual([after[1]!.state, after[1]!.outcome], ['done', 'created']);
  assert.equal(codeOf(await retry(kept[1]!.id)), 'delivery_not_kept');
  // A newer message about the same order takes the place of the one that was kept.
  await deliverA(
    shop,
    'orders/updated',
    shopOrder(20, 'CAF-001', '100.00', { updated_at: '2026-11-16T13:00:00-04:00' }),
  );
  assert.equal((await settled(business))[0]!.outcome, 'superseded');
});

test('a late message about an order does not take the place of a newer one that is kept', async () => {
  const { business, shop } = await connectA();
  const send = (minute: number, changes = {}) =>
    deliverA(
      shop,
      'orders/updated',
      shopOrder(30, 'CAF-001', '100.00', { updated_at: `2026-11-16T12:${minute}:00-04:00`, ...changes }),
    );
  const outcomes = async () => (await settled(business)).map(({ state, outcome }) => [state, outcome]);
  await send(20, { total_price: '118.01' });
  await settled(business);
  await send(10);
  assert.deepEqual(await outcomes(), [
    ['kept', null],
    ['done', 'stale'],
  ]);
  assert.deepEqual(await documentsOf(business), []);
  await send(21);
  assert.deepEqual((await outcomes()).at(0), ['done', 'superseded']);
  assert.deepEqual(
    (await documentsOf(business)).map(({ total }) => total),
    ['118.00'],
  );
});

test('products are matched by code and barcode, customers by e-mail, and stock is noted', async () => {
  const { business, shop, storeId } = await connectA();
  const { api } = business;
  await api.POST('/v1/resource', { body: { name: 'Café', code: 'caf-001' } });
  await api.POST('/v1/resource', { body: { name: 'Arroz', barcodes: ['7460001000015'] } });
  const datum = { kind: 'email', value: 'Rosa@Example.com' } as const;
  await api.POST('/v1/beneficiary', { body: { name: 'Doña Rosa', contactData: [datum] } });
  const variants = [
    { id: 501, title: 'Default Title', sku: 'CAF-001', barcode: null, price: '250.00' },
    { id: 502, title: 'Grande', sku: '', barcode: '7460001000015', price: '90.00' },
    { id: 503, title: 'Nueva', sku: 'NEW-1', barcode: '', price: '10.00' },
  ];
  await deliverA(shop, 'products/update', {
    id: 50,
    title: 'Café molido',
    updated_at: '2026-11-16T12:00:00Z',
    variants,
  });
  await deliverA(shop, 'orders/create', shopOrder(30, 'CAF-001', '250.00'));
  const level = { inventory_item_id: 900, available: 12, updated_at: '2026-11-16T12:00:00Z' };
  await deliverA(shop, 'inventory_levels/update', level);
  assert.deepEqual(
    (await settled(business)).map(({ outcome, reason }) => outcome ?? reason),
    ['linked', 'created', 'noted'],
  );
  assert.equal((await api.GET('/v1/resource')).data!.total, 3);
  assert.equal((await api.GET('/v1/beneficiary')).data!.total, 1);
  await deliverA(shop, 'app/uninstalled', { id: 1 });
  await settled(business);
  assert.equal((await api.GET('/v1/apps/stores')).data!.data.find(({ id }) => id === storeId)!.state, 'disconnected');
  assert.equal(await deliverA(shop, 'orders/create', shopOrder(31, 'CAF-001', '250.00')), 404);
});

async function connectB(configuration = {}) {
  const business = await newBusiness();
  await install(business, STOREAPP_B, configuration);
  const url = `${baseUrl}/simulator/stores/b/${randomUUID()}`;
  const data = { name: 'Mi sitio', url, consumerKey: 'ck_123', consumerSecret: 'cs_secret' };
  const row = await business.api.POST('/v1/apps/data', { body: { appId: STOREAPP_B, type: 'store', data } });
  assert.ok(row.data, JSON.stringify(row.error));
  await runNow(subscribeStore, { organizationId: business.id, storeId: row.data.id });
  return { business, row: row.data, url };
}

async function deliverB(business: Business, id: string, topic: string, body: object, wrong = '') {
  const text = JSON.stringify(body);
  const secret = await app.engine.within(business.id, async (ctx) => openCredentials(ctx, await stores.get(ctx, id)));
  return fetch(`${baseUrl}/v1/apps/storeapp-b/webhook/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-signature': createHmac('sha256', secret + wrong)
        .update(text)
        .digest('base64'),
    },
    body: text,
  });
}

test('a store on its own site is connected by its keys as app data, which are never returned', async () => {
  const { business, row, url } = await connectB();
  assert.deepEqual(row.data, { name: 'Mi sitio', url });
  assert.deepEqual(row.secretNames, ['consumerKey', 'consumerSecret']);
  const subscribed = (await (await fetch(`${url}/wp-json/wc/v3/webhooks`)).json()) as { topic: string }[];
  assert.ok(subscribed.some(({ topic }) => topic === 'order.created'));
  const form = new URLSearchParams({ webhook_id: '5' });
  const ping = await fetch(`${baseUrl}/v1/apps/storeapp-b/webhook/${row.id}`, { method: 'POST', body: form });
  assert.equal(ping.status, 200);
  assert.equal((await deliverB(business, row.id, 'order.created', siteOrder(5, 'CAF-001', '250.00'), 'x')).status, 401);
  assert.equal((await deliverB(business, row.id, 'order.created', siteOrder(5, 'CAF-001', '250.00'))).status, 200);
  assert.equal((await deliverB(business, row.id, 'order.created', siteOrder(5, 'CAF-001', '250.00'))).status, 200);
  const all = await settled(business);
  assert.deepEqual(
    all.map(({ outcome, reason }) => outcome ?? reason),
    ['created'],
  );
  assert.equal((await documentsOf(business))[0]!.total, '295.00');
  const moved = { id: row.id, data: { url: 'https://evil.example.com' } };
  assert.equal(codeOf(await business.api.PATCH('/v1/apps/data', { body: moved })), 'store_keys_required');
  await business.api.DELETE('/v1/apps/data', { body: { id: row.id } });
  const gone = await fetch(`${baseUrl}/v1/apps/storeapp-b/webhook/${row.id}`, { method: 'POST', body: form });
  assert.equal(gone.status, 404);
});

test('an order whose message was lost is read later, once', async () => {
  const { business, row, url } = await connectB();
  const lost = new URLSearchParams({ action: 'lost', sku: 'CAF-001', price: '250.00' });
  await fetch(`${url}/order`, { method: 'POST', body: lost, redirect: 'manual' });
  assert.deepEqual(await settled(business), []);
  await runNow(catchUpStores, {});
  await runNow(catchUpStore, { organizationId: business.id, storeId: row.id });
  const outcomes = async () => (await settled(business)).map(({ outcome, reason }) => outcome ?? reason);
  assert.deepEqual(await outcomes(), ['created']);
  assert.equal((await documentsOf(business))[0]!.total, '295.00');
  await runNow(catchUpStore, { organizationId: business.id, storeId: row.id });
  assert.deepEqual(await outcomes(), ['created']);
  const [order] = (await (await fetch(`${url}/wp-json/wc/v3/orders`)).json()) as object[];
  await deliverB(business, row.id, 'order.created', order!);
  assert.deepEqual(await outcomes(), ['created', 'unchanged']);
});

test('an order that was deleted while its message was lost has no document any more', async () => {
  const { business, row, url } = await connectB();
  const act = (action: string) =>
    fetch(`${url}/order`, {
      method: 'POST',
      body: new URLSearchParams({ action, sku: 'CAF-001' }),
      redirect: 'manual',
    });
  const outcomes = async () => {
    await runNow(catchUpStore, { organizationId: business.id, storeId: row.id });
    return (await settled(business)).map(({ outcome, reason }) => outcome ?? reason);
  };
  await act('lost');
  assert.deepEqual(await outcomes(), ['created']);
  await act('delete');
  assert.deepEqual(await outcomes(), ['created', 'canceled']);
  assert.deepEqual(await documentsOf(business), []);
  assert.equal((await outcomes()).length, 2);
});

test('an order of a hosted store whose message was lost is read later, once', async () => {
  const { business, shop, storeId } = await connectA();
  const lost = new URLSearchParams({ action: 'lost', sku: 'CAF-001', price: '250.00' });
  const page = `${baseUrl}/simulator/stores/a/${shop}/order`;
  await fetch(page, { method: 'POST', body: lost, redirect: 'manual' });
  await runNow(catchUpStores, {});
  const outcomes = async () => {
    await runNow(catchUpStore, { organizationId: business.id, storeId });
    return (await settled(business)).map(({ outcome, reason }) => outcome ?? reason);
  };
  assert.deepEqual(await outcomes(), ['created']);
  const [document] = await documentsOf(business);
  assert.equal(document!.total, '295.00');
  const order = shopOrder(Number(document!.reference!.slice(1)), 'CAF-001', '250.00', {
    updated_at: new Date(Date.now() + 1000).toISOString(),
  });
  await deliverA(shop, 'orders/updated', order);
  assert.deepEqual(await outcomes(), ['created', 'unchanged']);
});

test('an order that the store restores has a document again, also if the clock of the store is late', async () => {
  const { business, row } = await connectB();
  const order = siteOrder(8, 'CAF-001', '250.00');
  await deliverB(business, row.id, 'order.created', order);
  await settled(business);
  await deliverB(business, row.id, 'order.deleted', { id: 8 });
  await settled(business);
  await deliverB(business, row.id, 'order.updated', { ...order, date_modified_gmt: '2026-11-16T16:00:30' });
  await settled(business);
  await deliverB(business, row.id, 'order.restored', { ...order, date_modified_gmt: '2026-11-16T16:01:00' });
  const outcomes = (await settled(business)).map(({ topic, outcome }) => [topic, outcome]);
  assert.deepEqual(outcomes.toSorted(), [
    ['order.created', 'created'],
    ['order.deleted', 'canceled'],
    ['order.restored', 'created'],
    ['order.updated', 'stale'],
  ]);
});

test('an order of a store becomes an invoice if the app is configured so', async () => {
  const { business, row } = await connectB({ documentKind: 'invoice' });
  const order = siteOrder(6, '', '100.00', {
    line_items: [],
    fee_lines: [{ name: 'Servicio', total: '100.00', total_tax: '18.00' }],
  });
  await deliverB(business, row.id, 'order.updated', order);
  const [delivery] = await settled(business);
  assert.deepEqual([delivery!.outcome, delivery!.reason], ['created', null]);
  assert.equal((await documentsOf(business))[0]!.kind, 'invoice');
});

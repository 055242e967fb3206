import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outboundFetch } from '#platform/http/outbound.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { type FakeRequest, startFake } from '#test/fakes/fake-server.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { askedOrder, shopOrder } from '../storeapp-simulator/sample-order.ts';
import { signParameters, storeappAHttp } from './storeapp-a.ts';

const SECRET = 'a-client-secret-of-the-app';
const shop = 'demo.myshopify.com';

async function fakeShop(answer: (request: FakeRequest) => { status: number; body: unknown }) {
  const requests: FakeRequest[] = [];
  const { url } = await startFake((request) => {
    requests.push(request);
    return answer(request);
  });
  const adapter = storeappAHttp({
    call: (address, request) => outboundFetch(address, { ...request, allowPrivate: true }),
    clientId: 'client',
    clientSecret: SECRET,
    shopUrl: url,
  });
  return { store: adapter.connect({}, ''), requests };
}

const subscribed = (userErrors: { message: string }[]) => ({
  status: 200,
  body: { data: { webhookSubscriptionCreate: { userErrors } } },
});

test('a code is exchanged for a token with the secret of the app', async () => {
  const { store, requests } = await fakeShop(() => ({
    status: 200,
    body: { access_token: 'shpat_1', scope: 'read_orders' },
  }));
  assert.equal((await store.exchange({ shop, code: 'c-1' })).accessToken, 'shpat_1');
  assert.equal(requests[0]!.path, '/admin/oauth/access_token');
  assert.deepEqual(JSON.parse(requests[0]!.body), { client_id: 'client', client_secret: SECRET, code: 'c-1' });
});

test('an existing subscription is accepted; a refusal and a pause are different errors', async () => {
  const asked = { shop, accessToken: 't', address: 'https://colmado.example.com/hook' };
  const taken = await fakeShop(() => subscribed([{ message: 'Address for this topic has already been taken' }]));
  await taken.store.subscribe(asked);
  assert.equal(taken.requests[0]!.headers['x-shopify-access-token'], 't');
  const invalid = await fakeShop(() => subscribed([{ message: 'Address is invalid' }]));
  await assert.rejects(invalid.store.subscribe(asked), refusesWith(ProviderRefused));
  const busy = await fakeShop(() => ({ status: 200, body: { errors: [{ message: 'Throttled' }] } }));
  await assert.rejects(busy.store.subscribe(asked), refusesWith(ProviderUnavailable));
  const down = await fakeShop(() => ({ status: 502, body: {} }));
  await assert.rejects(down.store.subscribe(asked), refusesWith(ProviderUnavailable));
  const revoked = await fakeShop(() => ({ status: 401, body: {} }));
  await assert.rejects(revoked.store.exchange({ shop, code: 'x' }), refusesWith(ProviderRefused));
});

test('an order is read with the same meaning as its message, and one with too many lines is left to a person', async () => {
  const order = shopOrder(1, 'CAF-001', '250.50');
  const asked = askedOrder(order);
  const { store, requests } = await fakeShop(({ body }) => {
    const { filter, id } = JSON.parse(body).variables;
    const pageInfo = { hasNextPage: true, endCursor: 'c1' };
    if (filter) return { status: 200, body: { data: { changed: { nodes: [asked], pageInfo } } } };
    const lines = { ...asked.lines, pageInfo: { hasNextPage: id.endsWith('/2') } };
    return { status: 200, body: { data: { found: id.endsWith('/3') ? null : { ...asked, lines } } } };
  });
  const given = { shop, accessToken: 't', of: 'order' as const };
  const since = Temporal.Instant.from('2026-11-16T15:00:00.5Z');
  const { changes, next } = await store.changes({ ...given, since, after: null });
  assert.equal(next, 'c1');
  assert.equal(JSON.parse(requests[0]!.body).variables.filter, "updated_at:>='2026-11-16T15:00:00Z'");
  const read = async (id: string) => {
    const message = await store.message({ ...given, change: { ...changes[0]!, id } });
    return message && store.read(message.topic, message.body);
  };
  assert.deepEqual(await read('1'), store.read('orders/updated', Buffer.from(JSON.stringify(order))));
  assert.equal((await read('2'))!.kind, 'attention');
  assert.equal(await read('3'), null);
  const refused = await fakeShop(() => ({ status: 200, body: { errors: [{ message: 'Access denied' }] } }));
  await assert.rejects(refused.store.changes({ ...given, since, after: null }), refusesWith(ProviderRefused));
});

test('a redirect is authentic with its signature and for ninety seconds', async () => {
  const { store } = await fakeShop(() => ({ status: 200, body: {} }));
  const now = Temporal.Instant.from('2026-11-16T12:00:00Z');
  const signed = (ageSeconds: number) => {
    const given = { code: 'c', shop, state: 's', timestamp: String(now.epochMilliseconds / 1000 - ageSeconds) };
    return { ...given, hmac: signParameters(SECRET, given) };
  };
  assert.equal(store.isAuthentic(signed(10), now), true);
  assert.equal(store.isAuthentic(signed(91), now), false);
  assert.equal(store.isAuthentic({ ...signed(10), shop: 'evil.myshopify.com' }, now), false);
  assert.equal(store.isAuthentic({ ...signed(10), timestamp: 'x' }, now), false);
  for (const name of ['evil.com', 'demo.myshopify.com.evil.com', 'a/b.myshopify.com', '.myshopify.com'])
    assert.equal(store.isShop(name), false, name);
});

test('the net amount of a line leaves out its discounts, and its taxes where prices include them', async () => {
  const { store } = await fakeShop(() => ({ status: 200, body: {} }));
  const order = shopOrder(1, 'CAF-001', '118.00', { taxes_included: true });
  Object.assign(order.line_items[0]!, {
    quantity: 2,
    discount_allocations: [{ amount: '36.00' }],
    tax_lines: [{ price: '30.51' }],
  });
  const fact = store.read('orders/create', Buffer.from(JSON.stringify(order)));
  assert.equal(fact.kind, 'order');
  const [line] = fact.kind === 'order' ? fact.order.lines : [];
  assert.deepEqual([line!.quantity, line!.net, line!.tax], ['2', '169.49', '30.51']);
  assert.throws(() => store.read('orders/create', Buffer.from('{"id":1}')));
});

test('an order is not taken for the message that it was deleted, because the topic is not signed', async () => {
  const { store } = await fakeShop(() => ({ status: 200, body: {} }));
  const read = (body: object) => store.read('orders/delete', Buffer.from(JSON.stringify(body)));
  assert.deepEqual(read({ id: 5 }), { kind: 'removed', of: 'order', externalId: '5' });
  assert.throws(() => read(shopOrder(5, 'CAF-001', '250.00')));
});

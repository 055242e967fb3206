import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outboundFetch } from '#platform/http/outbound.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { type FakeRequest, startFake } from '#test/fakes/fake-server.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { siteOrder } from '../storeapp-simulator/sample-order.ts';
import { storeappBHttp } from './storeapp-b.ts';

const store = storeappBHttp((url, request) => outboundFetch(url, { ...request, allowPrivate: true })).connect({}, '');
const address = 'https://colmado.example.com/hook';

test('a store is asked for each topic that it does not send yet, with its keys and our secret', async () => {
  const requests: FakeRequest[] = [];
  const { url } = await startFake((request) => {
    requests.push(request);
    const present = [{ topic: 'order.created', delivery_url: address, status: 'active' }];
    return { status: 200, body: request.method === 'GET' ? present : {} };
  });
  await store.subscribe({ url: `${url}/tienda/`, key: 'ck', secret: 'cs', address, signedWith: 'whs_1' });
  const posted = requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
  assert.ok(!posted.some(({ topic }) => topic === 'order.created'));
  assert.deepEqual(
    posted.filter(({ topic }) => topic === 'order.updated').map(({ delivery_url, secret }) => [delivery_url, secret]),
    [[address, 'whs_1']],
  );
  assert.equal(requests[0]!.path, '/tienda/wp-json/wc/v3/webhooks');
  assert.equal(requests[0]!.headers.authorization, `Basic ${Buffer.from('ck:cs').toString('base64')}`);
});

test('changes are read page by page, and each as the message of the store', async () => {
  const paths: string[] = [];
  const { url } = await startFake(({ path, query }) => {
    paths.push(`${path} ${query.get('modified_after')} ${query.get('page')}`);
    if (path.endsWith('/orders/2')) return { status: 404, body: {} };
    if (path.endsWith('/orders/3')) return { status: 200, body: siteOrder(3, 'x'.repeat(1_100_000), '250.00') };
    if (path.endsWith('/orders/1')) return { status: 200, body: siteOrder(1, 'CAF-001', '250.00') };
    const orders = Array.from({ length: query.get('page') === '1' ? 100 : 3 }, (_, place) => ({
      id: place + 1,
      date_modified_gmt: '2026-11-16T16:00:00',
    }));
    return { status: 200, body: path.endsWith('/orders') ? orders : {} };
  });
  const asked = { url, key: 'ck', secret: 'cs' };
  const since = Temporal.Instant.from('2026-11-16T15:00:00.5Z');
  const first = await store.changes({ ...asked, of: 'order', since, after: null });
  const second = await store.changes({ ...asked, of: 'order', since, after: first.next });
  assert.deepEqual([first.next, second.next], ['2', null]);
  assert.equal(paths[1], '/wp-json/wc/v3/orders 2026-11-16T15:00:00 2');
  const facts = [];
  for (const change of second.changes) {
    const message = await store.message({ ...asked, of: 'order', change });
    facts.push(message && store.read(message.topic, message.body));
  }
  assert.deepEqual(
    facts.map((fact) => fact?.kind),
    ['order', undefined, 'attention'],
  );
  await assert.rejects(store.changes({ ...asked, of: 'product', since, after: null }), refusesWith(ProviderRefused));
});

test('only orders that the store does not know any more or has in its trash are deleted', async () => {
  const { url } = await startFake(({ path }) => {
    if (path.endsWith('/orders')) return { status: 200, body: [{ id: 1 }] };
    if (path.endsWith('/orders/2')) return { status: 404, body: {} };
    return { status: 200, body: { id: 3, status: path.endsWith('/3') ? 'trash' : 'awaiting-pickup' } };
  });
  const changedAt = Temporal.Instant.from('2026-11-16T15:00:00Z');
  const orders = ['1', '2', '3', '4'].map((id) => ({ id, externalId: id, changedAt }));
  const deleted = await store.deletions({ url, key: 'ck', secret: 'cs', orders });
  assert.deepEqual(
    deleted.map(({ topic, body }) => store.read(topic, body)),
    ['2', '3'].map((externalId) => ({ kind: 'removed', of: 'order', externalId })),
  );
});

test('wrong keys are a refusal, and a store that is down is asked again later', async () => {
  const answering = async (status: number) => (await startFake(() => ({ status, body: {} }))).url;
  const asked = { key: 'ck', secret: 'cs', address, signedWith: 'whs_1' };
  await assert.rejects(store.subscribe({ ...asked, url: await answering(401) }), refusesWith(ProviderRefused));
  await assert.rejects(store.subscribe({ ...asked, url: await answering(503) }), refusesWith(ProviderUnavailable));
});

test('messages of a store are read by their topic', () => {
  const read = (topic: string, body: object) => store.read(topic, Buffer.from(JSON.stringify(body)));
  const order = read('order.updated', siteOrder(5, 'CAF-001', '250.00', { status: 'cancelled' }));
  assert.ok(order.kind === 'order' && order.order.isCanceled);
  assert.deepEqual(read('order.deleted', { id: 5 }), { kind: 'removed', of: 'order', externalId: '5' });
  // The topic is not signed, so anybody who repeats a message could change it.
  assert.throws(() => read('order.deleted', siteOrder(5, 'CAF-001', '250.00')));
  const created = { id: 9, date_created_gmt: '2026-11-16T16:00:00', date_modified_gmt: null, email: 'zoe@example.com' };
  const customer = read('customer.created', created);
  assert.equal(customer.kind === 'customer' && String(customer.changedAt), '2026-11-16T16:00:00Z');
  assert.equal(read('coupon.created', { id: 5 }).kind, 'attention');
  assert.throws(() => read('order.created', { id: 5 }));
});

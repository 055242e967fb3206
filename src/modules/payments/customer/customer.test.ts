import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app, type Business, newBusiness } from '#test/harness.ts';

const { provider } = app.simulators.payproc;
const returnUrl = 'https://shop.example/billing';

/** Saves a card as a person would: on the page to which the setup leads. */
async function saveCard({ api }: Business, card = '4242424242424242') {
  const { data } = await api.POST('/v1/organization/customer/setup-intent', { body: { returnUrl } });
  const body = new URLSearchParams({ action: 'pay', card });
  const answer = await fetch(data!.url, { method: 'POST', body, redirect: 'manual' });
  return { setup: data!, location: answer.headers.get('location') };
}

const methodsOf = async ({ api }: Business) => (await api.GET('/v1/organization/customer/payment-methods')).data!.data;

const forget = ({ api }: Business, paymentMethodId: string) =>
  api.DELETE('/v1/organization/customer/payment-methods/{paymentMethodId}', { params: { path: { paymentMethodId } } });

test('a card that is entered on the page appears in the list and can be deleted', async () => {
  const business = await newBusiness();
  assert.deepEqual(await methodsOf(business), []);
  const { setup, location } = await saveCard(business);
  assert.equal(setup.status, 'requires_method');
  assert.ok(setup.url.includes(setup.clientSecret!));
  assert.equal(location, `${returnUrl}?status=succeeded`);
  const [method] = await methodsOf(business);
  assert.deepEqual(method?.card, { brand: 'visa', last4: '4242', expiresOn: '2034-12' });
  assert.equal((await forget(business, method!.id)).response.status, 204);
  assert.deepEqual(await methodsOf(business), []);
  assert.equal((await forget(business, method!.id)).error?.code, 'not_found');
});

test('a card that is declined is not saved', async () => {
  const business = await newBusiness();
  const { location } = await saveCard(business, '4000000000000002');
  assert.equal(location, `${returnUrl}?status=failed`);
  assert.deepEqual(await methodsOf(business), []);
});

test('concurrent setups belong to one customer', async () => {
  const business = await newBusiness();
  await Promise.all([saveCard(business), saveCard(business), saveCard(business)]);
  assert.equal((await methodsOf(business)).length, 3);
});

test('repeating a setup after a lost answer creates one customer', async () => {
  const business = await newBusiness();
  await provider.faults.next({
    kind: 'timeout-after-commit',
    organizationId: business.id,
    operation: 'ensureCustomer',
  });
  const lost = await business.api.POST('/v1/organization/customer/setup-intent', { body: {} });
  assert.equal(lost.error?.code, 'provider_timeout');
  assert.deepEqual(await methodsOf(business), []);
  await saveCard(business);
  await saveCard(business);
  assert.equal((await methodsOf(business)).length, 2);
});

test('the same key begins one setup', async () => {
  const { api } = await newBusiness();
  const options = { body: { returnUrl }, headers: { 'idempotency-key': 'one' } };
  const first = await api.POST('/v1/organization/customer/setup-intent', options);
  const second = await api.POST('/v1/organization/customer/setup-intent', options);
  assert.equal(first.response.status, 201);
  assert.deepEqual(second.data, first.data);
});

test("another organization's method is answered like an unknown one", async () => {
  const [one, other] = [await newBusiness(), await newBusiness()];
  await saveCard(one);
  const [method] = await methodsOf(one);
  const beforeSaving = await forget(other, method!.id);
  await saveCard(other);
  const foreign = await forget(other, method!.id);
  const random = await forget(other, 'pm_019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d');
  assert.equal(foreign.response.status, 404);
  for (const answer of [foreign, beforeSaving])
    assert.deepEqual({ ...answer.error, requestId: '' }, { ...random.error, requestId: '' });
  assert.equal((await methodsOf(one)).length, 1);
});

test('a deleted method stays deleted after a lost answer', async () => {
  const business = await newBusiness();
  await saveCard(business);
  const [method] = await methodsOf(business);
  await provider.faults.next({ kind: 'error-after-commit', organizationId: business.id });
  assert.equal((await forget(business, method!.id)).error?.code, 'provider_unavailable');
  assert.equal((await forget(business, method!.id)).response.status, 404);
  assert.deepEqual(await methodsOf(business), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newContact } from '#test/books.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import {
  activateCard,
  enterCard,
  methodsOf,
  newShop,
  press,
  saveLocalCard,
  savePayprocCard,
  startCapture,
  syncCards,
} from '#test/saved-cards.ts';
import { lookForMethods } from './saved-methods.ts';

const payprocFaults = app.simulators.payproc.provider.faults;
const cardprocFaults = app.simulators.cardproc.provider.faults;

const beginSetup = ({ api }: Business, beneficiaryId: string) =>
  api.POST('/v1/beneficiary/{beneficiaryId}/payproc/setup-intent', { params: { path: { beneficiaryId } }, body: {} });

const forget = ({ api }: Business, beneficiaryId: string, profileId: string) =>
  api.DELETE('/v1/beneficiary/{beneficiaryId}/cardproc/payment-profile/{profileId}', {
    params: { path: { beneficiaryId, profileId } },
  });

const listAll = ({ api }: Business, query: Record<string, string | number> = {}) =>
  api.GET('/v1/beneficiary/payproc/payment-methods', { params: { query } });

test('a card that a customer enters on the page belongs to that customer only', async () => {
  const { business, contactId } = await newShop();
  const other = await newContact(business, 'Beto');
  const id = await savePayprocCard(business, contactId);
  const [method] = await methodsOf(business, contactId);
  assert.deepEqual([method?.id, method?.provider, method?.state], [id, 'payproc', 'active']);
  assert.deepEqual(method?.card, { brand: 'visa', last4: '4242', expiresOn: '2034-12' });
  assert.deepEqual(await methodsOf(business, other), []);
  assert.equal((await methodsOf(business, contactId))[0]?.id, id);
});

test('a card that was deleted at the provider disappears from the lists for good', async () => {
  const { business, contactId, merchantId } = await newShop();
  await savePayprocCard(business, contactId);
  const account = app.simulators.payproc.adapter.connect({}, business.id).account(merchantId);
  const customer = await account.ensureCustomer({ reference: contactId, name: 'Ana', email: null });
  const [saved] = await account.listPaymentMethods(customer.id);
  await account.detachPaymentMethod(customer.id, saved!.id);
  assert.deepEqual(await methodsOf(business, contactId), []);
  assert.equal((await listAll(business)).data?.total, 0);
});

test('without a merchant account nothing can be saved with the payment processor', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  assert.equal((await beginSetup(business, contactId)).error?.code, 'merchant_account_missing');
  assert.deepEqual(await methodsOf(business, contactId), []);
});

test('concurrent setups belong to one customer of the provider', async () => {
  const { business, contactId } = await newShop();
  const setups = await Promise.all([1, 2, 3].map(() => beginSetup(business, contactId)));
  for (const { data } of setups) await press(data!.url, { action: 'pay', card: '4242424242424242' });
  assert.equal((await methodsOf(business, contactId)).length, 3);
  const customers = await app.engine.within(business.id, ({ tx }) =>
    tx.selectFrom('paymentCustomers').select('reference').where('organizationId', '=', business.id).execute(),
  );
  assert.equal(customers.length, 1);
});

test('a card is found later even if the customer closes the page', async () => {
  const { business, contactId } = await newShop();
  const { data } = await beginSetup(business, contactId);
  await press(data!.url, { action: 'pay', card: '4242424242424242' });
  assert.equal((await listAll(business)).data?.total, 0);
  await runNow(lookForMethods, { organizationId: business.id, contactId, provider: 'payproc', time: 0 });
  assert.equal((await listAll(business)).data?.total, 1);
});

test('the methods of all contacts are listed by page and cursor, by contact and by expiry', async () => {
  const { business, contactId } = await newShop();
  const other = await newContact(business, 'Beto');
  const first = await savePayprocCard(business, contactId);
  const second = await savePayprocCard(business, other);
  const { data } = await listAll(business, { itemsPerPage: 1 });
  assert.deepEqual([data?.total, data?.hasMore, data?.data[0]?.id], [2, true, second]);
  assert.equal(data?.data[0]?.beneficiaryName, 'Beto');
  const next = await listAll(business, { itemsPerPage: 1, cursor: data!.nextCursor! });
  assert.deepEqual([next.data?.data[0]?.id, next.data?.hasMore], [first, false]);
  assert.equal((await listAll(business, { beneficiaryId: other })).data?.total, 1);
  assert.equal((await listAll(business, { expiresUntil: '2034-11' })).data?.total, 0);
  assert.equal((await listAll(business, { expiresUntil: '2034-12' })).data?.total, 2);
  assert.equal((await listAll(business, { expiresUntil: '2034-13' })).response.status, 400);
  await saveLocalCard(business, contactId);
  assert.equal((await listAll(business)).data?.total, 2);
  assert.equal((await listAll(business, { provider: 'cardproc' })).data?.total, 1);
  const all = await listAll(business, { provider: 'payproc,cardproc' as never, sort: 'created' });
  assert.deepEqual([all.data?.total, all.data?.data[0]?.id], [3, first]);
});

test('a local card is captured on the page, synced, activated with its code, and deleted', async () => {
  const { business, contactId } = await newShop();
  assert.deepEqual((await syncCards(business, contactId)).data, { data: [] });
  const session = await startCapture(business, contactId);
  assert.equal(session.response.status, 201);
  const code = await enterCard(session.data!.url);
  const [pending] = (await syncCards(business, contactId)).data!.data;
  assert.deepEqual([pending?.state, pending?.card?.last4], ['pending', '1111']);
  assert.equal((await activateCard(business, contactId, pending!.id, 'NOPE22')).error?.code, 'activation_code_wrong');
  assert.equal((await activateCard(business, contactId, newId(), code)).error?.code, 'reference_not_found');
  assert.equal((await activateCard(business, contactId, pending!.id, code)).data?.state, 'active');
  assert.equal((await activateCard(business, contactId, pending!.id, code)).response.status, 200);
  assert.equal((await methodsOf(business, contactId))[0]?.state, 'active');
  assert.equal((await forget(business, contactId, pending!.id)).response.status, 204);
  assert.equal((await forget(business, contactId, pending!.id)).error?.code, 'not_found');
  assert.deepEqual((await syncCards(business, contactId)).data, { data: [] });
});

test('an organization that does not accept local cards gets a refusal', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  assert.equal((await startCapture(business, contactId)).error?.code, 'cardproc_disabled');
  assert.equal((await syncCards(business, contactId)).error?.code, 'cardproc_disabled');
  assert.equal((await activateCard(business, contactId, newId(), 'ABC123')).error?.code, 'cardproc_disabled');
});

test('a card of the payment processor cannot be activated or deleted at the card processor', async () => {
  const { business, contactId } = await newShop();
  const id = await savePayprocCard(business, contactId);
  assert.equal((await activateCard(business, contactId, id, 'ABC123')).error?.code, 'reference_not_found');
  assert.equal((await forget(business, contactId, id)).error?.code, 'not_found');
});

test('cards of another provider are refused, not lost', async () => {
  const { business, contactId } = await newShop();
  const id = await saveLocalCard(business, contactId);
  const keys = { publicKey: 'pk_019a8c5e7d4f7b3a', privateKey: 'sk_9c1d2e5f8a9b0c1d' };
  await business.api.PATCH('/v1/organization/cardproc', { body: { environment: 'test', ...keys } });
  assert.equal((await forget(business, contactId, id)).error?.code, 'payment_method_elsewhere');
  assert.equal((await methodsOf(business, contactId))[0]?.id, id);
});

test('a card stays deleted when the answer was lost', async () => {
  const { business, contactId } = await newShop();
  const id = await saveLocalCard(business, contactId);
  await cardprocFaults.next({
    kind: 'timeout-after-commit',
    organizationId: business.id,
    operation: 'deleteProfile',
  });
  assert.equal((await forget(business, contactId, id)).error?.code, 'provider_timeout');
  assert.equal((await forget(business, contactId, id)).response.status, 204);
  assert.deepEqual((await syncCards(business, contactId)).data, { data: [] });
});

test('a failing provider is reported, and nothing is written partially', async () => {
  const { business, contactId } = await newShop();
  const organizationId = business.id;
  for (const [kind, status] of [
    ['connection-reset', 502],
    ['error-after-commit', 502],
    ['timeout-after-commit', 504],
  ] as const) {
    await payprocFaults.next({ kind, organizationId });
    assert.equal((await beginSetup(business, contactId)).response.status, status);
    await cardprocFaults.next({ kind, organizationId });
    assert.equal((await startCapture(business, contactId)).response.status, status);
  }
  await savePayprocCard(business, contactId);
  await saveLocalCard(business, contactId);
  assert.equal((await methodsOf(business, contactId)).length, 2);
});

test('merged contacts keep their cards, and a sync reads all customers', async () => {
  const { business, contactId } = await newShop();
  const twin = await newContact(business, 'Ana P.');
  const ids = [
    await savePayprocCard(business, contactId),
    await savePayprocCard(business, twin),
    await saveLocalCard(business, contactId),
    await saveLocalCard(business, twin),
  ];
  const body = { id: contactId, fromIds: [twin] };
  assert.equal((await business.api.PATCH('/v1/beneficiary/merge', { body })).response.status, 200);
  await syncCards(business, contactId);
  const methods = await methodsOf(business, twin);
  assert.deepEqual(new Set(methods.map(({ id }) => id)), new Set(ids));
  assert.deepEqual(new Set(methods.map(({ beneficiaryId }) => beneficiaryId)), new Set([contactId]));
  assert.equal((await forget(business, contactId, ids[3]!)).response.status, 204);
});

test('contacts and cards of another organization are not found', async () => {
  const [ours, theirs] = [await newShop(), await newShop()];
  const card = await saveLocalCard(theirs.business, theirs.contactId);
  const { business, contactId } = ours;
  for (const beneficiaryId of [theirs.contactId, newId()]) {
    assert.equal((await beginSetup(business, beneficiaryId)).error?.code, 'not_found');
    assert.equal((await startCapture(business, beneficiaryId)).error?.code, 'not_found');
    assert.equal((await syncCards(business, beneficiaryId)).error?.code, 'not_found');
    assert.equal((await forget(business, beneficiaryId, card)).error?.code, 'not_found');
    assert.equal((await listAll(business, { beneficiaryId, provider: 'cardproc' })).data?.total, 0);
  }
  assert.equal((await forget(business, contactId, card)).error?.code, 'not_found');
  assert.equal((await activateCard(business, contactId, card, 'ABC123')).error?.code, 'reference_not_found');
  assert.equal((await methodsOf(theirs.business, theirs.contactId)).length, 1);
});

test('a viewer can only read saved cards, and there are no dry runs', async () => {
  const { business, contactId } = await newShop();
  const card = await saveLocalCard(business, contactId);
  const { api } = await newMember(business, 'viewer');
  const viewer: Business = { ...business, api };
  assert.equal((await methodsOf(viewer, contactId)).length, 1);
  assert.equal((await listAll(viewer)).response.status, 200);
  assert.equal((await beginSetup(viewer, contactId)).response.status, 403);
  assert.equal((await startCapture(viewer, contactId)).response.status, 403);
  assert.equal((await syncCards(viewer, contactId)).response.status, 403);
  assert.equal((await activateCard(viewer, contactId, card, 'ABC123')).response.status, 403);
  assert.equal((await forget(viewer, contactId, card)).response.status, 403);
  const tried = await business.api.POST('/v1/beneficiary/{beneficiaryId}/cardproc/capture-session', {
    params: { path: { beneficiaryId: contactId } },
    headers: { 'dry-run': 'true' },
  });
  assert.equal(tried.error?.code, 'dry_run_unsupported');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#client';
import { anonymous, app, type Business, baseUrl, eventually, newBusiness, newMember } from '#test/harness.ts';
import { canBePaidOnline } from './merchant.ts';

const { provider, control } = app.simulators.payproc;

/** How many accounts the provider opened for the organization. */
const accountsAtProvider = ({ id }: Business) =>
  provider.handle(async ({ objects }) => (await objects.list('merchant', id, 10)).length);

const storedAccounts = async ({ id }: Business) => {
  const { result } = await app.engine.run({}, async (ctx) => {
    const { tx } = await ctx.enter(id);
    return tx.selectFrom('merchantAccounts').select('providerAccountId').where('organizationId', '=', id).execute();
  });
  return result;
};

test('a merchant account is opened once, and later requests answer the same account', async () => {
  const business = await newBusiness();
  const first = await business.api.GET('/v1/organization/pay/create');
  assert.equal(first.response.status, 200);
  assert.deepEqual([first.data?.chargesEnabled, first.data?.detailsSubmitted], [false, false]);
  assert.ok(first.data!.requirements.length > 0);
  const second = await business.api.GET('/v1/organization/pay/create');
  assert.equal(second.data?.accountId, first.data?.accountId);
  assert.equal(second.data?.createdAt, first.data?.createdAt);
  assert.equal(await accountsAtProvider(business), 1);
});

test('concurrent requests open one account', async () => {
  const business = await newBusiness();
  const answers = await Promise.all(Array.from({ length: 6 }, () => business.api.GET('/v1/organization/pay/create')));
  assert.deepEqual(new Set(answers.map(({ response }) => response.status)), new Set([200]));
  assert.equal(new Set(answers.map(({ data }) => data!.accountId)).size, 1);
  assert.equal(await accountsAtProvider(business), 1);
});

for (const [kind, status, code, opened] of [
  ['timeout-after-commit', 504, 'provider_timeout', 1],
  ['error-after-commit', 502, 'provider_unavailable', 1],
  ['too-many-requests', 502, 'provider_unavailable', 0],
  ['connection-reset', 502, 'provider_unavailable', 0],
] as const) {
  test(`after ${kind} nothing is half-written, and a second try leads to exactly one account`, async () => {
    const business = await newBusiness();
    await provider.faults.next({ kind, organizationId: business.id });
    const broken = await business.api.GET('/v1/organization/pay/create');
    assert.equal(broken.response.status, status);
    assert.equal(broken.error?.code, code);
    assert.match(broken.response.headers.get('content-type')!, /problem\+json/);
    assert.deepEqual(await storedAccounts(business), []);
    assert.equal(await accountsAtProvider(business), opened);
    const again = await business.api.GET('/v1/organization/pay/create');
    assert.equal(again.response.status, 200);
    assert.equal(await accountsAtProvider(business), 1);
    assert.deepEqual(await storedAccounts(business), [{ providerAccountId: again.data!.accountId }]);
  });
}

test('with a key the same request is not sent twice, and a failed one frees its key', async () => {
  const business = await newBusiness();
  const options = { headers: { 'idempotency-key': 'open' } };
  await provider.faults.next({ kind: 'connection-reset', organizationId: business.id });
  assert.equal((await business.api.GET('/v1/organization/pay/create', options)).response.status, 502);
  const opened = await business.api.GET('/v1/organization/pay/create', options);
  assert.equal(opened.response.status, 200);
  await provider.faults.next({ kind: 'connection-reset', organizationId: business.id });
  const replayed = await business.api.GET('/v1/organization/pay/create', options);
  assert.deepEqual(replayed.data, opened.data);
});

test('every other call to a failing provider answers 502 or 504 too', async () => {
  const business = await newBusiness();
  await business.api.GET('/v1/organization/pay/create');
  const questions = [
    () => business.api.GET('/v1/organization/pay/link'),
    () => business.api.GET('/v1/organization/pay/dashboard'),
    () => business.api.GET('/v1/organization/payproc/payment-methods'),
    () => business.api.POST('/v1/organization/customer/setup-intent', { body: {} }),
  ];
  for (const ask of questions) {
    await provider.faults.next({ kind: 'timeout-after-commit', organizationId: business.id });
    assert.equal((await ask()).response.status, 504);
    await provider.faults.next({ kind: 'error-after-commit', organizationId: business.id });
    assert.equal((await ask()).response.status, 502);
    assert.ok((await ask()).response.ok);
  }
});

test('after the onboarding page the dashboard shows the new state', async () => {
  const { api } = await newBusiness();
  await api.GET('/v1/organization/pay/create');
  const before = await api.GET('/v1/organization/pay/dashboard');
  assert.deepEqual([before.data?.url, before.data?.account.chargesEnabled], [null, false]);
  const query = { returnUrl: 'https://shop.example/done', refreshUrl: 'https://shop.example/again' };
  const { data: link } = await api.GET('/v1/organization/pay/link', { params: { query } });
  const html = await (await fetch(link!.url)).text();
  const used = await fetch(link!.url, { redirect: 'manual' });
  assert.equal(used.headers.get('location'), query.refreshUrl);
  const action = /action="([^"]+)"/.exec(html)![1]!;
  const body = new URLSearchParams({ action: 'complete', businessName: 'La Esquina' });
  const finished = await fetch(baseUrl + action, { method: 'POST', body, redirect: 'manual' });
  assert.equal(finished.headers.get('location'), query.returnUrl);
  const after = await api.GET('/v1/organization/pay/dashboard');
  assert.deepEqual(
    [after.data?.account.chargesEnabled, after.data?.account.payoutsEnabled, after.data?.account.requirements],
    [true, true, []],
  );
  assert.match(await (await fetch(after.data!.url!)).text(), /La Esquina/);
  const methods = await api.GET('/v1/organization/payproc/payment-methods');
  assert.deepEqual(methods.data?.data[0], { type: 'card', name: 'card', status: 'active' });
});

test('a notice of the provider updates the state of the account', async () => {
  const business = await newBusiness();
  const { data: opened } = await business.api.GET('/v1/organization/pay/create');
  await control.completeOnboarding(opened!.accountId);
  const news = { subject: 'merchant', objectId: opened!.accountId, merchantId: opened!.accountId };
  const body = JSON.stringify({ id: `evt_${business.id}`, createdAt: new Date(), ...news });
  const headers = { 'content-type': 'application/json', ...control.signWebhook(Buffer.from(body)) };
  assert.equal((await fetch(`${baseUrl}/v1/payment/webhook`, { method: 'POST', body, headers })).status, 204);
  await eventually(() => app.engine.within(business.id, canBePaidOnline));
});

test('without a merchant account there is no link, no dashboard and no accepted method', async () => {
  const { api } = await newBusiness();
  assert.equal((await api.GET('/v1/organization/pay/link')).error?.code, 'merchant_account_missing');
  assert.equal((await api.GET('/v1/organization/pay/dashboard')).error?.code, 'merchant_account_missing');
  assert.deepEqual((await api.GET('/v1/organization/payproc/payment-methods')).data, { data: [] });
});

test('a link leads back to a page, never to a script', async () => {
  const { api } = await newBusiness();
  const query = { returnUrl: 'javascript:alert(1)' };
  assert.equal((await api.GET('/v1/organization/pay/link', { params: { query } })).response.status, 400);
});

test('each organization has its own account', async () => {
  const [one, other] = [await newBusiness(), await newBusiness()];
  const opened = await one.api.GET('/v1/organization/pay/create');
  assert.equal((await other.api.GET('/v1/organization/pay/dashboard')).error?.code, 'merchant_account_missing');
  const theirs = await other.api.GET('/v1/organization/pay/create');
  assert.notEqual(theirs.data?.accountId, opened.data?.accountId);
  await control.completeOnboarding(opened.data!.accountId);
  assert.equal((await other.api.GET('/v1/organization/pay/create')).data?.chargesEnabled, false);
  assert.equal((await one.api.GET('/v1/organization/pay/create')).data?.chargesEnabled, true);
});

test('an accountant reads payments but changes none; a viewer and a stranger see nothing', async () => {
  const business = await newBusiness();
  await business.api.GET('/v1/organization/pay/create');
  const accountant = await newMember(business, 'accountant');
  assert.equal((await accountant.api.GET('/v1/organization/payproc/payment-methods')).response.status, 200);
  assert.equal((await accountant.api.GET('/v1/organization/cardproc')).response.status, 200);
  for (const { api, status } of [
    { api: accountant.api, status: 403 },
    { api: (await newMember(business, 'viewer')).api, status: 403 },
    { api: anonymous, status: 401 },
  ]) {
    assert.equal((await api.GET('/v1/organization/pay/create')).response.status, status);
    assert.equal((await api.GET('/v1/organization/pay/link')).response.status, status);
    assert.equal((await api.GET('/v1/organization/pay/dashboard')).response.status, status);
    assert.equal((await api.POST('/v1/organization/customer/setup-intent', { body: {} })).response.status, status);
    assert.equal((await api.PATCH('/v1/organization/cardproc', { body: { enabled: true } })).response.status, status);
  }
  const viewer = await newMember(business, 'viewer');
  assert.equal((await viewer.api.GET('/v1/organization/payproc/payment-methods')).response.status, 403);
  assert.equal((await viewer.api.GET('/v1/organization/cardproc')).response.status, 403);
});

test('another site cannot open an account with the cookie of a visitor', async () => {
  const business = await newBusiness();
  await business.owner.api.POST('/v1/user/login/controller', { body: { newPassword: 'correct horse' } });
  const login = await anonymous.POST('/v1/user/login', {
    body: { email: business.owner.email, password: 'correct horse' },
  });
  const cookie = login.response.headers.getSetCookie()[0]!.split(';')[0]!;
  const elsewhere = createClient({
    baseUrl,
    credentials: { cookie, organizationId: business.id },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.equal((await elsewhere.GET('/v1/organization/pay/create')).error?.code, 'cross_site_request');
  assert.equal(await accountsAtProvider(business), 0);
});

test('a route that reaches a provider refuses a dry run', async () => {
  const business = await newBusiness();
  const tried = await business.api.GET('/v1/organization/pay/create', { headers: { 'dry-run': 'true' } });
  assert.equal(tried.error?.code, 'dry_run_unsupported');
  assert.equal(await accountsAtProvider(business), 0);
});

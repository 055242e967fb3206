import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, app, type Business, baseUrl, codeOf, letterTo, newBusiness, newMember } from '#test/harness.ts';

const { provider, control } = app.simulators.payproc;
const PATH = '/v1/payment/change-payouts-intervar';

async function newMerchant(): Promise<Business> {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/organization/pay/create');
  await control.completeOnboarding(data!.accountId);
  return business;
}

/** The token of the letter that the owner gets. */
async function requestLink(business: Business): Promise<string> {
  const since = new Date().toISOString();
  const { response } = await business.api.POST('/v1/payment/payout-schedule-link');
  assert.equal(response.status, 202);
  const { text } = await letterTo(business.owner.email, /cuándo recibes/, since);
  return /token=(\S+)/.exec(text)![1]!;
}

const change = (body: {
  token: string;
  interval: 'weekly' | 'monthly' | 'daily' | 'manual';
  [field: string]: unknown;
}) => anonymous.POST(PATH, { body: body as never });

test('the owner changes the payout schedule with the link of the letter, once', async () => {
  const token = await requestLink(await newMerchant());
  const before = await anonymous.GET(PATH, { params: { query: { token } } });
  assert.deepEqual([before.data?.interval, before.data?.changed], ['daily', false]);
  const answers = await Promise.all([1, 2, 3].map(() => change({ token, interval: 'weekly', weekday: 'friday' })));
  assert.deepEqual(answers.map(({ response }) => response.status).toSorted(), [200, 404, 404]);
  const { data } = answers.find(({ response }) => response.ok)!;
  assert.deepEqual([data?.interval, data?.weekday, data?.changed], ['weekly', 'friday', true]);
  assert.equal((await anonymous.GET(PATH, { params: { query: { token } } })).response.status, 404);
});

test('a later link replaces an earlier one, and an unknown link opens nothing', async () => {
  const business = await newMerchant();
  const [first, second] = [await requestLink(business), await requestLink(business)];
  assert.equal((await change({ token: first, interval: 'manual' })).response.status, 404);
  assert.equal(
    (await change({ token: 'pyo_00000000000000000000000000000000', interval: 'manual' })).response.status,
    404,
  );
  assert.equal((await change({ token: second, interval: 'manual' })).data?.interval, 'manual');
});

test('a schedule without its day is refused, and the link still works', async () => {
  const token = await requestLink(await newMerchant());
  const refused = await change({ token, interval: 'weekly' });
  assert.deepEqual([refused.response.status, refused.error?.errors?.[0]?.path], [400, 'body.weekday']);
  assert.equal((await change({ token, interval: 'monthly', dayOfMonth: 32 })).response.status, 400);
  assert.equal((await change({ token, interval: 'monthly', dayOfMonth: 15 })).data?.dayOfMonth, 15);
});

test('a provider that fails leaves the link usable', async () => {
  const business = await newMerchant();
  const token = await requestLink(business);
  const operation = 'changePayoutSchedule';
  await provider.faults.next({ kind: 'connection-reset', organizationId: business.id, operation });
  assert.equal((await change({ token, interval: 'manual' })).response.status, 502);
  assert.equal((await change({ token, interval: 'manual' })).response.status, 200);
});

test('a browser changes the schedule with a form', async () => {
  const token = await requestLink(await newMerchant());
  const headers = { accept: 'text/html', 'accept-language': 'en' };
  const page = await (await fetch(`${baseUrl}${PATH}?token=${token}`, { headers })).text();
  assert.match(page, /<h1>Payouts to your bank<\/h1>/);
  const body = new FormData();
  for (const [name, value] of Object.entries({ token, interval: 'monthly', weekday: 'monday', dayOfMonth: '28' }))
    body.set(name, value);
  const saved = await fetch(`${baseUrl}${PATH}`, { method: 'POST', headers, body });
  assert.match(await saved.text(), /Every month/);
});

test('only who may change payments sends the link, and only where there is a merchant account', async () => {
  const business = await newMerchant();
  const accountant = await newMember(business, 'accountant');
  assert.equal((await accountant.api.POST('/v1/payment/payout-schedule-link')).response.status, 403);
  const { api } = await newBusiness();
  assert.equal(codeOf(await api.POST('/v1/payment/payout-schedule-link')), 'merchant_account_missing');
});

test('the letters about payouts are in the language of the organization', async () => {
  const business = await newMerchant();
  await business.api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language: 'en' } } });
  await business.api.POST('/v1/payment/payout-schedule-link');
  const { text } = await letterTo(business.owner.email, /^Change when you receive the payouts of /);
  const token = /token=(\S+)/.exec(text)![1]!;
  assert.equal((await change({ token, interval: 'weekly', weekday: 'friday' })).response.status, 200);
  const changed = await letterTo(business.owner.email, /^The payouts of .* were changed$/);
  assert.match(changed.text, /sends your money to the bank every week\./);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import {
  anonymous,
  app,
  type Business,
  baseUrl,
  codeOf,
  eventually,
  newBusiness,
  newMember,
  newPerson,
} from '#test/harness.ts';
import { press } from '#test/saved-cards.ts';
import { entitlementsOf } from './index.ts';

const { control } = app.simulators.billing;

const checkout = (
  { api }: Pick<Business, 'api'>,
  plan: 'business' | 'pro' = 'business',
  interval: 'month' | 'year' = 'month',
) => api.GET('/v1/billing/checkout', { params: { query: { plan, interval } } });
const subscriptionOf = async ({ api }: Business) => (await api.GET('/v1/billing/subscription')).data!;
const planOf = ({ id }: Business) => app.engine.within(id, async (ctx) => (await entitlementsOf(ctx)).plan.id);

const storedOf = ({ id }: Business) =>
  app.engine.within(id, ({ tx }) =>
    tx.selectFrom('billingSubscriptions').selectAll().where('organizationId', '=', id).orderBy('createdAt').execute(),
  );

async function subscribe(business: Business, plan: 'business' | 'pro' = 'business') {
  const { data } = await checkout(business, plan);
  await press(data!.url, { action: 'pay' });
  assert.equal((await subscriptionOf(business)).plan, plan);
  return (await storedOf(business)).at(-1)!;
}

const notify = (event: object, headers?: Record<string, string>) => {
  const body = JSON.stringify({ id: `evt_${newId()}`, ...event });
  return fetch(`${baseUrl}/v1/billing/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(headers ?? control.sign(Buffer.from(body))) },
  });
};

test('anyone reads the plans with their prices and limits', async () => {
  const { data } = await anonymous.GET('/v1/billing');
  assert.deepEqual(
    data?.data.map(({ id, prices }) => [id, prices?.month ?? null]),
    [
      ['free', null],
      ['business', '29.00'],
      ['pro', '99.00'],
    ],
  );
});

test('an organization without a subscription has the free plan', async () => {
  const business = await newBusiness();
  const view = await subscriptionOf(business);
  assert.deepEqual([view.plan, view.state], ['free', 'none']);
  assert.deepEqual(view.entitlements[0], { name: 'members', limit: 2, used: 1 });
  assert.equal(codeOf(await business.api.GET('/v1/billing/portal')), 'no_subscription');
  assert.deepEqual((await business.api.GET('/v1/billing/payment-history')).data, { data: [] });
});

test('a checkout leads to one page however often it is asked for, and to one subscription', async () => {
  const business = await newBusiness();
  const answers = await Promise.all([1, 2, 3, 4].map(() => checkout(business)));
  assert.equal(new Set(answers.map(({ data }) => data!.url)).size, 1);
  await Promise.all([1, 2].map(() => press(answers[0]!.data!.url, { action: 'pay' })));
  await Promise.all([1, 2, 3].map(() => subscriptionOf(business)));
  const view = await subscriptionOf(business);
  assert.deepEqual([view.plan, view.state, view.interval], ['business', 'active', 'month']);
  assert.equal((await storedOf(business)).length, 1);
  const history = await business.api.GET('/v1/billing/payment-history');
  assert.deepEqual(
    history.data?.data.map(({ amount, state }) => [amount, state]),
    [['29.00', 'paid']],
  );
  assert.equal(codeOf(await checkout(business, 'pro')), 'subscription_exists');
});

test('a notice of the provider activates the plan without any request', async () => {
  const business = await newBusiness();
  const { data } = await checkout(business);
  const objectId = /cs_[0-9a-f]{32}/.exec(data!.url)![0];
  const { customerId } = await control.pay(objectId);
  const answers = await Promise.all(
    [1, 2, 3].map(() => notify({ id: `evt_${objectId}`, subject: 'checkout', objectId, customerId })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
  await eventually(async () => (await planOf(business)) === 'business');
  assert.equal((await storedOf(business)).length, 1);
});

test('a plan lasts while the provider tries to collect, ends when it gives up, and returns when it is paid', async () => {
  const business = await newBusiness();
  const { subscriptionId: objectId, customerId } = await subscribe(business, 'pro');
  const after = async (gesture: 'fail' | 'renew' | 'cancel_now' | 'cancel', state: string) => {
    await control.move(objectId, gesture);
    assert.equal((await notify({ subject: 'subscription', objectId, customerId })).status, 204);
    await eventually(async () => (await storedOf(business))[0]!.state === state);
    return planOf(business);
  };
  assert.equal(await after('fail', 'past_due'), 'pro');
  assert.equal(await after('fail', 'unpaid'), 'free');
  assert.equal(await after('renew', 'active'), 'pro');
  assert.equal(await after('cancel_now', 'canceled'), 'free');
  assert.equal((await subscribe(business)).customerId, customerId, 'A new subscription keeps the customer.');
});

test('an older answer of the provider never replaces a newer one', async () => {
  const business = await newBusiness();
  const { subscriptionId, adapter, customerId } = await subscribe(business);
  const { keepSubscription } = await import('./subscription/keep.ts');
  const facts = { id: subscriptionId, customerId, plan: 'business', interval: 'month' } as const;
  const keep = (state: 'past_due' | 'active', at: Temporal.Instant) =>
    app.engine.within(business.id, (ctx) =>
      keepSubscription(ctx, adapter, { ...facts, state, periodEndsAt: null, cancelsAtPeriodEnd: false }, at),
    );
  const later = Temporal.Now.instant().add({ minutes: 5 });
  await keep('past_due', later);
  await keep('active', later.subtract({ minutes: 1 }));
  assert.equal((await storedOf(business))[0]!.state, 'past_due');
});

test('the portal shows and changes the subscription', async () => {
  const business = await newBusiness();
  await subscribe(business);
  const { data } = await business.api.GET('/v1/billing/portal');
  assert.match(await (await fetch(data!.url)).text(), /Your subscription/);
  assert.match(await (await press(data!.url, { action: 'cancel' })).text(), /ends with its period/);
});

test('a user who pays before they have an organization gets the plan with their first one', async () => {
  const person = await newPerson('Nueva');
  const { data } = await anonymous.GET('/v1/billing/checkout', {
    params: { query: { plan: 'business', email: person.email } },
  });
  const objectId = /cs_[0-9a-f]{32}/.exec(data!.url)![0];
  const { customerId } = await control.pay(objectId);
  const id = `evt_${objectId}`;
  await notify({ id, subject: 'checkout', objectId, customerId });
  await eventually(async () => {
    const { result } = await app.engine.run({}, ({ tx }) =>
      tx.selectFrom('billingNotices').select('handledAt').where('eventId', '=', id).executeTakeFirst(),
    );
    return result?.handledAt;
  });
  const { data: made } = await person.api.POST('/v1/organization', { body: { name: 'Primera' } });
  await eventually(async () => (await planOf({ id: made!.id } as Business)) === 'business');
});

test('a notice with a wrong or old signature is refused', async () => {
  const event = { subject: 'other', objectId: 'x', customerId: null };
  assert.equal((await notify(event, { 'billing-signature': `t=1,v1=${'0'.repeat(64)}` })).status, 400);
  const body = JSON.stringify({ id: 'evt_old', ...event });
  const old = control.sign(Buffer.from(body), Temporal.Now.instant().subtract({ minutes: 6 }));
  const answer = await fetch(`${baseUrl}/v1/billing/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...old },
  });
  assert.equal(answer.status, 400);
});

test('a checkout needs an organization whose payments one may change, or an address', async () => {
  const { response, error } = await anonymous.GET('/v1/billing/checkout', { params: { query: { plan: 'pro' } } });
  assert.deepEqual([response.status, error?.errors?.[0]?.path], [400, 'query.email']);
  const viewer = await newMember(await newBusiness(), 'viewer');
  assert.equal((await checkout(viewer)).response.status, 403);
  assert.equal((await viewer.api.GET('/v1/billing/subscription')).response.status, 403);
});

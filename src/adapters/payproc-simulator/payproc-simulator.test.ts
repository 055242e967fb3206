import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { payproc } from '#modules/payments/payproc.port.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { app, baseUrl, eventually, startTestApp } from '#test/harness.ts';
import { cardNumbers, type PayprocUnderTest, payprocContract } from '#test/ports/payproc-contract.ts';
import { startReceiver } from '#test/receiver.ts';
import { calmWebhooks, type WebhookSwitches } from './webhooks.ts';

const { control, provider, adapter } = app.simulators.payproc;

/** Presses a button on a page and returns the answer. */
async function press(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

payprocContract('payproc-simulator', async (): Promise<PayprocUnderTest> => {
  const organizationId = newId();
  return {
    ...control,
    payproc: adapter.connect({}, organizationId),
    finishOnboarding: control.completeOnboarding,
    saveCard: (merchantId, customerId, card) => control.saveCard(merchantId, customerId, cardNumbers[card]),
    visit: async (url, action, card = 'approves') => {
      const answer = await press(url, { action, card: cardNumbers[card] });
      assert.equal(answer.status, 303);
    },
    dispute: (merchantId, chargeId, amount) => control.openDispute(merchantId, chargeId, { amount }),
    winDispute: (id) => control.moveDispute(id, 'won'),
    loseNextAnswer: (operation, how) =>
      provider.faults.next({ kind: `${how}-after-commit`, organizationId, operation }),
    webhook: (ageSeconds) => {
      const event = {
        id: 'evt_1',
        subject: 'charge',
        objectId: 'ch_1',
        merchantId: null,
        createdAt: realNow().toString(),
      };
      const body = Buffer.from(JSON.stringify(event));
      return { body, headers: control.signWebhook(body, realNow().subtract({ seconds: ageSeconds })) };
    },
  };
});

const service = () => adapter.connect({}, newId());

async function newMerchant() {
  const reference = newId();
  return service().createMerchant({ reference, country: 'DO' }, reference);
}

const formAction = (html: string): string => baseUrl + /action="([^"]+)"/.exec(html)![1]!;
const urls = { returnUrl: 'https://shop.example/done', refreshUrl: 'https://shop.example/again' };

test('an onboarding link works once and then redirects to the refresh URL', async () => {
  const { id } = await newMerchant();
  const { url } = await service().onboardingLink(id, urls);
  const first = await fetch(url);
  const html = await first.text();
  assert.match(html, /Become a merchant/);
  const second = await fetch(url, { redirect: 'manual' });
  assert.equal(second.headers.get('location'), urls.refreshUrl);
  const left = await press(formAction(html), { action: 'leave' });
  assert.equal(left.headers.get('location'), urls.returnUrl);
  assert.equal((await service().readMerchant(id)).detailsSubmitted, false);
  await press(formAction(html), { action: 'review', businessName: '<b>Esquina</b>' });
  const reviewed = await service().readMerchant(id);
  assert.deepEqual([reviewed.detailsSubmitted, reviewed.chargesEnabled], [true, false]);
  assert.deepEqual(reviewed.requirements, ['person.identity_document']);
  await press(formAction(html), { action: 'complete', businessName: '<b>Esquina</b>' });
  assert.equal((await service().readMerchant(id)).chargesEnabled, true);
});

test('an expired unused onboarding link redirects to the refresh URL', async () => {
  const { id } = await newMerchant();
  const { url } = await service().onboardingLink(id, urls);
  const token = url.split('/').at(-1)!;
  await provider.handle(async ({ objects }) => {
    const link = await objects.lock<object>('link', token);
    await objects.update('link', token, { ...link, expiresAt: '2020-01-01T00:00:00.000Z' });
  });
  const late = await fetch(url, { redirect: 'manual' });
  assert.equal(late.headers.get('location'), urls.refreshUrl);
});

test('an unknown link or a link of another page opens nothing', async () => {
  const { id } = await newMerchant();
  const { url } = await service().onboardingLink(id, urls);
  assert.equal((await fetch(`${baseUrl}/simulator/payproc/onboarding/link_nonsense`)).status, 404);
  assert.equal((await fetch(url.replace('/onboarding/', '/dashboard/'))).status, 404);
  assert.equal((await press(`${baseUrl}/simulator/payproc/dashboard/${url.split('/').at(-1)}`, {})).status, 404);
});

test('the dashboard escapes names, settles the balance and moves payouts', async () => {
  const { id } = await newMerchant();
  await control.completeOnboarding(id);
  const { url: onboarding } = await service().onboardingLink(id, urls);
  await press(formAction(await (await fetch(onboarding)).text()), {
    action: 'complete',
    businessName: '<b>Esquina</b>',
  });
  const account = service().account(id);
  const customer = await account.ensureCustomer({ reference: newId(), name: 'Ana', email: null });
  const charge = await account.charge(
    {
      amount: 12_500n,
      currency: 'DOP',
      customerId: customer.id,
      paymentMethodId: await control.saveCard(id, customer.id, cardNumbers.processes),
      offSession: false,
      capture: 'automatic',
      saveMethod: false,
      description: 'Café',
      returnUrl: urls.returnUrl,
    },
    newId(),
  );
  const html = await (await fetch((await service().dashboardLink(id)).url)).text();
  assert.ok(!html.includes('<b>Esquina'));
  const dashboard = formAction(html);
  await press(dashboard, { action: 'succeeded', about: 'charge', id: charge.id });
  assert.match(await (await press(dashboard, { action: 'settle' })).text(), /125\.00 DOP/);
  const payout = await account.createPayout({ amount: 12_500n, currency: 'DOP' }, newId());
  await press(dashboard, { action: 'in_transit', about: 'payout', id: payout.id });
  await press(dashboard, { action: 'paid', about: 'payout', id: payout.id });
  assert.equal((await account.readPayout(payout.id)).state, 'paid');
  const stranger = await newMerchant();
  await control.completeOnboarding(stranger.id);
  const theirs = formAction(await (await fetch((await service().dashboardLink(stranger.id)).url)).text());
  assert.equal((await press(theirs, { action: 'failed', about: 'payout', id: payout.id })).status, 404);
});

test('the card page requires 3-D Secure and only works with its secret', async () => {
  const account = service().account(null);
  const customer = await account.ensureCustomer({ reference: newId(), name: 'Ana', email: null });
  const setup = await account.createSetup(customer.id, urls, newId());
  assert.match(await (await fetch(setup.url)).text(), /Save a card/);
  assert.equal((await fetch(setup.url.slice(0, -1))).status, 404);
  const asked = await press(setup.url, { action: 'authenticate', card: cardNumbers.approves });
  assert.equal(asked.headers.get('location'), setup.url);
  assert.match(await (await fetch(setup.url)).text(), /Is it you/);
  const done = await press(setup.url, { action: 'confirm' });
  assert.equal(done.headers.get('location'), `${urls.returnUrl}?status=succeeded`);
  const again = await press(setup.url, { action: 'pay', card: cardNumbers.approves });
  assert.equal(again.headers.get('location'), `${urls.returnUrl}?status=succeeded`);
  assert.equal((await account.listPaymentMethods(customer.id)).length, 1);
});

test('a fault set on the page breaks the next call once', async () => {
  const organizationId = newId();
  const broken = await fetch(`${baseUrl}/simulator/payproc/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'too-many-requests', organizationId }),
  });
  assert.equal(broken.status, 200);
  assert.match(await broken.text(), /too-many-requests/);
  const unknown = await press(`${baseUrl}/simulator/payproc/faults`, { kind: 'meteor' });
  assert.equal(unknown.status, 400);
  const provider = adapter.connect({}, organizationId);
  const { id } = await newMerchant();
  await assert.rejects(provider.readMerchant(id));
  assert.equal((await provider.readMerchant(id)).id, id);
});

/** A webhook receiver that verifies events and lists those about an object. */
async function listen(t: TestContext, switches: Partial<WebhookSwitches> = {}) {
  const receiver = await startReceiver();
  t.after(() => provider.webhooks.writeSwitches(calmWebhooks));
  const misbehave = (how: Partial<WebhookSwitches>) =>
    provider.webhooks.writeSwitches({ ...calmWebhooks, url: receiver.url, ...how });
  await misbehave(switches);
  const received = () =>
    receiver.requests.map(({ body, headers }) => service().verifyWebhook(Buffer.from(body), headers));
  return { receiver, misbehave, received, about: (id: string) => received().filter(({ objectId }) => objectId === id) };
}

test('events are signed and retried until the receiver accepts them', async (t) => {
  const { receiver, about } = await listen(t);
  receiver.answer = 500;
  const { id } = await newMerchant();
  await eventually(async () => about(id).length >= 1);
  receiver.answer = 200;
  await eventually(async () => about(id).length >= 2);
  const [first, second] = about(id);
  assert.deepEqual([first?.subject, first?.merchantId], ['merchant', id]);
  assert.deepEqual(second, first);
});

test('an event can arrive before the answer to the call that caused it', async (t) => {
  const { about } = await listen(t, { beforeAnswer: true });
  const { id } = await newMerchant();
  assert.equal(about(id).length, 1);
});

test('events can be duplicated, delayed, reordered or lost', async (t) => {
  const { misbehave, received, about } = await listen(t, { duplicate: true, delayMs: 50 });
  const twice = await newMerchant();
  await eventually(async () => about(twice.id).length === 2);
  assert.equal(new Set(about(twice.id).map(({ id }) => id)).size, 1);

  await misbehave({ reorder: true });
  const [early, late] = [await newMerchant(), await newMerchant()];
  await eventually(async () => about(early.id).length === 1 && about(late.id).length === 1);
  const order = received().map(({ objectId }) => objectId);
  assert.ok(order.indexOf(late.id) < order.indexOf(early.id));

  await misbehave({ drop: true });
  const lost = await newMerchant();
  await misbehave({});
  const sent = await newMerchant();
  await eventually(async () => about(sent.id).length === 1);
  assert.equal(about(lost.id).length, 0);
});

test('events are sent to loopback addresses only', async (t) => {
  t.after(() => provider.webhooks.writeSwitches(calmWebhooks));
  const page = `${baseUrl}/simulator/payproc/webhooks`;
  assert.equal((await press(page, { url: 'https://evil.example/' })).status, 400);
  assert.equal((await press(page, { url: 'http://127.0.0.1:1/', drop: 'true' })).status, 303);
  assert.equal((await provider.webhooks.readSwitches()).drop, true);
});

test('a production service has no simulated payments: neither the pages nor the adapter', async () => {
  const production = await startTestApp({ NODE_ENV: 'production' });
  try {
    assert.equal((await fetch(`${production.publicUrl}/simulator/payproc/faults`)).status, 404);
    assert.deepEqual(production.engine.services.connections.adaptersOf(payproc), []);
  } finally {
    await production.stop();
  }
});

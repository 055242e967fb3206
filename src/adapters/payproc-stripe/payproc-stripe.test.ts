import assert from 'node:assert/strict';
import { test } from 'node:test';
import Stripe from 'stripe';
import { ProviderKeyReused, payproc } from '#modules/payments/payproc.port.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { type FakeRequest, startFake } from '#test/fakes/fake-server.ts';
import { startFakeStripe } from '#test/fakes/stripe.ts';
import { startTestApp } from '#test/harness.ts';
import { cardNumbers, type PayprocUnderTest, payprocContract } from '#test/ports/payproc-contract.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { payprocStripe } from './payproc-stripe.ts';
import { declineReasonOf } from './stripe-errors.ts';
import { moneyFrom, toStripe } from './stripe-money.ts';

const webhookSecret = 'whsec_test';
const keys = { secretKey: 'sk_test_x', webhookSecret, timeoutMs: 300 };
const fake = await startFakeStripe();
const adapter = payprocStripe({ ...keys, apiUrl: fake.url });

/** Stripe's library retries a lost call, so a fault must hit every attempt to reach the caller. */
const TRIES = 2;
const isCharge = ({ method, path }: FakeRequest): boolean => method === 'POST' && path === '/v1/payment_intents';

const signed = (event: object, ageSeconds = 0) => {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const header = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
    payload,
    secret: webhookSecret,
    timestamp,
  });
  return { body: Buffer.from(payload), headers: { 'stripe-signature': header } };
};

const eventOf = (type: string, object: object, account?: string) => ({
  id: 'evt_1',
  object: 'event',
  type,
  created: 1_763_208_000,
  ...(account && { account }),
  data: { object },
});

payprocContract(
  'payproc-stripe',
  async (): Promise<PayprocUnderTest> => ({
    payproc: adapter.connect({}, newId()),
    finishOnboarding: async (merchantId) => fake.finishOnboarding(merchantId),
    saveCard: async (merchantId, customerId, card) => fake.saveCard(merchantId, customerId, cardNumbers[card]),
    visit: async (url, gesture, card = 'approves') => fake.visit(url, gesture, cardNumbers[card]),
    settle: async (merchantId) => fake.settle(merchantId),
    finishProcessing: async (chargeId, outcome) => fake.finishProcessing(chargeId, outcome),
    dispute: async (_merchantId, chargeId, amount) => fake.openDispute(chargeId, Number(amount)),
    winDispute: async (id) => fake.winDispute(id),
    movePayout: async (payoutId, state) => fake.movePayout(payoutId, state),
    loseNextAnswer: async (operation, how) => {
      assert.equal(operation, 'charge');
      fake.faults.push({ matches: isCharge, how, times: TRIES });
    },
    webhook: (ageSeconds) =>
      signed(eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }), ageSeconds),
  }),
);

test('an answer lost once is retried by Stripe’s library', async () => {
  const provider = adapter.connect({}, newId());
  const account = provider.account(null);
  const { id: customerId } = await account.ensureCustomer({ reference: newId(), name: 'Ana', email: null });
  const paymentMethodId = fake.saveCard(null, customerId, cardNumbers.approves);
  fake.faults.push({ matches: isCharge, how: 'timeout', times: 1 });
  const sale = { amount: 100n, currency: 'DOP', description: 'Pan', returnUrl: 'https://shop.example/' };
  const how = { offSession: true, capture: 'automatic', saveMethod: false } as const;
  const charge = await account.charge({ ...sale, ...how, customerId, paymentMethodId }, newId());
  assert.equal(charge.state, 'succeeded');
});

test('each event type is mapped to its object and account', () => {
  const provider = adapter.connect({}, newId());
  const about = (type: string, object: object, account?: string) => {
    const { body, headers } = signed(eventOf(type, object, account));
    const { subject, objectId, merchantId } = provider.verifyWebhook(body, headers);
    return [subject, objectId, merchantId];
  };
  assert.deepEqual(about('payment_intent.succeeded', { id: 'pi_1' }), ['charge', 'pi_1', null]);
  assert.deepEqual(about('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, 'acct_1'), [
    'charge',
    'pi_1',
    'acct_1',
  ]);
  assert.deepEqual(about('charge.dispute.created', { id: 'du_1', payment_intent: 'pi_1' }, 'acct_1'), [
    'dispute',
    'du_1',
    'acct_1',
  ]);
  assert.deepEqual(about('checkout.session.completed', { id: 'cs_1', mode: 'setup' }), ['setup', 'cs_1', null]);
  assert.deepEqual(about('checkout.session.completed', { id: 'cs_1', mode: 'payment' }), ['charge', 'cs_1', null]);
  assert.deepEqual(about('account.updated', { id: 'acct_1' }, 'acct_1'), ['merchant', 'acct_1', 'acct_1']);
  assert.deepEqual(about('balance.available', {}, 'acct_1'), ['balance', 'acct_1', 'acct_1']);
  assert.deepEqual(about('payout.paid', { id: 'po_1' }, 'acct_1'), ['payout', 'po_1', 'acct_1']);
  assert.deepEqual(about('invoice.paid', { id: 'in_1' }), ['other', 'in_1', null]);
});

test('errors of Stripe are mapped to errors of the port', async () => {
  for (const [status, type, kind] of [
    [500, 'api_error', ProviderUnavailable],
    [429, 'invalid_request_error', ProviderUnavailable],
    [401, 'invalid_request_error', ProviderRefused],
    [403, 'invalid_request_error', ProviderRefused],
    [400, 'idempotency_error', ProviderKeyReused],
  ] as const) {
    const { url } = await startFake(() => ({ status, body: { error: { type, message: 'No.' } } }));
    const elsewhere = payprocStripe({ ...keys, apiUrl: url }).connect({}, newId());
    await assert.rejects(elsewhere.readMerchant('acct_1'), refusesWith(kind));
  }
  const nowhere = payprocStripe({ ...keys, apiUrl: 'http://127.0.0.1:1' }).connect({}, newId());
  await assert.rejects(nowhere.readMerchant('acct_1'), refusesWith(ProviderUnavailable));
  await assert.rejects(adapter.connect({}, newId()).readMerchant('acct_none'), refusesWith(ProviderRefused));
});

test('a refund beyond Stripe’s balance is refused as such, not as a failed payout', async () => {
  const error = {
    type: 'invalid_request_error',
    code: 'balance_insufficient',
    message: 'You have insufficient funds.',
  };
  const { url } = await startFake(({ method }) =>
    method === 'GET' ? { status: 200, body: { id: 'pi_1', currency: 'dop' } } : { status: 400, body: { error } },
  );
  const account = payprocStripe({ ...keys, apiUrl: url })
    .connect({}, newId())
    .account('acct_1');
  await assert.rejects(account.refundCharge('pi_1', 100n, newId()), refusesWith(ProviderRefused));
});

test('a refund in a state that is not known here is not over', async () => {
  const { url } = await startFake(() => ({
    status: 200,
    body: { id: 're_1', amount: 100, currency: 'dop', status: 'under_review', payment_intent: 'pi_1' },
  }));
  const account = payprocStripe({ ...keys, apiUrl: url })
    .connect({}, newId())
    .account('acct_1');
  assert.equal((await account.readRefund('re_1')).state, 'pending');
});

test('decline codes are mapped to the few reasons that a customer can act on', () => {
  assert.equal(declineReasonOf({ code: 'card_declined', decline_code: 'stolen_card' }), 'suspected_fraud');
  assert.equal(declineReasonOf({ code: 'incorrect_cvc' }), 'wrong_security_code');
  assert.equal(declineReasonOf({ code: 'card_declined', decline_code: 'do_not_honor' }), 'declined');
  assert.equal(declineReasonOf({ code: 'card_declined', decline_code: 'card_velocity_exceeded' }), 'limit_exceeded');
});

test('amounts of zero-decimal currencies that Stripe counts in hundredths round-trip', () => {
  for (const money of [
    { amount: 500n, currency: 'ISK' },
    { amount: 500n, currency: 'JPY' },
    { amount: 12_500n, currency: 'DOP' },
  ])
    assert.deepEqual(moneyFrom(toStripe(money)), money);
  assert.equal(toStripe({ amount: 500n, currency: 'ISK' }).amount, 50_000);
});

test('Stripe is the default processor only if its key is in the environment', async () => {
  const service = await startTestApp({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_URL: fake.url });
  try {
    const names = service.engine.services.connections.adaptersOf(payproc).map(({ name }) => name);
    assert.deepEqual(names, ['payproc-stripe', 'payproc-simulator']);
  } finally {
    await service.stop();
  }
});

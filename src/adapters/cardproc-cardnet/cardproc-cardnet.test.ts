import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cardproc, defaultCardprocSettings } from '#modules/payments/cardproc.port.ts';
import { outboundClient } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { startFakeCardnet } from '#test/fakes/cardnet.ts';
import { type FakeRequest, startFake } from '#test/fakes/fake-server.ts';
import { type CardprocUnderTest, cardNumbers, cardprocContract } from '#test/ports/cardproc-contract.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { startReceiver } from '#test/receiver.ts';
import { cardprocCardnet } from './cardproc-cardnet.ts';

/** The path of the request that does the work of an operation. */
const paths: Partial<Record<keyof Cardproc, RegExp>> = {
  charge: /\/Purchase$/,
  refundPurchase: /\/refund$/,
};

const call = outboundClient({ allowPrivate: true });
const fake = await startFakeCardnet();
const adapter = cardprocCardnet({ call, addresses: { test: fake.url, live: fake.url }, timeoutMs: 300 });

const breakNext = (merchant: string, operation: keyof Cardproc, how: 'timeout' | 'error' | 'down') => {
  const matches = ({ method, path, headers }: FakeRequest): boolean =>
    method === 'POST' && paths[operation]!.test(path) && headers.authorization === `Basic sk_${merchant}`;
  fake.faults.push({ matches, how, times: 1 });
};

cardprocContract(
  'cardproc-cardnet',
  async (): Promise<CardprocUnderTest> => ({
    connect: (merchant, settings) => adapter.connect(settings, merchant),
    enterCard: async (url, card) => fake.enterCard(url, cardNumbers[card]),
    activationCode: async (profileId) => fake.activationCode(profileId),
    visit: async (url, gesture) => fake.answerBank(url, gesture === 'confirm'),
    finishProcessing: async (purchaseId, outcome) => fake.finish(purchaseId, outcome),
    loseNextAnswer: async (merchant, operation, how) => breakNext(merchant, operation, how),
    goDown: async (merchant, operation) => breakNext(merchant, operation, 'down'),
  }),
);

const ana = { name: 'Ana', email: null, phone: null, document: null };
const settings = { ...defaultCardprocSettings, environment: 'test' as const, privateKey: `sk_${newId()}` };

test('the capture page is opened with the public key and the session of this visit', async () => {
  const merchant = adapter.connect({ ...settings, publicKey: 'pk_1' }, newId());
  const { id } = await merchant.createCustomer(ana);
  const session = await merchant.startCapture(id);
  const url = new URL(session.url);
  assert.deepEqual([url.searchParams.get('key'), url.searchParams.get('session_id')], ['pk_1', session.id]);
});

test('without a private key nothing is sent, and a wrong key is reported', async () => {
  await assert.rejects(
    adapter.connect({ ...settings, privateKey: null }, newId()).createCustomer(ana),
    refusesWith(ProviderRefused),
  );
  const receiver = await startReceiver(401);
  const elsewhere = cardprocCardnet({ call, addresses: { test: receiver.url, live: receiver.url }, timeoutMs: 300 });
  await assert.rejects(elsewhere.connect(settings, newId()).createCustomer(ana), refusesWith(ProviderRefused));
});

test('a refund in a state that is not known here is not over, so that it is not made again', async () => {
  const refund = { PurchaseRefundId: 7, Amount: 100, Currency: 'DOP', Status: 'InReview' };
  const purchase = {
    ...{ PurchaseId: 1, Amount: 100, Currency: 'DOP', Transaction: { TransactionStatusId: 1 } },
    RefundList: [],
  };
  const { url } = await startFake(({ method }) => ({
    status: 200,
    body: { Response: method === 'GET' ? purchase : refund, Errors: [] },
  }));
  const elsewhere = cardprocCardnet({ call, addresses: { test: url, live: url }, timeoutMs: 300 });
  const made = await elsewhere.connect(settings, newId()).refundPurchase('1', null, newId());
  assert.equal(made.state, 'pending');
});

test('an answer that is not the provider’s JSON counts as unavailable', async () => {
  const receiver = await startReceiver(200);
  const elsewhere = cardprocCardnet({ call, addresses: { test: receiver.url, live: receiver.url }, timeoutMs: 300 });
  await assert.rejects(elsewhere.connect(settings, newId()).createCustomer(ana), refusesWith(ProviderUnavailable));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MerchantNotReady,
  type NewCharge,
  PaymentMethodUnknown,
  PayoutExceedsBalance,
  type Payproc,
  type PayprocAccount,
  ProviderKeyReused,
  RefundExceedsCharge,
  WebhookRefused,
} from '#modules/payments/payproc.port.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusesWith } from './refuses-with.ts';

/** The cards that a provider offers for tests, by what they do. */
export const cardNumbers = {
  approves: '4242424242424242',
  'settles-at-once': '4000000000000077',
  declines: '4000000000000002',
  'no-funds': '4000000000009995',
  expired: '4000000000000069',
  'declines-once-saved': '4000000000000341',
  'authenticates-always': '4000002760003184',
  'authenticates-until-saved': '4000002500003155',
  processes: '4000000000000093',
};
export type CardBehaviour = keyof typeof cardNumbers;

/** An adapter under test, with controls for the merchant, the customer, the bank and network failures. */
export interface PayprocUnderTest {
  payproc: Payproc;
  finishOnboarding(merchantId: string): Promise<void>;
  saveCard(merchantId: string | null, customerId: string, card: CardBehaviour): Promise<string>;
  /** Acts as the customer on a hosted page. */
  visit(url: string, gesture: 'pay' | 'confirm' | 'fail' | 'abandon', card?: CardBehaviour): Promise<void>;
  settle(merchantId: string): Promise<void>;
  finishProcessing(chargeId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  /** The bank of the customer takes an amount of a charge back. Answers the dispute. */
  dispute(merchantId: string, chargeId: string, amount: bigint): Promise<string>;
  winDispute(disputeId: string): Promise<void>;
  movePayout(payoutId: string, state: 'in_transit' | 'paid' | 'failed'): Promise<void>;
  /** Loses the answer to the next call of an operation after it did its work. */
  loseNextAnswer(operation: string, how: 'timeout' | 'error'): Promise<void>;
  webhook(ageSeconds: number): { body: Buffer; headers: Record<string, string> };
}

/** The tests that every adapter of the port must pass. */
export function payprocContract(name: string, connect: () => Promise<PayprocUnderTest>): void {
  const promise = (sentence: string, keep: (under: PayprocUnderTest) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => keep(await connect()));

  const customerOf = async (account: PayprocAccount): Promise<string> =>
    (await account.ensureCustomer({ reference: newId(), name: 'Ana', email: null })).id;

  const openShop = async (under: PayprocUnderTest) => {
    const reference = newId();
    const { id } = await under.payproc.createMerchant({ reference, country: 'DO' }, reference);
    await under.finishOnboarding(id);
    const account = under.payproc.account(id);
    const customerId = await customerOf(account);
    const charge = async (card: CardBehaviour, details: Partial<NewCharge> = {}) => {
      const paymentMethodId = await under.saveCard(id, customerId, card);
      return account.charge({ ...sale, customerId, paymentMethodId, ...details }, newId());
    };
    const balance = async () => (await account.balance()).find(({ currency }) => currency === 'DOP');
    return { id, account, customerId, charge, balance };
  };

  promise('a merchant can charge only after onboarding', async (under) => {
    const reference = newId();
    const opened = await under.payproc.createMerchant({ reference, country: 'DO' }, reference);
    assert.deepEqual([opened.chargesEnabled, opened.payoutsEnabled, opened.detailsSubmitted], [false, false, false]);
    assert.ok(opened.requirements.length > 0);
    const account = under.payproc.account(opened.id);
    await assert.rejects(account.charge(sale, newId()), refusesWith(MerchantNotReady));
    await assert.rejects(under.payproc.dashboardLink(opened.id), refusesWith(ProviderRefused));
    assert.ok((await under.payproc.acceptedMethods(opened.id)).every(({ status }) => status === 'pending'));
    await under.finishOnboarding(opened.id);
    const ready = await under.payproc.readMerchant(opened.id);
    assert.deepEqual([ready.chargesEnabled, ready.payoutsEnabled, ready.detailsSubmitted], [true, true, true]);
    assert.equal((await account.charge(sale, newId())).state, 'requires_method');
    assert.ok((await under.payproc.acceptedMethods(opened.id)).some(({ status }) => status === 'active'));
    assert.match((await under.payproc.dashboardLink(opened.id)).url, /^https?:/);
  });

  promise(
    'the same key returns the same merchant, even concurrently; with other details it is refused',
    async (under) => {
      const reference = newId();
      const open = (country: string) => under.payproc.createMerchant({ reference, country }, reference);
      const opened = await Promise.all([open('DO'), open('DO'), open('DO')]);
      assert.equal(new Set(opened.map(({ id }) => id)).size, 1);
      await assert.rejects(open('US'), refusesWith(ProviderKeyReused));
    },
  );

  promise('the schedule of payouts can be changed, and is read back', async (under) => {
    const { id } = await openShop(under);
    for (const schedule of [
      { interval: 'weekly', weekday: 'friday', dayOfMonth: null },
      { interval: 'monthly', weekday: null, dayOfMonth: 15 },
      { interval: 'manual', weekday: null, dayOfMonth: null },
    ] as const) {
      assert.deepEqual((await under.payproc.changePayoutSchedule(id, schedule)).payoutSchedule, schedule);
      assert.deepEqual((await under.payproc.readMerchant(id)).payoutSchedule, schedule);
    }
  });

  promise('repeating a call whose answer was lost returns its one result', async (under) => {
    const shop = await openShop(under);
    const paymentMethodId = await under.saveCard(shop.id, shop.customerId, 'approves');
    const key = newId();
    const pay = () => shop.account.charge({ ...sale, customerId: shop.customerId, paymentMethodId }, key);
    await under.loseNextAnswer('charge', 'timeout');
    await assert.rejects(pay(), refusesWith(ProviderTimeout));
    await under.loseNextAnswer('charge', 'error');
    await assert.rejects(pay(), refusesWith(ProviderUnavailable));
    const charge = await pay();
    assert.equal(charge.state, 'succeeded');
    assert.equal((await shop.balance())?.pending, sale.amount);
  });

  promise('the same reference returns the same customer, and accounts do not share customers', async (under) => {
    const shop = await openShop(under);
    const service = under.payproc.account(null);
    const details = { reference: newId(), name: 'Ana', email: 'ana@example.com' };
    const made = await Promise.all([service.ensureCustomer(details), service.ensureCustomer(details)]);
    assert.equal(made[0].id, made[1].id);
    assert.equal((await service.ensureCustomer({ ...details, name: 'Ana María' })).id, made[0].id);
    await assert.rejects(shop.account.listPaymentMethods(made[0].id), refusesWith(ProviderRefused));
  });

  promise('a payment method entered on the page is saved, listed and detached', async (under) => {
    const service = under.payproc.account(null);
    const customerId = await customerOf(service);
    const setup = await service.createSetup(customerId, { returnUrl: sale.returnUrl }, newId());
    assert.equal(setup.state, 'requires_method');
    await under.visit(setup.url, 'abandon');
    assert.equal((await service.readSetup(setup.id)).state, 'requires_method');
    await under.visit(setup.url, 'pay', 'declines');
    assert.deepEqual(pick(await service.readSetup(setup.id), 'state', 'declineReason'), ['failed', 'declined']);
    await under.visit(setup.url, 'pay', 'approves');
    const done = await service.readSetup(setup.id);
    assert.equal(done.state, 'succeeded');
    const [method] = await service.listPaymentMethods(customerId);
    assert.equal(method?.id, done.paymentMethodId);
    assert.match(method?.card?.last4 ?? '', /^\d{4}$/);
    const other = await customerOf(service);
    await assert.rejects(service.detachPaymentMethod(other, method!.id), refusesWith(PaymentMethodUnknown));
    await service.detachPaymentMethod(customerId, method!.id);
    await assert.rejects(service.detachPaymentMethod(customerId, method!.id), refusesWith(PaymentMethodUnknown));
    assert.deepEqual(await service.listPaymentMethods(customerId), []);
  });

  promise('a declined charge returns its reason, and no money moves', async (under) => {
    const shop = await openShop(under);
    const reasons: [CardBehaviour, string][] = [
      ['declines', 'declined'],
      ['declines-once-saved', 'declined'],
      ['no-funds', 'insufficient_funds'],
      ['expired', 'expired_card'],
    ];
    for (const [card, reason] of reasons)
      assert.deepEqual(pick(await shop.charge(card), 'state', 'declineReason'), ['failed', reason]);
    assert.equal((await shop.balance())?.pending ?? 0n, 0n);
  });

  promise(
    'a charge that needs authentication fails without the customer and waits with the customer',
    async (under) => {
      const shop = await openShop(under);
      const alone = await shop.charge('authenticates-always', { offSession: true });
      assert.deepEqual(pick(alone, 'state', 'declineReason'), ['failed', 'authentication_required']);
      const refused = await shop.charge('authenticates-always');
      assert.equal(refused.state, 'requires_action');
      await under.visit(refused.url!, 'fail');
      assert.equal((await shop.account.readCharge(refused.id)).declineReason, 'authentication_failed');
      const present = await shop.charge('authenticates-always');
      await under.visit(present.url!, 'confirm');
      assert.equal((await shop.account.readCharge(present.id)).state, 'succeeded');
    },
  );

  promise('a card saved with authentication can be charged without the customer', async (under) => {
    const { account, customerId } = await openShop(under);
    const setup = await account.createSetup(customerId, { returnUrl: sale.returnUrl }, newId());
    await under.visit(setup.url, 'pay', 'authenticates-until-saved');
    await under.visit(setup.url, 'confirm');
    const { paymentMethodId } = await account.readSetup(setup.id);
    const charge = await account.charge({ ...sale, customerId, paymentMethodId, offSession: true }, newId());
    assert.equal(charge.state, 'succeeded');
  });

  promise('without a method the customer pays on the page and may save the method there', async (under) => {
    const { account, customerId } = await openShop(under);
    const charge = await account.charge({ ...sale, customerId, saveMethod: true }, newId());
    await under.visit(charge.url!, 'pay', 'approves');
    assert.equal((await account.readCharge(charge.id)).state, 'succeeded');
    assert.equal((await account.listPaymentMethods(customerId)).length, 1);
  });

  promise('a processing charge can succeed or fail', async (under) => {
    const shop = await openShop(under);
    const good = await shop.charge('processes');
    const bad = await shop.charge('processes');
    assert.deepEqual([good.state, bad.state], ['processing', 'processing']);
    await under.finishProcessing(good.id, 'succeeded');
    await under.finishProcessing(bad.id, 'failed');
    assert.equal((await shop.account.readCharge(good.id)).state, 'succeeded');
    assert.equal((await shop.account.readCharge(bad.id)).state, 'failed');
    assert.equal((await shop.balance())?.pending, sale.amount);
  });

  promise('an authorized charge can be captured in part or canceled, once', async (under) => {
    const shop = await openShop(under);
    const reserved = await shop.charge('approves', { capture: 'manual' });
    assert.deepEqual(pick(reserved, 'state', 'amountCaptured'), ['authorized', 0n]);
    const capture = (amount: bigint) => shop.account.captureCharge(reserved.id, amount, newId());
    await assert.rejects(capture(sale.amount + 1n), refusesWith(ProviderRefused));
    assert.deepEqual(pick(await capture(5_000n), 'state', 'amountCaptured'), ['succeeded', 5_000n]);
    await assert.rejects(capture(5_000n), refusesWith(ProviderRefused));
    await assert.rejects(shop.account.cancelCharge(reserved.id, newId()), refusesWith(ProviderRefused));
    const dropped = await shop.charge('approves', { capture: 'manual' });
    assert.equal((await shop.account.cancelCharge(dropped.id, newId())).state, 'canceled');
    assert.equal((await shop.balance())?.pending, 5_000n);
  });

  promise('refunds never exceed the captured amount, even concurrently', async (under) => {
    const shop = await openShop(under);
    const { id } = await shop.charge('approves');
    const first = await shop.account.refundCharge(id, 4_000n, newId());
    assert.deepEqual(pick(first, 'amount', 'state'), [4_000n, 'succeeded']);
    assert.deepEqual(await shop.account.readRefund(first.id), first);
    const rest = await Promise.allSettled(
      Array.from({ length: 4 }, () => shop.account.refundCharge(id, 5_000n, newId())),
    );
    assert.equal(rest.filter(({ status }) => status === 'fulfilled').length, 1);
    await assert.rejects(shop.account.refundCharge(id, 3_501n, newId()), refusesWith(RefundExceedsCharge));
    assert.equal((await shop.account.refundCharge(id, null, newId())).amount, 3_500n);
    assert.equal((await shop.account.readCharge(id)).amountRefunded, sale.amount);
    assert.equal((await shop.balance())?.pending, 0n);
  });

  promise('a dispute shows its charge and what was withdrawn and reinstated because of it', async (under) => {
    const shop = await openShop(under);
    const onPage = await shop.account.charge(sale, newId());
    await under.visit(onPage.url!, 'pay');
    for (const { id: chargeId } of [await shop.charge('approves'), onPage]) {
      const before = (await shop.balance())!;
      const id = await under.dispute(shop.id, chargeId, 4_000n);
      const open = await shop.account.readDispute(id);
      assert.deepEqual(pick(open, 'chargeId', 'amount', 'currency', 'state'), [chargeId, 4_000n, 'DOP', 'open']);
      assert.ok(open.reason && open.evidenceDueAt);
      const fee = open.movements[0]!.fee;
      assert.deepEqual(open.movements, [{ amount: -4_000n, currency: 'DOP', fee }]);
      await under.winDispute(id);
      const won = await shop.account.readDispute(id);
      assert.deepEqual([won.state, won.movements.map(({ amount }) => amount)], ['won', [-4_000n, 4_000n]]);
      const after = (await shop.balance())!;
      assert.equal(after.available + after.pending, before.available + before.pending - fee);
    }
    await assert.rejects(shop.account.readDispute('du_none'), refusesWith(ProviderRefused));
    const list = (page: { since?: Temporal.Instant; before?: string; limit?: number } = {}) =>
      shop.account.listDisputes({
        since: Temporal.Instant.from('2020-01-01T00:00Z'),
        before: null,
        limit: 10,
        ...page,
      });
    const [newest, oldest] = await list();
    assert.deepEqual([newest!.state, oldest!.state], ['won', 'won']);
    assert.deepEqual([await list({ limit: 1 }), await list({ before: newest!.id })], [[newest], [oldest]]);
    assert.deepEqual(await list({ since: Temporal.Now.instant().add({ hours: 1 }) }), []);
  });

  promise('money becomes available, is paid out once, and returns if the payout fails', async (under) => {
    const shop = await openShop(under);
    await shop.charge('approves');
    const payOut = (amount: bigint) => shop.account.createPayout({ amount, currency: 'DOP' }, newId());
    await assert.rejects(payOut(1n), refusesWith(PayoutExceedsBalance));
    await under.settle(shop.id);
    assert.deepEqual(await shop.balance(), { currency: 'DOP', available: sale.amount, pending: 0n });
    const tries = await Promise.allSettled([payOut(sale.amount), payOut(sale.amount)]);
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    const [payout] = await shop.account.listPayouts({ before: null, limit: 10 });
    assert.equal(payout?.state, 'pending');
    await under.movePayout(payout!.id, 'in_transit');
    await under.movePayout(payout!.id, 'paid');
    await under.movePayout(payout!.id, 'failed');
    assert.equal((await shop.account.readPayout(payout!.id)).state, 'failed');
    assert.equal((await shop.balance())?.available, sale.amount);
    await shop.charge('settles-at-once');
    assert.equal((await shop.balance())?.available, 2n * sale.amount);
    const second = await payOut(sale.amount);
    const after = await shop.account.listPayouts({ before: second.id, limit: 10 });
    assert.deepEqual(
      after.map(({ id }) => id),
      [payout!.id],
    );
  });

  promise('a webhook is accepted only if it is signed and recent', async (under) => {
    const { body, headers } = under.webhook(0);
    assert.equal(typeof under.payproc.verifyWebhook(body, headers).id, 'string');
    const forged = Buffer.from(body.toString().replace('1', '2'));
    assert.throws(() => under.payproc.verifyWebhook(forged, headers), refusesWith(WebhookRefused));
    assert.throws(() => under.payproc.verifyWebhook(body, {}), refusesWith(WebhookRefused));
    const old = under.webhook(600);
    assert.throws(() => under.payproc.verifyWebhook(old.body, old.headers), refusesWith(WebhookRefused));
  });
}

const sale: NewCharge = {
  amount: 12_500n,
  currency: 'DOP',
  customerId: null,
  paymentMethodId: null,
  offSession: false,
  capture: 'automatic',
  saveMethod: false,
  description: 'Café y pan',
  returnUrl: 'https://shop.example/done',
};

const pick = <T, K extends keyof T>(object: T, ...names: K[]): T[K][] => names.map((name) => object[name]);

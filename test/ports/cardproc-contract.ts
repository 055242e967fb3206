import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ActivationCodeWrong,
  type Cardproc,
  type CardprocSettings,
  defaultCardprocSettings,
  type NewPurchase,
} from '#modules/payments/cardproc.port.ts';
import { PaymentMethodUnknown, ProviderKeyReused, RefundExceedsCharge } from '#modules/payments/payproc.port.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusesWith } from './refuses-with.ts';

/** The cards that a provider offers for tests, by what they do. */
export const cardNumbers = {
  approves: '4111111111111111',
  declines: '4000000000000002',
  'no-funds': '4000000000009995',
  expired: '4000000000000069',
  fraud: '4100000000000019',
  limit: '4000000000000036',
  authenticates: '4000002760003184',
  processes: '4000000000000093',
};
export type CardBehaviour = keyof typeof cardNumbers;

/** An adapter under test, with controls for the customer, the bank and network failures. */
export interface CardprocUnderTest {
  /** The provider as one merchant sees it. */
  connect(merchant: string, settings: CardprocSettings): Cardproc;
  /** Enters a card on the hosted page of a session. */
  enterCard(captureUrl: string, card: CardBehaviour): Promise<void>;
  /** The code that the bank sent to the customer. */
  activationCode(profileId: string): Promise<string>;
  /** Answers the bank's challenge as the customer. */
  visit(url: string, gesture: 'confirm' | 'fail'): Promise<void>;
  finishProcessing(purchaseId: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  /** Loses the answer to the next call of an operation after it did its work. */
  loseNextAnswer(merchant: string, operation: keyof Cardproc, how: 'timeout' | 'error'): Promise<void>;
  /** Makes the next call of an operation fail before it arrives. */
  goDown(merchant: string, operation: keyof Cardproc): Promise<void>;
}

/** The tests that every adapter of the port must pass. */
export function cardprocContract(name: string, connect: () => Promise<CardprocUnderTest>): void {
  const promise = (sentence: string, keep: (shop: Shop) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => keep(await openShop(await connect())));

  promise('a card entered on the page is inactive until its code is confirmed', async (shop) => {
    assert.deepEqual(await shop.provider.listProfiles(shop.customerId), []);
    const first = await shop.provider.startCapture(shop.customerId);
    const second = await shop.provider.startCapture(shop.customerId);
    assert.notEqual(first.id, second.id);
    assert.equal(second.publicKey, settings.publicKey);
    await shop.under.enterCard(second.url, 'approves');
    const [profile] = await shop.provider.listProfiles(shop.customerId);
    assert.deepEqual([profile?.active, profile?.last4.length], [false, 4]);
    assert.match(profile!.expiresOn, /^\d{4}-\d{2}$/);
    const activate = (code: string) => shop.provider.activateProfile(shop.customerId, profile!.id, code);
    await assert.rejects(activate('WRONG1'), refusesWith(ActivationCodeWrong));
    const asleep = await shop.provider.charge(shop.sale(profile!.id), newId());
    assert.deepEqual([asleep.state, asleep.declineReason], ['failed', 'method_unusable']);
    assert.equal((await activate(await shop.under.activationCode(profile!.id))).active, true);
    assert.equal((await shop.provider.listProfiles(shop.customerId))[0]?.active, true);
  });

  promise('a deleted profile cannot be charged, activated or deleted again', async (shop) => {
    const profileId = await shop.saveCard('approves');
    await shop.provider.deleteProfile(shop.customerId, profileId);
    assert.deepEqual(await shop.provider.listProfiles(shop.customerId), []);
    const unknown = refusesWith(PaymentMethodUnknown);
    await assert.rejects(shop.provider.deleteProfile(shop.customerId, profileId), unknown);
    await assert.rejects(shop.provider.activateProfile(shop.customerId, profileId, 'ABC123'), unknown);
    await assert.rejects(shop.provider.charge(shop.sale(profileId), newId()), unknown);
  });

  promise('a declined charge returns its reason', async (shop) => {
    const reasons: [CardBehaviour, string][] = [
      ['declines', 'declined'],
      ['no-funds', 'insufficient_funds'],
      ['expired', 'expired_card'],
      ['fraud', 'suspected_fraud'],
      ['limit', 'limit_exceeded'],
    ];
    for (const [card, reason] of reasons) {
      const purchase = await shop.provider.charge(shop.sale(await shop.saveCard(card)), newId());
      assert.deepEqual([purchase.state, purchase.declineReason], ['failed', reason]);
    }
  });

  promise('a charge that needs authentication waits for the customer', async (shop) => {
    const profileId = await shop.saveCard('authenticates');
    const refused = await shop.provider.charge(shop.sale(profileId), newId());
    assert.equal(refused.state, 'requires_action');
    await shop.under.visit(refused.url!, 'fail');
    const failed = await shop.provider.readPurchase(refused.id!);
    assert.equal(failed.state, 'failed');
    assert.ok(failed.declineReason);
    const confirmed = await shop.provider.charge(shop.sale(profileId), newId());
    await shop.under.visit(confirmed.url!, 'confirm');
    assert.equal((await shop.provider.readPurchase(confirmed.id!)).state, 'succeeded');
  });

  promise('a processing charge can succeed or fail', async (shop) => {
    const profileId = await shop.saveCard('processes');
    const [good, bad] = [
      await shop.provider.charge(shop.sale(profileId), newId()),
      await shop.provider.charge(shop.sale(profileId), newId()),
    ];
    assert.deepEqual([good.state, bad.state], ['processing', 'processing']);
    await shop.under.finishProcessing(good.id!, 'succeeded');
    await shop.under.finishProcessing(bad.id!, 'failed');
    assert.equal((await shop.provider.readPurchase(good.id!)).state, 'succeeded');
    assert.equal((await shop.provider.readPurchase(bad.id!)).state, 'failed');
  });

  promise('repeating a charge whose answer was lost returns the same charge', async (shop) => {
    const profileId = await shop.saveCard('approves');
    const key = newId();
    const sale = shop.sale(profileId);
    const pay = (amount = sale.amount) => shop.provider.charge({ ...sale, amount }, key);
    await shop.under.goDown(shop.merchant, 'charge');
    await assert.rejects(pay(), refusesWith(ProviderUnavailable));
    await shop.under.loseNextAnswer(shop.merchant, 'charge', 'timeout');
    await assert.rejects(pay(), refusesWith(ProviderTimeout));
    await shop.under.loseNextAnswer(shop.merchant, 'charge', 'error');
    await assert.rejects(pay(), refusesWith(ProviderUnavailable));
    const [once, twice] = [await pay(), await pay()];
    assert.deepEqual([once.state, once.id], ['succeeded', twice.id]);
    await assert.rejects(pay(sale.amount + 1n), refusesWith(ProviderKeyReused));
    await shop.provider.deleteProfile(shop.customerId, profileId);
    assert.equal((await pay()).id, once.id);
  });

  promise('an authorized charge can be captured in part or voided, once', async (shop) => {
    const profileId = await shop.saveCard('approves');
    const careful = shop.under.connect(shop.merchant, {
      ...settings,
      capture: { automatic: false, askSecurityCode: false },
    });
    const reserved = await careful.charge(shop.sale(profileId), newId());
    assert.equal(reserved.state, 'authorized');
    await assert.rejects(careful.capturePurchase(reserved.id!, 12_501n), refusesWith(ProviderRefused));
    assert.equal((await careful.capturePurchase(reserved.id!, 5_000n)).state, 'succeeded');
    await assert.rejects(careful.capturePurchase(reserved.id!, 5_000n), refusesWith(ProviderRefused));
    await assert.rejects(careful.voidPurchase(reserved.id!), refusesWith(ProviderRefused));
    const dropped = await careful.charge(shop.sale(profileId), newId());
    assert.equal((await careful.voidPurchase(dropped.id!)).state, 'canceled');
    assert.equal((await careful.readPurchase(dropped.id!)).state, 'canceled');
  });

  promise(
    'refunds never exceed the captured amount, and repeating a lost refund returns the same one',
    async (shop) => {
      const { id } = await shop.provider.charge(shop.sale(await shop.saveCard('approves')), newId());
      const key = newId();
      const refund = (amount: bigint | null, as = newId()) => shop.provider.refundPurchase(id!, amount, as);
      await shop.under.loseNextAnswer(shop.merchant, 'refundPurchase', 'timeout');
      await assert.rejects(refund(4_000n, key), refusesWith(ProviderTimeout));
      assert.equal((await refund(4_000n, key)).amount, 4_000n);
      assert.equal((await shop.provider.readPurchase(id!)).amountRefunded, 4_000n);
      await assert.rejects(refund(8_501n), refusesWith(RefundExceedsCharge));
      assert.equal((await refund(null)).amount, 8_500n);
      await assert.rejects(refund(null), refusesWith(RefundExceedsCharge));
    },
  );

  promise('the customers and purchases of one merchant are unknown to another', async (shop) => {
    const profileId = await shop.saveCard('approves');
    const purchase = await shop.provider.charge(shop.sale(profileId), newId());
    const stranger = shop.under.connect(newId(), { ...settings, privateKey: `sk_${newId()}` });
    await assert.rejects(stranger.listProfiles(shop.customerId), refusesWith(ProviderRefused));
    await assert.rejects(stranger.startCapture(shop.customerId), refusesWith(ProviderRefused));
    await assert.rejects(stranger.charge(shop.sale(profileId), newId()), refusesWith(ProviderRefused));
    await assert.rejects(stranger.refundPurchase(purchase.id!, null, newId()), refusesWith(ProviderRefused));
  });
}

const settings: CardprocSettings = {
  ...defaultCardprocSettings,
  environment: 'test',
  enabled: true,
  publicKey: 'pk_019a8c5e7d4f7b3a',
  privateKey: 'sk_019a8c5e7d4f7b3a',
};

type Shop = Awaited<ReturnType<typeof openShop>>;

async function openShop(under: CardprocUnderTest) {
  const merchant = newId();
  const provider = under.connect(merchant, { ...settings, privateKey: `sk_${merchant}` });
  const details = { name: 'Ana Pérez', email: 'ana@example.com', phone: '+18095550123', document: '00113918205' };
  const { id: customerId } = await provider.createCustomer(details);
  return {
    merchant,
    under: { ...under, connect: (of: string, how: CardprocSettings) => under.connect(of, keyed(of, how)) },
    provider,
    customerId,
    saveCard: async (card: CardBehaviour): Promise<string> => {
      const before = new Set((await provider.listProfiles(customerId)).map(({ id }) => id));
      await under.enterCard((await provider.startCapture(customerId)).url, card);
      const profile = (await provider.listProfiles(customerId)).find(({ id }) => !before.has(id));
      await provider.activateProfile(customerId, profile!.id, await under.activationCode(profile!.id));
      return profile!.id;
    },
    sale: (profileId: string): NewPurchase => ({
      amount: 12_500n,
      currency: 'DOP',
      customerId,
      profileId,
      order: newId(),
      description: 'Café y pan',
    }),
  };
}

/** The same merchant always connects with the same key. */
const keyed = (merchant: string, how: CardprocSettings): CardprocSettings => ({
  ...how,
  privateKey: `sk_${merchant}`,
});

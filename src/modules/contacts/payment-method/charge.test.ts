import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { modules } from '#modules/index.ts';
import { implement } from '#platform/hook.ts';
import { route } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import type { Module } from '#platform/module.ts';
import { newContact } from '#test/books.ts';
import { app, type Business, startTestApp } from '#test/harness.ts';
import { ageExchanges, followUp } from '#test/jobs.ts';
import { newShop, press, saveLocalCard, savePayprocCard } from '#test/saved-cards.ts';
import { afterChargeSettled, type SettledCharge } from '../hooks.ts';
import { chargeContact, chargeRefusals } from './charge.ts';
import { charge as chargeExchange } from './charge-exchange.ts';

/** Someone who charges contacts and keeps books of it, which can be closed for a while. */
const books = { entries: [] as SettledCharge[], closed: false };

const till: Module = {
  name: 'till',
  uses: ['contacts'],
  groups: [
    {
      name: 'Till',
      description: 'Charges for a test.',
      routes: [
        route('POST', '/v1/till/charge', 'contacts:write', {
          summary: 'Charge',
          description: 'Charges a saved method.',
          reachesProvider: true,
          body: z.object({
            contactId: z.uuid(),
            methodId: z.uuid(),
            amount: z.coerce.bigint(),
            key: z.string(),
            causeId: z.uuid(),
            offSession: z.boolean().default(true),
          }),
          returns: z.object({
            id: z.uuid(),
            status: z.string(),
            declineReason: z.string().nullable(),
            actionUrl: z.string().nullable(),
          }),
          refusals: chargeRefusals,
          handler: (ctx, { body: { key, causeId, ...rest } }) =>
            chargeContact(ctx, {
              ...rest,
              currency: 'DOP',
              description: 'Factura 1',
              idempotencyKey: key,
              cause: { kind: 'invoice', id: causeId },
            }),
        }),
      ],
    },
  ],
  hooks: [
    implement(afterChargeSettled, async (_ctx, charge) => {
      if (books.closed) throw new Error('The books are closed.');
      books.entries.push(charge);
    }),
  ],
};

const service = await startTestApp({}, { databaseUrl: app.databaseUrl, modules: [...modules, till] });
after(() => service.stop());

const payprocFaults = app.simulators.payproc.provider.faults;
const cardprocFaults = app.simulators.cardproc.provider.faults;

interface Sale {
  contactId: string;
  methodId: string;
  amount: string;
  key: string;
  causeId: string;
  offSession?: boolean;
}

const saleTo = (contactId: string, methodId: string): Sale => ({
  contactId,
  methodId,
  amount: '12500',
  key: newId(),
  causeId: newId(),
});

async function charge(business: Business, sale: Sale) {
  const response = await fetch(`${service.publicUrl}/v1/till/charge`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${business.owner.token}`,
      'content-type': 'application/json',
      'x-service-organization-id': business.id,
    },
    body: JSON.stringify(sale),
  });
  const body = (await response.json()) as {
    id: string;
    status: string;
    declineReason: string | null;
    actionUrl: string | null;
    code?: string;
  };
  return { ...body, code: response.status, refused: body.code };
}

const entriesOf = ({ causeId }: Sale) => books.entries.filter(({ cause }) => cause.id === causeId);

/** How far the charge of a sale is. */
const exchangeOf = ({ id: organizationId }: Business, { key }: Sale) =>
  app.engine.within(organizationId, async (ctx) => {
    const { id } = await ctx.tx
      .selectFrom('contactCharges')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return (await chargeExchange.find(ctx, id))!;
  });

async function follow(business: Business, sale: Sale): Promise<void> {
  await followUp(chargeExchange, business.id, (await exchangeOf(business, sale)).id, service);
}

/** The amounts that the two providers have actually taken from a customer of this business. */
async function takenFrom(business: Business, merchantId: string): Promise<bigint> {
  const account = app.simulators.payproc.adapter.connect({}, business.id).account(merchantId);
  const [balance] = await account.balance();
  const purchases = await app.simulators.cardproc.provider.handle(({ objects }) =>
    objects.list<{ amountCaptured: string }>('purchase', business.id, 100),
  );
  return purchases.reduce((sum, { amountCaptured }) => sum + BigInt(amountCaptured), balance?.pending ?? 0n);
}

const savers = { payproc: savePayprocCard, cardproc: saveLocalCard };
const faultsOf = { payproc: payprocFaults, cardproc: cardprocFaults };

for (const provider of ['payproc', 'cardproc'] as const) {
  test(`${provider}: a charge takes the money and is booked once, however often it is repeated`, async () => {
    const { business, merchantId, contactId } = await newShop();
    const sale = saleTo(contactId, await savers[provider](business, contactId));
    const answers = await Promise.all(Array.from({ length: 5 }, () => charge(business, sale)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set(['succeeded']));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
    assert.equal((await charge(business, sale)).status, 'succeeded');
    await follow(business, sale);
    assert.equal(await takenFrom(business, merchantId), 12_500n);
    const [entry, ...more] = entriesOf(sale);
    assert.deepEqual(more, []);
    assert.deepEqual([entry?.contactId, entry?.amount, entry?.provider], [contactId, 12_500n, provider]);
    assert.deepEqual([entry?.currency, entry?.status, entry?.cause.kind], ['DOP', 'succeeded', 'invoice']);
  });

  for (const kind of ['timeout-after-commit', 'error-after-commit', 'connection-reset'] as const) {
    test(`${provider}: after ${kind} a repetition leads to one charge`, async () => {
      const { business, merchantId, contactId } = await newShop();
      const sale = saleTo(contactId, await savers[provider](business, contactId));
      await faultsOf[provider].next({ kind, organizationId: business.id, operation: 'charge' });
      assert.ok((await charge(business, sale)).code >= 502);
      assert.equal((await exchangeOf(business, sale)).state, 'open');
      assert.deepEqual(entriesOf(sale), []);
      assert.equal((await charge(business, sale)).status, 'succeeded');
      assert.equal(await takenFrom(business, merchantId), 12_500n);
      assert.equal(entriesOf(sale).length, 1);
    });
  }

  test(`${provider}: an interrupted charge is followed up and settled once`, async () => {
    const { business, merchantId, contactId } = await newShop();
    const sale = saleTo(contactId, await savers[provider](business, contactId));
    const kind = 'timeout-after-commit';
    await faultsOf[provider].next({ kind, organizationId: business.id, operation: 'charge' });
    await charge(business, sale);
    await follow(business, sale);
    await follow(business, sale);
    assert.equal(await takenFrom(business, merchantId), 12_500n);
    assert.equal(entriesOf(sale).length, 1);
    assert.equal((await exchangeOf(business, sale)).settledState, 'done');
  });

  test(`${provider}: nothing is charged twice after the provider has forgotten the key`, async () => {
    const { business, merchantId, contactId } = await newShop();
    const sale = saleTo(contactId, await savers[provider](business, contactId));
    const kind = 'connection-reset';
    await faultsOf[provider].next({ kind, organizationId: business.id, operation: 'charge' });
    await charge(business, sale);
    await ageExchanges(business.id, { askedAt: Temporal.Now.instant().subtract({ hours: 30 }) });
    await follow(business, sale);
    assert.equal((await charge(business, sale)).status, 'unknown');
    assert.equal(await takenFrom(business, merchantId), 0n);
    assert.deepEqual(entriesOf(sale), []);
  });
}

test('a declined charge is a result with its reason, and is settled', async () => {
  const { business, merchantId, contactId } = await newShop();
  for (const [methodId, reason] of [
    [await savePayprocCard(business, contactId, '4000000000000341'), 'declined'],
    [await saveLocalCard(business, contactId, '4000000000009995'), 'insufficient_funds'],
  ] as const) {
    const sale = saleTo(contactId, methodId);
    const declined = await charge(business, sale);
    assert.deepEqual([declined.code, declined.status, declined.declineReason], [200, 'failed', reason]);
    assert.equal((await charge(business, sale)).declineReason, reason);
    assert.deepEqual(
      entriesOf(sale).map(({ status }) => status),
      ['failed'],
    );
  }
  assert.equal(await takenFrom(business, merchantId), 0n);
});

test('a charge that needs the customer’s confirmation is settled after it', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = saleTo(contactId, await saveLocalCard(business, contactId, '4000002760003184'));
  const waiting = await charge(business, sale);
  assert.equal(waiting.status, 'requires_action');
  await follow(business, sale);
  assert.deepEqual(entriesOf(sale), []);
  await press(waiting.actionUrl!, { action: 'confirm' });
  assert.equal((await charge(business, sale)).status, 'succeeded');
  assert.equal(await takenFrom(business, merchantId), 12_500n);
  assert.equal(entriesOf(sale).length, 1);
});

test('a charge is captured for an organization that authorizes first', async () => {
  const { business, merchantId, contactId } = await newShop();
  await business.api.PATCH('/v1/organization/cardproc', { body: { capture: { automatic: false } } });
  const sale = saleTo(contactId, await saveLocalCard(business, contactId));
  const operation = 'capturePurchase';
  await cardprocFaults.next({ kind: 'connection-reset', organizationId: business.id, operation });
  assert.equal((await charge(business, sale)).refused, 'provider_unavailable');
  assert.equal(await takenFrom(business, merchantId), 0n);
  await cardprocFaults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation });
  assert.equal((await charge(business, sale)).status, 'succeeded');
  assert.equal(await takenFrom(business, merchantId), 12_500n);
  assert.equal(entriesOf(sale).length, 1);
});

test('a charge waits until its booking succeeds', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = saleTo(contactId, await savePayprocCard(business, contactId));
  books.closed = true;
  try {
    assert.equal((await charge(business, sale)).code, 500);
    const { state, settledState } = await exchangeOf(business, sale);
    assert.deepEqual([state, settledState], ['done', 'open']);
  } finally {
    books.closed = false;
  }
  await follow(business, sale);
  assert.equal(await takenFrom(business, merchantId), 12_500n);
  assert.equal(entriesOf(sale).length, 1);
});

test('the same key with other details is refused, and charges nothing more', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = saleTo(contactId, await savePayprocCard(business, contactId));
  await charge(business, sale);
  assert.equal((await charge(business, { ...sale, amount: '99' })).refused, 'charge_key_reused');
  assert.equal((await charge(business, { ...sale, causeId: newId() })).refused, 'charge_key_reused');
  assert.equal(await takenFrom(business, merchantId), 12_500n);
});

test('a method of another contact or organization cannot be charged', async () => {
  const { business, contactId } = await newShop();
  const own = await savePayprocCard(business, contactId);
  const other = await newContact(business, 'Beto');
  const foreign = await newShop();
  const theirs = await savePayprocCard(foreign.business, foreign.contactId);
  for (const sale of [saleTo(other, own), saleTo(contactId, theirs), saleTo(contactId, newId()), saleTo(newId(), own)])
    assert.equal((await charge(business, sale)).refused, 'reference_not_found');
});

test('the result of a charge is available after the organization stopped accepting such cards', async () => {
  const { business, contactId } = await newShop();
  const sale = saleTo(contactId, await saveLocalCard(business, contactId));
  await charge(business, sale);
  await business.api.PATCH('/v1/organization/cardproc', { body: { enabled: false } });
  assert.equal((await charge(business, sale)).status, 'succeeded');
});

test('a pending or removed card is refused before the provider is asked', async () => {
  const { business, contactId } = await newShop();
  const methodId = await saveLocalCard(business, contactId);
  const path = { beneficiaryId: contactId, profileId: methodId };
  await business.api.DELETE('/v1/beneficiary/{beneficiaryId}/cardproc/payment-profile/{profileId}', {
    params: { path },
  });
  const sale = saleTo(contactId, methodId);
  assert.equal((await charge(business, sale)).refused, 'payment_method_inactive');
  await business.api.PATCH('/v1/organization/cardproc', { body: { enabled: false } });
  assert.equal((await charge(business, sale)).refused, 'cardproc_disabled');
});

test('a card that was deleted at the provider is refused, and then marked as removed', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = saleTo(contactId, await savePayprocCard(business, contactId));
  const account = app.simulators.payproc.adapter.connect({}, business.id).account(merchantId);
  const customer = await account.ensureCustomer({ reference: contactId, name: 'Ana', email: null });
  const [saved] = await account.listPaymentMethods(customer.id);
  await account.detachPaymentMethod(customer.id, saved!.id);
  assert.equal((await charge(business, sale)).refused, 'payment_method_unknown');
  assert.deepEqual([(await charge(business, sale)).status, entriesOf(sale)[0]?.declineReason], ['failed', 'refused']);
  assert.equal((await charge(business, { ...sale, key: newId() })).refused, 'payment_method_inactive');
});

test('a charge of a merged contact belongs to the survivor', async () => {
  const { business, contactId } = await newShop();
  const twin = await newContact(business, 'Ana P.');
  const sale = saleTo(twin, await savePayprocCard(business, twin));
  await payprocFaults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'charge' });
  await charge(business, sale);
  await business.api.PATCH('/v1/beneficiary/merge', { body: { id: contactId, fromIds: [twin] } });
  await follow(business, sale);
  assert.equal(entriesOf(sale)[0]?.contactId, contactId);
  assert.equal((await charge(business, sale)).status, 'succeeded');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charge as contactCharge } from '#modules/contacts/payment-method/charge-exchange.ts';
import { newId } from '#platform/id.ts';
import { balancesOf, cashOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newInvoice, readDetail } from '#test/documents.ts';
import { app, type Business, baseUrl, newMember } from '#test/harness.ts';
import { ageExchanges, followUp, runNow } from '#test/jobs.ts';
import { GOOD_CARD, newShop, press, saveLocalCard, savePayprocCard } from '#test/saved-cards.ts';
import { bookRefund } from './book-refund.ts';
import { refund as refundExchange } from './refund-exchange.ts';

const PROCESSING_LOCAL_CARD = '4000000000000093';
const SLOW_REFUND_CARD = '4000000000007726';
const { provider, control, adapter } = app.simulators.payproc;

const undo = ({ api }: Business, id: string) => api.DELETE('/v1/record/pending/payment', { params: { query: { id } } });

/** An invoice that a saved card has paid. */
async function paidByCard(business: Business, contactId: string, paymentMethodId: string, amount = '100') {
  const { id } = await newInvoice(business, amount, { contactId });
  const { data, error } = await business.api.POST('/v1/record/pending/charge', { body: { id, paymentMethodId } });
  assert.ok(data, JSON.stringify(error));
  return { id, paymentId: (await readDetail(business.api, id)).payments[0]!.id };
}

const refundsOf = ({ id: organizationId }: Business) =>
  app.engine.within(organizationId, ({ tx }) =>
    tx
      .selectFrom('paymentRefunds as r')
      .innerJoin('exchanges as e', (join) =>
        join.onRef('e.organizationId', '=', 'r.organizationId').onRef('e.id', '=', 'r.id'),
      )
      .select(['r.id', 'e.reference', 'r.status'])
      .where('r.organizationId', '=', organizationId)
      .orderBy('r.id')
      .execute(),
  );

/** The one charge of a card of the business. */
const chargeOf = ({ id: organizationId }: Business) =>
  app.engine.within(organizationId, ({ tx }) =>
    tx
      .selectFrom('exchanges')
      .select(['id', 'reference'])
      .where('organizationId', '=', organizationId)
      .where('kind', '=', contactCharge.name)
      .executeTakeFirstOrThrow(),
  );

/** Follows up every refund of the business. */
async function followAll(business: Business): Promise<void> {
  for (const { id } of await refundsOf(business)) await followUp(refundExchange, business.id, id);
}

/** The titles of the notifications to the owner. */
const titlesTo = async ({ api }: Business): Promise<string[]> =>
  (await api.GET('/v1/organization/user/notifications')).data!.data.flatMap(({ kind, title }) =>
    kind === 'payment-refund' ? [title.replace(/ el cobro .*/, '')] : [],
  );

/** The refunds at the card processor. */
const givenBack = ({ id }: Business) =>
  app.simulators.cardproc.provider.handle(async ({ objects }) => {
    const purchases = await objects.list<{ amountRefunded: string }>('purchase', id, 100);
    return purchases.reduce((sum, { amountRefunded }) => sum + BigInt(amountRefunded), 0n);
  });

/** The balance of the merchant at the provider. */
async function heldFor(business: Business, merchantId: string): Promise<bigint> {
  const [balance] = await adapter.connect({}, business.id).account(merchantId).balance();
  return balance ? balance.available + balance.pending : 0n;
}

test('a payment by card is refunded once, and the document is open again', async () => {
  const { business, merchantId, contactId } = await newShop();
  const [foreign, local] = [await savePayprocCard(business, contactId), await saveLocalCard(business, contactId)];
  const first = await paidByCard(business, contactId, foreign);
  const second = await paidByCard(business, contactId, local, '40');
  const viewer = await newMember(business, 'viewer');
  assert.equal((await undo({ ...business, api: viewer.api }, first.paymentId)).error?.code, 'forbidden');
  const answers = await Promise.all([1, 2, 3].map(() => undo(business, first.paymentId)));
  for (const { data, error } of answers) assert.ok(data || error?.code === 'payment_is_void', JSON.stringify(error));
  const undone = answers.find(({ data }) => data?.payment.voidedAt)!.data!;
  assert.deepEqual([undone.payment.refund?.status, undone.document.balance], ['settled', '100.00']);
  assert.equal(await heldFor(business, merchantId), 0n);
  assert.equal((await undo(business, second.paymentId)).data?.document.state, 'open');
  const balances = await balancesOf(business);
  assert.deepEqual([balances['Procesador de pagos DOP'], balances['Tarjetas por cobrar DOP']], ['0.00', '0.00']);
  assert.equal(await ruleBalance(business, 'receivable'), 14_000n);
  assert.equal((await undo(business, first.paymentId)).error?.code, 'payment_is_void');
  const again = { id: first.id, paymentMethodId: foreign };
  const { data } = await business.api.POST('/v1/record/pending/charge', { body: again });
  assert.equal(data?.document.state, 'paid');
});

test('a refund whose answer was lost is made once, and booked by a repetition or by the follow-up', async () => {
  const { business, merchantId, contactId } = await newShop();
  const card = await savePayprocCard(business, contactId);
  const { id, paymentId } = await paidByCard(business, contactId, card);
  await provider.faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'refundCharge' });
  assert.equal((await undo(business, paymentId)).response.status, 504);
  const lost = await readDetail(business.api, id);
  assert.deepEqual(
    [lost.state, lost.payments[0]?.voidedAt, lost.payments[0]?.refund?.status],
    ['paid', null, 'requested'],
  );
  await Promise.all([followAll(business), followAll(business), undo(business, paymentId)]);
  const after = await readDetail(business.api, id);
  assert.deepEqual([after.balance, after.payments[0]?.refund?.status], ['100.00', 'settled']);
  assert.equal(await heldFor(business, merchantId), 0n);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '0.00');
});

test('a refused refund leaves the payment as it was, and the answer says why', async () => {
  const { business, merchantId, contactId } = await newShop();
  const { id, paymentId } = await paidByCard(business, contactId, await savePayprocCard(business, contactId));
  const { reference } = await chargeOf(business);
  const byHand = (amount: bigint) =>
    adapter.connect({}, business.id).account(merchantId).refundCharge(reference!, amount, newId());
  await byHand(1_000n);
  assert.equal((await undo(business, paymentId)).error?.code, 'refund_exceeds_charge');
  const unchanged = await readDetail(business.api, id);
  assert.deepEqual([unchanged.state, unchanged.payments[0]?.voidedAt], ['paid', null]);
  assert.deepEqual(unchanged.payments[0]?.refund?.status, 'failed');
  assert.match(unchanged.payments[0]?.refund?.reason ?? '', /left of the charge/);
  // An amount that was refunded on the provider's pages is booked, and not refunded again.
  await byHand(9_000n);
  assert.equal((await undo(business, paymentId)).data?.document.balance, '100.00');
  assert.equal(await heldFor(business, merchantId), 0n);
});

test('while a refund is pending the payment remains, and the document cannot be put in instalments', async () => {
  const { business, contactId } = await newShop();
  const card = await savePayprocCard(business, contactId, SLOW_REFUND_CARD);
  const { id } = await newInvoice(business, '100', { contactId });
  const body = { id, paymentMethodId: card, amount: '60' };
  await business.api.POST('/v1/record/pending/charge', { body });
  const paymentId = (await readDetail(business.api, id)).payments[0]!.id;
  for (const _ of [1, 2]) {
    const { data } = await undo(business, paymentId);
    assert.deepEqual([data?.payment.voidedAt, data?.payment.refund?.status], [null, 'requested']);
  }
  const plan = { instalments: 4, method: 'level' as const, annualRate: '12' };
  const credit = await business.api.POST('/v1/record/pending/credit', { body: { pendingRecordId: id, plan } });
  assert.equal(credit.error?.code, 'refund_in_progress');
  const [slow] = await refundsOf(business);
  await control.finishRefund(slow!.reference!, 'failed');
  await followAll(business);
  assert.equal((await readDetail(business.api, id)).payments[0]?.refund?.status, 'failed');
  assert.deepEqual(await titlesTo(business), ['No se pudo devolver']);
  await undo(business, paymentId);
  const [, second] = await refundsOf(business);
  await control.finishRefund(second!.reference!, 'succeeded');
  await followAll(business);
  const after = await readDetail(business.api, id);
  assert.deepEqual([after.balance, after.payments[0]?.refund?.status], ['100.00', 'settled']);
});

test('a refund that cannot be booked is refused before the provider is asked', async () => {
  const { business, merchantId, contactId } = await newShop();
  const { id, paymentId } = await paidByCard(business, contactId, await savePayprocCard(business, contactId));
  const today = (await readDetail(business.api, id)).date;
  const lock = (lockDate: string | null) =>
    business.api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value: { lockDate } } });
  await lock(today);
  assert.equal((await undo(business, paymentId)).error?.code, 'period_locked');
  assert.deepEqual(
    [await heldFor(business, merchantId), (await readDetail(business.api, id)).payments[0]?.refund],
    [10_000n, null],
  );
  await lock(null);
  assert.equal((await undo(business, paymentId)).data?.document.balance, '100.00');
});

/** An invoice of which a local card paid a part, because it was charged for the whole while the rest was paid otherwise. */
async function overcharged(business: Business, contactId: string) {
  const card = await saveLocalCard(business, contactId, PROCESSING_LOCAL_CARD);
  const { id } = await newInvoice(business, '100', { contactId });
  await business.api.POST('/v1/record/pending/charge', { body: { id, paymentMethodId: card } });
  const cash = await openAccount(business);
  const rest = { id, payments: [{ accountId: cash.id, amount: '60' }] };
  const { error } = await business.api.PATCH('/v1/record/pending/pay', { body: rest });
  assert.equal(error, undefined);
  const charge = await chargeOf(business);
  await app.simulators.cardproc.control.finishProcessing(charge.reference!, 'succeeded');
  await followUp(contactCharge, business.id, charge.id);
  const payment = (await readDetail(business.api, id)).payments.find(({ source }) => source === 'card')!;
  assert.equal(payment.amount, '40.00');
  return { id, paymentId: payment.id };
}

test('concurrent refunds at a card processor without idempotency keys are made one at a time, once', async () => {
  const { business, contactId } = await newShop();
  const { id, paymentId } = await overcharged(business, contactId);
  const answers = await Promise.all([1, 2, 3, 4].map(() => undo(business, paymentId)));
  for (const { data, error } of answers) assert.ok(data || error?.code === 'payment_is_void', JSON.stringify(error));
  assert.equal(await givenBack(business), 4_000n);
  const { balance, payments } = await readDetail(business.api, id);
  const { refund } = payments.find((payment) => payment.id === paymentId)!;
  assert.deepEqual([balance, refund?.status], ['40.00', 'settled']);
});

test('an unanswered refund at a card processor without idempotency keys is not repeated at once', async () => {
  const { business, contactId } = await newShop();
  const { id, paymentId } = await paidByCard(business, contactId, await saveLocalCard(business, contactId));
  const lost = { kind: 'timeout-after-commit', organizationId: business.id, operation: 'refundPurchase' } as const;
  await app.simulators.cardproc.provider.faults.next(lost);
  assert.equal((await undo(business, paymentId)).response.status, 504);
  assert.equal((await undo(business, paymentId)).data?.payment.refund?.status, 'requested');
  await endHolds(business);
  await followAll(business);
  assert.deepEqual([(await readDetail(business.api, id)).balance, await givenBack(business)], ['100.00', 10_000n]);
});

const endHolds = ({ id }: Business) => ageExchanges(id, { heldUntil: '2026-01-01T00:00:00Z' });

/** Another attempt was refused meanwhile. */
const refuseMeanwhile = ({ id: organizationId }: Business) =>
  app.engine.within(organizationId, async ({ tx }) => {
    await tx
      .updateTable('paymentRefunds')
      .set({ status: 'failed', reason: 'Another attempt was refused.' })
      .where('organizationId', '=', organizationId)
      .execute();
    await tx
      .updateTable('documentCharges')
      .set({ refunded: 0n })
      .where('organizationId', '=', organizationId)
      .execute();
  });

test('a refund that was given up is booked when a later check finds that it succeeded', async () => {
  const { business, contactId } = await newShop();
  const { id, paymentId } = await paidByCard(business, contactId, await savePayprocCard(business, contactId));
  await provider.faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'refundCharge' });
  await undo(business, paymentId);
  const [lost] = await refundsOf(business);
  await refuseMeanwhile(business);
  await app.engine.within(business.id, (ctx) => bookRefund(ctx, lost!.id));
  assert.equal((await refundsOf(business))[0]?.status, 'settled');
  assert.equal((await readDetail(business.api, id)).balance, '100.00');
});

test('a second successful refund of a payment is not booked, and the owner is notified', async () => {
  const { business, contactId } = await newShop();
  const { id, paymentId } = await paidByCard(business, contactId, await savePayprocCard(business, contactId));
  await provider.faults.next({ kind: 'connection-reset', organizationId: business.id, operation: 'refundCharge' });
  await undo(business, paymentId);
  const [first] = await refundsOf(business);
  await refuseMeanwhile(business);
  assert.equal((await undo(business, paymentId)).data?.document.balance, '100.00');
  await app.engine.within(business.id, (ctx) => bookRefund(ctx, first!.id));
  assert.deepEqual(
    (await refundsOf(business)).map(({ status }) => status),
    ['failed', 'settled'],
  );
  assert.equal((await readDetail(business.api, id)).balance, '100.00');
  assert.deepEqual(await titlesTo(business), ['Parece que se devolvió dos veces']);
});

test('a refund fails for a provider that is no longer used only if it was never requested', async () => {
  const { business, contactId } = await newShop();
  const card = await saveLocalCard(business, contactId);
  const [requested, unrequested] = [
    await paidByCard(business, contactId, card),
    await paidByCard(business, contactId, card),
  ];
  const lost = { kind: 'timeout-after-commit', organizationId: business.id, operation: 'refundPurchase' } as const;
  await app.simulators.cardproc.provider.faults.next(lost);
  await undo(business, requested.paymentId);
  await endHolds(business);
  const elsewhere = {
    environment: 'test',
    publicKey: 'pk_019a8c5e7d4f7b3a',
    privateKey: 'sk_9c1d2e5f8a9b0c1d',
  } as const;
  await business.api.PATCH('/v1/organization/cardproc', { body: elsewhere });
  for (const { paymentId } of [requested, unrequested])
    assert.equal((await undo(business, paymentId)).error?.code, 'charge_elsewhere');
  const statusOf = async ({ id }: { id: string }) => (await readDetail(business.api, id)).payments[0]?.refund?.status;
  assert.deepEqual([await statusOf(requested), await statusOf(unrequested)], ['requested', 'failed']);
  const [open] = await refundsOf(business);
  const lastFailure = { failures: 29 };
  await app.engine.within(business.id, ({ tx }) =>
    tx.updateTable('exchanges').set(lastFailure).where('organizationId', '=', business.id).execute(),
  );
  await followUp(refundExchange, business.id, open!.id);
  assert.deepEqual(await titlesTo(business), ['No sabemos si se devolvió']);
  await business.api.PATCH('/v1/organization/cardproc', { body: { environment: 'simulator' } });
  await followAll(business);
  assert.equal(await statusOf(requested), 'settled');
});

test('the owner is notified once when the bank returns a refund', async () => {
  const { business, contactId } = await newShop();
  const { paymentId } = await paidByCard(business, contactId, await savePayprocCard(business, contactId));
  await undo(business, paymentId);
  const [refund] = await refundsOf(business);
  assert.ok(refund?.reference);
  const look = () => runNow(refundExchange.job, { organizationId: business.id, id: refund.id, turn: null });
  await look();
  assert.deepEqual(await titlesTo(business), []);
  await control.finishRefund(refund.reference, 'failed');
  await Promise.all([look(), look()]);
  assert.deepEqual(await titlesTo(business), ['El banco no aceptó que devolvieras']);
});

test('a refund that the bank returns is booked back once, and can be made again', async () => {
  const { business, merchantId, contactId } = await newShop();
  const { id, paymentId } = await paidByCard(business, contactId, await savePayprocCard(business, contactId));
  await undo(business, paymentId);
  const [bounced] = await refundsOf(business);
  await control.finishRefund(bounced!.reference!, 'failed');
  const look = () => runNow(refundExchange.job, { organizationId: business.id, id: bounced!.id, turn: null });
  await Promise.all([look(), look()]);
  const back = await readDetail(business.api, id);
  assert.deepEqual([back.state, back.balance, back.payments.length], ['paid', '0.00', 2]);
  const again = back.payments.find(({ voidedAt }) => voidedAt === null)!;
  assert.deepEqual([again.amount, again.source, again.refund], ['100.00', 'card', null]);
  assert.equal(await heldFor(business, merchantId), 10_000n);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '100.00');
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  const second = await undo(business, again.id);
  assert.deepEqual([second.data?.payment.refund?.status, second.data?.document.balance], ['settled', '100.00']);
  assert.equal(await heldFor(business, merchantId), 0n);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '0.00');
  assert.equal(await ruleBalance(business, 'receivable'), 10_000n);
});

test('money of a returned refund that is no longer due becomes balance of the contact', async () => {
  const { business, contactId } = await newShop();
  const { id, paymentId } = await paidByCard(business, contactId, await savePayprocCard(business, contactId));
  await undo(business, paymentId);
  const inCash = { accountId: await cashOf(business), amount: '100' };
  await business.api.PATCH('/v1/record/pending/pay', { body: { id, payments: [inCash] } });
  const [bounced] = await refundsOf(business);
  await control.finishRefund(bounced!.reference!, 'failed');
  await runNow(refundExchange.job, { organizationId: business.id, id: bounced!.id, turn: null });
  assert.equal((await readDetail(business.api, id)).balance, '0.00');
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '100.00');
  assert.equal(await ruleBalance(business, 'customerBalances'), -10_000n);
});

test('a refund that the bank returns after the document is settled, without a known payer, becomes a debt', async () => {
  const { business, merchantId } = await newShop();
  const { id } = await newInvoice(business, '100');
  const link = `${baseUrl}/v1/record/pending/${id}/pay/${business.id}`;
  const { headers } = await fetch(link, { redirect: 'manual' });
  await press(headers.get('location')!, { action: 'pay', card: GOOD_CARD });
  await fetch(`${link}?returned=true`);
  const [payment] = (await readDetail(business.api, id)).payments;
  await undo(business, payment!.id);
  const inCash = { accountId: await cashOf(business), amount: '100' };
  await business.api.PATCH('/v1/record/pending/pay', { body: { id, payments: [inCash] } });
  const [bounced] = await refundsOf(business);
  await control.finishRefund(bounced!.reference!, 'failed');
  await runNow(refundExchange.job, { organizationId: business.id, id: bounced!.id, turn: null });
  assert.equal(await heldFor(business, merchantId), 10_000n);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '100.00');
  assert.equal(await ruleBalance(business, 'customerBalances'), -10_000n);
  assert.deepEqual(await titlesTo(business), ['Devuelve lo que se pagó de más en']);
});

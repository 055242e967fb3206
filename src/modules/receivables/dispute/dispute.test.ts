import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { charge as contactCharge } from '#modules/contacts/payment-method/charge-exchange.ts';
import { prepayment } from '#modules/paypages/payment/prepayment.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { balancesOf, ruleBalance } from '#test/accounts.ts';
import { newInvoice, readDetail } from '#test/documents.ts';
import { app, type Business, baseUrl, eventually } from '#test/harness.ts';
import { followUp, runNow } from '#test/jobs.ts';
import { newPage, newPaidShop, payOnline, readPage } from '#test/paypages.ts';
import { newShop, savePayprocCard } from '#test/saved-cards.ts';
import { refund as refundExchange } from '../refund/refund-exchange.ts';
import { documentCharges } from '../tables.ts';
import { bookDispute, refreshDispute } from './dispute.ts';
import { findDisputes } from './find-disputes.ts';

const SLOW_REFUND_CARD = '4000000000007726';
const { control, adapter } = app.simulators.payproc;

const undo = ({ api }: Business, id: string) => api.DELETE('/v1/record/pending/payment', { body: { id } });

const disputesOf = async ({ api }: Business) => (await api.GET('/v1/record/pending/dispute')).data!.data;

const referenceOf = ({ id }: Business) =>
  app.engine.within(id, async ({ tx }) => {
    const { reference } = await tx
      .selectFrom('exchanges')
      .select('reference')
      .where('organizationId', '=', id)
      .where('kind', '=', contactCharge.name)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    return reference!;
  });

/** An invoice of 100 that a saved card has paid. */
async function paidInvoice({ card, currency }: { card?: string; currency?: string } = {}) {
  const shop = await newShop();
  const { business, contactId } = shop;
  const paymentMethodId = await savePayprocCard(business, contactId, card);
  const { id } = await newInvoice(business, '100', { contactId, ...(currency && { currency, rate: '60' }) });
  const { error } = await business.api.POST('/v1/record/pending/charge', { body: { id, paymentMethodId } });
  assert.equal(error, undefined);
  return { ...shop, id, chargeId: await referenceOf(business), paymentMethodId };
}

const look = ({ id: organizationId }: Business, reference: string) =>
  runNow(refreshDispute, { organizationId, reference, turn: 0 });

/** The balance of the merchant at the provider, and in the books. */
async function held(business: Business, merchantId: string, currency = 'DOP') {
  const [balance] = await adapter.connect({}, business.id).account(merchantId).balance();
  const booked = (await balancesOf(business))[`Procesador de pagos ${currency}`];
  return { provider: balance!.available + balance!.pending, booked: BigInt(booked!.replace('.', '')) };
}

async function assertMatches(business: Business, merchantId: string, amount: bigint): Promise<void> {
  assert.deepEqual(await held(business, merchantId), { provider: amount, booked: amount });
}

const titlesTo = async ({ api }: Business): Promise<string[]> =>
  (await api.GET('/v1/organization/user/notifications'))
    .data!.data.filter(({ kind }) => kind === 'payment-dispute')
    .map(({ title }) => title);

test('a disputed payment is due again with the fee in the books, and is paid again once the dispute is won', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const dispute = await control.openDispute(merchantId, chargeId);
  await Promise.all([1, 2, 3].map(() => look(business, dispute)));
  const due = await readDetail(business.api, id);
  assert.deepEqual([due.state, due.balance], ['open', '100.00']);
  assert.deepEqual(
    due.payments.map(({ voidedAt, dispute: of }) => [voidedAt !== null, of?.state]),
    [[true, 'open']],
  );
  await assertMatches(business, merchantId, -1_500n);
  assert.equal(await ruleBalance(business, 'receivable'), 10_000n);
  assert.equal(await ruleBalance(business, 'bankFees'), 1_500n);
  const [listed] = await disputesOf(business);
  assert.deepEqual(
    [listed!.pendingRecordId, listed!.state, listed!.reason, listed!.amount, listed!.reopened, listed!.lost],
    [id, 'open', 'fraudulent', '100.00', '100.00', '0.00'],
  );
  assert.ok(listed!.evidenceDueAt! > listed!.createdAt);
  await control.moveDispute(dispute, 'won');
  await Promise.all([1, 2, 3].map(() => look(business, dispute)));
  const paid = await readDetail(business.api, id);
  assert.deepEqual([paid.state, paid.balance, paid.payments.length], ['paid', '0.00', 2]);
  await assertMatches(business, merchantId, 8_500n);
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  assert.deepEqual((await titlesTo(business)).toSorted(), [
    'Ganaste la disputa por el cobro de la factura 1',
    'Un cliente disputa el cobro de la factura 1',
  ]);
});

test('the page of an invoice says that its payment is disputed, until the dispute is won', async () => {
  const { business, merchantId, invoice, page } = await newPaidShop('1250');
  await payOnline(page.id);
  const { chargeId } = (await app.engine.within(business.id, (ctx) =>
    documentCharges.find(ctx, { pendingRecordId: invoice.id }),
  ))!;
  const dispute = await control.openDispute(merchantId, chargeId!);
  const shown = async () => {
    await look(business, dispute);
    const { data } = await readPage(page.id);
    const answer = await fetch(page.url!, { headers: { accept: 'text/html', 'accept-language': 'es' } });
    const title = (await answer.text()).match(/Pago recibido|Pago en disputa/)?.[0];
    return [data!.due, data!.paymentData.payment?.status, title];
  };
  assert.deepEqual(await shown(), ['1250.00', 'disputed', 'Pago en disputa']);
  await control.moveDispute(dispute, 'won');
  assert.deepEqual(await shown(), ['0.00', 'succeeded', 'Pago recibido']);
});

test('new and changed disputes are found a day later without notices', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const dispute = await control.openDispute(merchantId, chargeId);
  const dueTick = await app.engine.within(business.id, ({ tx, organizationId }) =>
    tx
      .selectFrom('organizationTicks')
      .select('dueAt')
      .where('organizationId', '=', organizationId)
      .where('tick', '=', 'disputes')
      .executeTakeFirst(),
  );
  assert.ok(dueTick);
  const find = () => runNow(findDisputes, { organizationId: business.id });
  await find();
  await eventually(async () => (await readDetail(business.api, id)).balance === '100.00');
  await control.moveDispute(dispute, 'won');
  await find();
  await eventually(async () => (await readDetail(business.api, id)).state === 'paid');
  await assertMatches(business, merchantId, 8_500n);
});

test('a lost dispute leaves the invoice due, also when it is the first that is heard of it', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const dispute = await control.openDispute(merchantId, chargeId);
  await control.moveDispute(dispute, 'lost');
  await look(business, dispute);
  assert.equal((await readDetail(business.api, id)).balance, '100.00');
  assert.deepEqual(await titlesTo(business), ['Perdiste la disputa por el cobro de la factura 1']);
  await control.moveDispute(dispute, 'won');
  await look(business, dispute);
  assert.equal((await readDetail(business.api, id)).state, 'paid');
  await assertMatches(business, merchantId, 8_500n);
});

test('an answer of the provider that is older than the booked one is ignored', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const reference = await control.openDispute(merchantId, chargeId);
  const account = adapter.connect({}, business.id).account(merchantId);
  const [openAt, open] = [realNow(), await account.readDispute(reference)];
  await control.moveDispute(reference, 'won');
  const won = await account.readDispute(reference);
  const book = (facts: typeof won, at: Temporal.Instant) =>
    app.engine.within(business.id, (ctx) => bookDispute(ctx, adapter.name, facts, at));
  await Promise.all([book(won, realNow()), book(open, openAt), book(open, openAt), book(won, realNow())]);
  await book(open, openAt);
  assert.deepEqual(
    [(await disputesOf(business))[0]!.state, (await readDetail(business.api, id)).state],
    ['won', 'paid'],
  );
  await assertMatches(business, merchantId, 8_500n);
});

test('an inquiry moves no money until the bank takes it', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const dispute = await control.openDispute(merchantId, chargeId, { state: 'inquiry' });
  await look(business, dispute);
  assert.equal((await readDetail(business.api, id)).state, 'paid');
  await control.moveDispute(dispute, 'open');
  await look(business, dispute);
  assert.equal((await readDetail(business.api, id)).state, 'open');
  await assertMatches(business, merchantId, -1_500n);
});

test('a partial dispute reopens a part, and the rest of the payment can be refunded', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const dispute = await control.openDispute(merchantId, chargeId, { amount: 3_000n });
  await look(business, dispute);
  const partial = await readDetail(business.api, id);
  assert.deepEqual([partial.state, partial.balance], ['partial', '30.00']);
  const kept = partial.payments.find(({ voidedAt }) => voidedAt === null)!;
  assert.deepEqual([kept.amount, kept.dispute?.state], ['70.00', 'open']);
  await undo(business, kept.id);
  assert.equal((await readDetail(business.api, id)).balance, '100.00');
  await assertMatches(business, merchantId, -1_500n);
  await control.moveDispute(dispute, 'won');
  await look(business, dispute);
  assert.equal((await readDetail(business.api, id)).balance, '70.00');
  await assertMatches(business, merchantId, 1_500n);
});

test('a dispute while a refund is in flight is a loss, which becomes due if the refund fails', async () => {
  for (const outcome of ['failed', 'succeeded'] as const) {
    const { business, merchantId, id, chargeId } = await paidInvoice({ card: SLOW_REFUND_CARD });
    await undo(business, (await readDetail(business.api, id)).payments[0]!.id);
    const dispute = await control.openDispute(merchantId, chargeId);
    await look(business, dispute);
    const [before] = await disputesOf(business);
    assert.deepEqual(
      [before!.reopened, before!.lost, (await readDetail(business.api, id)).state],
      ['0.00', '100.00', 'paid'],
    );
    const [refund] = await app.engine.within(business.id, ({ tx }) =>
      tx
        .selectFrom('exchanges')
        .select(['id', 'reference'])
        .where('organizationId', '=', business.id)
        .where('kind', '=', refundExchange.name)
        .execute(),
    );
    await control.finishRefund(refund!.reference!, outcome);
    await followUp(refundExchange, business.id, refund!.id);
    const [after] = await disputesOf(business);
    const lost = outcome === 'failed' ? '0.00' : '100.00';
    assert.deepEqual([after!.lost, (await readDetail(business.api, id)).balance], [lost, '100.00']);
    assert.equal(await ruleBalance(business, 'receivable'), 10_000n);
    await assertMatches(business, merchantId, outcome === 'failed' ? -1_500n : -11_500n);
  }
});

test('the part of a dispute beyond the payment is taken from the balance of the customer, and restored when the dispute is won', async () => {
  const { business, merchantId, id, chargeId, contactId } = await paidInvoice();
  const cash = (await business.api.GET('/v1/account')).data!.data[0]!.id;
  await undo(business, (await readDetail(business.api, id)).payments[0]!.id);
  await business.api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: contactId, accountId: cash, amount: '60' },
  });
  const dispute = await control.openDispute(merchantId, chargeId);
  await look(business, dispute);
  const [of] = await disputesOf(business);
  assert.deepEqual([of!.reopened, of!.fromBalance, of!.lost], ['0.00', '60.00', '40.00']);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  await assertMatches(business, merchantId, -11_500n);
  await control.moveDispute(dispute, 'won');
  await look(business, dispute);
  assert.equal(await ruleBalance(business, 'customerBalances'), -6_000n);
  assert.equal(await ruleBalance(business, 'expenses'), 0n);
  await assertMatches(business, merchantId, -1_500n);
});

test('money of a won dispute that is no longer due becomes balance of the customer', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const dispute = await control.openDispute(merchantId, chargeId);
  await look(business, dispute);
  const cash = (await business.api.GET('/v1/account')).data!.data[0]!.id;
  await business.api.PATCH('/v1/record/pending/pay', { body: { id, payments: [{ accountId: cash }] } });
  await control.moveDispute(dispute, 'won');
  await look(business, dispute);
  assert.equal(await ruleBalance(business, 'customerBalances'), -10_000n);
  await assertMatches(business, merchantId, 8_500n);
});

test('a dispute in another currency than that of the books, or of the balance, is booked at the rates of the day', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice({ currency: 'USD' });
  const reference = await control.openDispute(merchantId, chargeId);
  const shown = await adapter.connect({}, business.id).account(merchantId).readDispute(reference);
  const converted = { ...shown, movements: [{ amount: -600_000n, currency: 'DOP', fee: 90_000n }] };
  await app.engine.within(business.id, (ctx) => bookDispute(ctx, adapter.name, converted, realNow()));
  assert.deepEqual(
    [(await readDetail(business.api, id)).balance, (await readDetail(business.api, id)).currency],
    ['100.00', 'USD'],
  );
  const balances = await balancesOf(business);
  assert.equal(balances['Procesador de pagos USD'], '0.00');
  assert.equal(balances['Procesador de pagos DOP'], '-900.00');
});

test('signed notices of a dispute, twice and in any order, are booked once', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const reference = await control.openDispute(merchantId, chargeId);
  const send = () => {
    const event = { id: `evt_${newId()}`, subject: 'dispute', objectId: reference, merchantId, createdAt: new Date() };
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', ...control.signWebhook(Buffer.from(body)) };
    return fetch(`${baseUrl}/v1/payment/webhook`, { method: 'POST', body, headers });
  };
  for (const { status } of await Promise.all([send(), send()])) assert.equal(status, 204);
  await control.moveDispute(reference, 'lost');
  await send();
  await eventually(async () => (await disputesOf(business))[0]?.state === 'lost');
  assert.equal((await readDetail(business.api, id)).balance, '100.00');
  await assertMatches(business, merchantId, -1_500n);
});

test('a dispute of a day that is locked is booked later, and one of an invoice in instalments is a loss', async () => {
  const { business, merchantId, id, chargeId } = await paidInvoice();
  const lock = (lockDate: string | null) =>
    business.api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value: { lockDate } } });
  await lock((await readDetail(business.api, id)).date);
  const partial = await control.openDispute(merchantId, chargeId, { amount: 4_000n });
  await look(business, partial);
  assert.deepEqual(await disputesOf(business), []);
  await lock(null);
  await look(business, partial);
  assert.equal((await readDetail(business.api, id)).balance, '40.00');
  const plan = { instalments: 4, method: 'level' as const, annualRate: '12' };
  const credit = await business.api.POST('/v1/record/pending/credit', { body: { pendingRecordId: id, plan } });
  assert.ok(credit.data, JSON.stringify(credit.error));
  await look(business, await control.openDispute(merchantId, chargeId, { amount: 6_000n }));
  assert.equal((await readDetail(business.api, id)).balance, '40.00');
  assert.deepEqual(
    (await disputesOf(business)).map(({ reopened, lost }) => [reopened, lost]),
    [
      ['0.00', '60.00'],
      ['40.00', '0.00'],
    ],
  );
  await assertMatches(business, merchantId, -3_000n);
});

test('a dispute of an unknown charge is looked up again, and changes nothing', async () => {
  const { business, merchantId } = await newShop();
  const account = adapter.connect({}, business.id).account(merchantId);
  const wanted = { amount: 5_000n, currency: 'DOP', description: '', returnUrl: 'https://shop.example/' };
  const how = { offSession: true, capture: 'automatic', saveMethod: false } as const;
  const { id: customerId } = await account.ensureCustomer({ reference: newId(), name: 'Ana', email: null });
  const paymentMethodId = await control.saveCard(merchantId, customerId, '4242424242424242');
  const { id } = await account.charge({ ...wanted, ...how, customerId, paymentMethodId }, newId());
  await look(business, await control.openDispute(merchantId, id));
  assert.deepEqual(await disputesOf(business), []);
});

test('a dispute of money paid in advance on a page takes it out of the balance of the customer', async () => {
  const { business, merchantId, contactId } = await newPaidShop();
  const page = await newPage(business, { kind: 'amount', contactId, amount: '80' });
  await payOnline(page.id);
  assert.equal(await ruleBalance(business, 'customerBalances'), -8_000n);
  const { reference } = await app.engine.within(business.id, ({ tx }) =>
    tx
      .selectFrom('exchanges')
      .select('reference')
      .where('organizationId', '=', business.id)
      .where('kind', '=', prepayment.name)
      .executeTakeFirstOrThrow(),
  );
  const dispute = await control.openDispute(merchantId, reference!);
  await look(business, dispute);
  const [of] = await disputesOf(business);
  assert.deepEqual([of!.pendingRecordId, of!.fromBalance, of!.lost], [null, '80.00', '0.00']);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  await assertMatches(business, merchantId, -1_500n);
});

const Step = fc.oneof(
  fc.record({ kind: fc.constant('dispute' as const), amount: fc.integer({ min: 100, max: 10_000 }) }),
  fc.record({ kind: fc.constant('move' as const), which: fc.nat(), state: fc.constantFrom('won', 'lost') }),
  fc.record({ kind: fc.constantFrom('refund' as const, 'charge' as const) }),
);

test('after any order of disputes, their outcomes, refunds and charges the books agree with the provider', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const { business, merchantId, id, chargeId, paymentMethodId } = await paidInvoice();
      const disputes: string[] = [];
      for (const step of steps) {
        if (step.kind === 'dispute') {
          disputes.push(await control.openDispute(merchantId, chargeId, { amount: BigInt(step.amount) }));
        } else if (step.kind === 'move') {
          const dispute = disputes[step.which % (disputes.length || 1)];
          if (dispute) await control.moveDispute(dispute, step.state as 'won' | 'lost');
        } else if (step.kind === 'charge') {
          await business.api.POST('/v1/record/pending/charge', { body: { id, paymentMethodId } });
        } else {
          const payment = (await readDetail(business.api, id)).payments.find(({ voidedAt }) => voidedAt === null);
          if (payment) await undo(business, payment.id);
        }
        await Promise.all([...disputes, ...disputes].map((dispute) => look(business, dispute)));
      }
      const { provider, booked } = await held(business, merchantId);
      assert.equal(booked, provider);
      const { balance } = await readDetail(business.api, id);
      assert.equal(await ruleBalance(business, 'receivable'), BigInt(balance.replace('.', '')));
    }),
    { numRuns: 12, interruptAfterTimeLimit: 60_000 },
  );
});

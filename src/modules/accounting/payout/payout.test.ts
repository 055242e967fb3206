import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPayout, addFunds as deposit } from '#adapters/payproc-simulator/funds.ts';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { app, type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { ageExchanges, followUp, runNow } from '#test/jobs.ts';
import { adoptPayout, followPayout } from './adopt-payout.ts';
import { payout } from './payout-exchange.ts';

const { provider, control } = app.simulators.payproc;

/** A business with a merchant account, money in it that can be paid out, and a bank account. */
async function newShop(funds = 10_000n) {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/organization/pay/create');
  const merchantId = data!.accountId;
  await control.completeOnboarding(merchantId);
  await addFunds(merchantId, funds);
  return { business, merchantId, bank: await openAccount(business) };
}

const addFunds = (merchantId: string, amount: bigint) =>
  provider.handle((handling) => deposit(handling, merchantId, 'DOP', amount, true));

const pay = (business: Business, toAccountId: string, amount: string) =>
  business.api.POST('/v1/account/payout-transfer', { body: { toAccountId, amount } });

const payoutsOf = async (business: Business) => (await business.api.GET('/v1/account/payouts')).data!.data;

async function follow(business: Business): Promise<void> {
  const transfers = await app.engine.within(business.id, ({ tx }) =>
    tx.selectFrom('payoutTransfers').select('id').where('organizationId', '=', business.id).execute(),
  );
  for (const { id } of transfers) await followUp(payout, business.id, id);
}

test('a payout moves the processor’s balance to the bank, in the books too', async () => {
  const { business, bank } = await newShop();
  const { data, response } = await pay(business, bank.id, '60');
  assert.equal(response.status, 201);
  assert.deepEqual([data?.amount, data?.currency, data?.state], ['60.00', 'DOP', 'pending']);
  assert.deepEqual(await balancesOf(business), {
    Caja: '0.00',
    Popular: '60.00',
    'Procesador de pagos DOP': '-60.00',
  });
  assert.equal(await ruleBalance(business, 'processorBalance'), -6_000n);
  const [made] = await payoutsOf(business);
  assert.deepEqual([made?.id, made?.recordId, made?.toAccountId], [data?.payoutId, data?.recordId, bank.id]);
  const { data: balances } = await business.api.GET('/v1/account/payout-balances');
  assert.deepEqual(balances?.data, [{ currency: 'DOP', available: '40.00', pending: '0.00', booked: '-60.00' }]);
});

for (const kind of ['timeout-after-commit', 'error-after-commit', 'connection-reset'] as const) {
  test(`after ${kind} a repetition leads to one payout and one record`, async () => {
    const { business, bank } = await newShop();
    await provider.faults.next({ kind, organizationId: business.id, operation: 'createPayout' });
    assert.ok((await pay(business, bank.id, '60')).response.status >= 502);
    assert.equal((await balancesOf(business)).Popular, '0.00');
    assert.equal((await pay(business, bank.id, '30')).error?.code, 'payout_in_progress');
    assert.equal((await pay(business, bank.id, '60')).response.status, 201);
    assert.equal((await payoutsOf(business)).length, 1);
    assert.equal((await balancesOf(business)).Popular, '60.00');
    assert.equal((await pay(business, bank.id, '30')).response.status, 201);
    assert.equal((await balancesOf(business)).Popular, '90.00');
  });
}

test('a payout whose answer was lost is found out and booked by itself, once', async () => {
  const { business, bank } = await newShop();
  await provider.faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'createPayout' });
  await pay(business, bank.id, '60');
  await follow(business);
  await follow(business);
  assert.equal((await balancesOf(business)).Popular, '60.00');
  assert.equal((await payoutsOf(business)).length, 1);
});

test('a day later, when the provider has forgotten the key, a lost payout is looked up and never sent twice', async () => {
  for (const [kind, booked] of [
    ['timeout-after-commit', '60.00'],
    ['connection-reset', '0.00'],
  ] as const) {
    const { business, bank } = await newShop();
    await provider.faults.next({ kind, organizationId: business.id, operation: 'createPayout' });
    await pay(business, bank.id, '60');
    await ageExchanges(business.id, { askedAt: Temporal.Now.instant().subtract({ hours: 30 }) });
    await follow(business);
    assert.equal((await balancesOf(business)).Popular, booked);
    assert.equal((await payoutsOf(business)).length, booked === '0.00' ? 0 : 1);
    assert.equal((await pay(business, bank.id, '10')).response.status, 201);
  }
});

test('of equal requests at once, each payout that was made is booked once', async () => {
  const { business, bank } = await newShop();
  const answers = await Promise.all(Array.from({ length: 5 }, () => pay(business, bank.id, '20')));
  const made = new Set(answers.flatMap(({ data }) => data?.payoutId ?? []));
  assert.equal((await payoutsOf(business)).length, made.size);
  assert.equal((await balancesOf(business)).Popular, `${made.size * 20}.00`);
});

test('a payout that the bank refuses is taken out of the books, also after it was conciliated', async () => {
  const { business, bank } = await newShop();
  const first = (await pay(business, bank.id, '60')).data!;
  await control.movePayout(first.payoutId, 'failed');
  await follow(business);
  assert.equal((await balancesOf(business)).Popular, '0.00');
  const second = (await pay(business, bank.id, '50')).data!;
  const path = { accountId: bank.id };
  const body = { recordIds: [second.recordId] };
  assert.equal(
    (await business.api.POST('/v1/account/{accountId}/conciliation', { params: { path }, body })).response.status,
    201,
  );
  await control.movePayout(second.payoutId, 'failed');
  await follow(business);
  await follow(business);
  assert.deepEqual(await balancesOf(business), {
    Caja: '0.00',
    Popular: '0.00',
    'Procesador de pagos DOP': '0.00',
  });
});

test('the owner is notified once of a payout that the bank refuses later', async () => {
  const { business, bank } = await newShop();
  const { payoutId } = (await pay(business, bank.id, '60')).data!;
  await control.movePayout(payoutId, 'failed');
  await follow(business);
  await follow(business);
  const { data } = await business.api.GET('/v1/organization/user/notifications');
  assert.deepEqual(
    data!.data.filter(({ kind }) => kind === 'payout-returned').map(({ title }) => title),
    ['El banco no aceptó un retiro de RD$ 60.00'],
  );
});

/** Makes a payout as the processor does on the schedule of the owner. */
const payByItself = (merchantId: string, amount: bigint) =>
  provider.handle((handling) => createPayout(handling, merchantId, { amount, currency: 'DOP' }));

/** Handles a notice about a payout, as the webhook of the processor does. */
async function notice(business: Business, objectId: string): Promise<void> {
  const about = { adapter: 'payproc-simulator', subject: 'payout', objectId } as const;
  await app.engine.within(business.id, (ctx) => followPayout(ctx, about));
}

/** The follow-up of a payout that was not requested by a caller is a job. */
const holds = (business: Business, name: string, balance: string) =>
  eventually(async () => (await balancesOf(business))[name] === balance);

test('a payout that the processor makes by itself is booked once to the bank, and taken out again if the bank refuses it', async () => {
  const { business, merchantId } = await newShop();
  const { id } = await payByItself(merchantId, 7_000n);
  await notice(business, id);
  await holds(business, 'Popular', '70.00');
  for (const state of ['in_transit', 'paid'] as const) {
    await control.movePayout(id, state);
    await runNow(adoptPayout, { organizationId: business.id, payoutId: id, turn: 0 });
  }
  const [made] = await payoutsOf(business);
  assert.deepEqual([made?.id, made?.state, made?.recordId !== null], [id, 'paid', true]);
  assert.equal((await balancesOf(business)).Popular, '70.00');
  await control.movePayout(id, 'failed');
  await notice(business, id);
  await holds(business, 'Popular', '0.00');
});

test('with several bank accounts it is booked to that of the payout before, and without one the owner is notified', async () => {
  const { business, merchantId, bank } = await newShop();
  await openAccount(business, { name: 'Reservas' });
  const { id } = await payByItself(merchantId, 1_000n);
  await runNow(adoptPayout, { organizationId: business.id, payoutId: id, turn: 0 });
  assert.equal((await payoutsOf(business))[0]?.recordId, null);
  for (const state of ['in_transit', 'paid'] as const) await control.movePayout(id, state);
  await runNow(adoptPayout, { organizationId: business.id, payoutId: id, turn: 0 });
  const { data } = await business.api.GET('/v1/organization/user/notifications');
  assert.deepEqual(
    data!.data.filter(({ kind }) => kind === 'payout-not-booked').map(({ title }) => title),
    ['Registra un pago del procesador de RD$ 10.00'],
  );
  await pay(business, bank.id, '20');
  await notice(business, (await payByItself(merchantId, 3_000n)).id);
  await holds(business, 'Popular', '50.00');
  assert.equal((await balancesOf(business)).Reservas, '0.00');
});

test('a payout that the processor makes by itself waits while a request has no outcome, and is not taken for it', async () => {
  const { business, merchantId, bank } = await newShop();
  await provider.faults.next({ kind: 'connection-reset', organizationId: business.id, operation: 'createPayout' });
  assert.ok((await pay(business, bank.id, '60')).response.status >= 502);
  const { id } = await payByItself(merchantId, 3_000n);
  await runNow(adoptPayout, { organizationId: business.id, payoutId: id, turn: 0 });
  assert.equal((await payoutsOf(business))[0]?.recordId, null);
  assert.equal((await pay(business, bank.id, '60')).response.status, 201);
  await notice(business, id);
  await holds(business, 'Popular', '90.00');
});

test('an invalid payout is refused, and nothing is booked', async () => {
  const { business, bank } = await newShop();
  const code = async (toAccountId: string, amount: string) => (await pay(business, toAccountId, amount)).error?.code;
  assert.equal(await code(bank.id, '100.01'), 'payout_exceeds_balance');
  assert.equal(await code(bank.id, '-1'), 'invalid_request');
  assert.equal(await code(newId(), '1'), 'reference_not_found');
  const other = await newShop();
  assert.equal(await code(other.bank.id, '1'), 'reference_not_found');
  const { data } = await business.api.GET('/v1/account', { params: { query: { kind: 'cash' } } });
  assert.equal(await code(data!.data[0]!.id, '1'), 'not_a_bank_account');
  assert.equal((await pay(business, bank.id, '100')).response.status, 201);
  const fresh = await newBusiness();
  const freshBank = await openAccount(fresh);
  assert.equal((await pay(fresh, freshBank.id, '1')).error?.code, 'merchant_account_missing');
  assert.deepEqual(await payoutsOf(fresh), []);
  assert.deepEqual((await fresh.api.GET('/v1/account/payout-balances')).data, { data: [] });
});

test('a viewer sees payouts and sends none, and there is no dry run', async () => {
  const { business, bank } = await newShop();
  const { api } = await newMember(business, 'viewer');
  assert.equal((await api.GET('/v1/account/payouts')).response.status, 200);
  const body = { toAccountId: bank.id, amount: '1' };
  assert.equal((await api.POST('/v1/account/payout-transfer', { body })).response.status, 403);
  const tried = await business.api.POST('/v1/account/payout-transfer', { body, headers: { 'dry-run': 'true' } });
  assert.equal(tried.error?.code, 'dry_run_unsupported');
  assert.deepEqual(await payoutsOf(business), []);
});

test('a payout that is requested now takes all that is available, once', async () => {
  const { business, bank } = await newShop();
  const request = (amount?: string) =>
    business.api.POST('/v1/payment/request-payout', { body: { toAccountId: bank.id, ...(amount && { amount }) } });
  const { data, response } = await request();
  assert.deepEqual([response.status, data?.amount], [201, '100.00']);
  assert.equal((await request()).error?.code, 'nothing_to_pay_out');
  assert.equal((await balancesOf(business)).Popular, '100.00');
});

test('a requested payout whose answer was lost is continued, although the balance is empty by then', async () => {
  const { business, bank } = await newShop();
  const body = { toAccountId: bank.id };
  await provider.faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'createPayout' });
  assert.equal((await business.api.POST('/v1/payment/request-payout', { body })).response.status, 504);
  assert.equal((await business.api.POST('/v1/payment/request-payout', { body })).response.status, 201);
  assert.equal((await payoutsOf(business)).length, 1);
});

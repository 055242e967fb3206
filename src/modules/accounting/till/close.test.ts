import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { newContact } from '#test/books.ts';
import { payloadsOf } from '#test/events.ts';
import { app, ownerUrlOf } from '#test/harness.ts';
import { bookMoney, newDrawer } from '#test/money-accounts.ts';
import { at, booked, cancel, close, lineOf, newShop, open, preview, sell, sellForADay } from '#test/tills.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';

test('closing a till stores the expected and the counted amounts and posts the difference', async () => {
  const shop = await newShop();
  const lastRecordRegisteredId = await sellForADay(shop);
  const expected = {
    accountId: shop.cash.id,
    name: 'Gaveta',
    kind: 'cash',
    currency: 'DOP',
    opening: '2000.00',
    in: '15000.00',
    out: '500.00',
    transfered: '-10000.00',
    expected: '6500.00',
    mustCount: true,
  };
  assert.deepEqual(await lineOf(shop), expected);
  assert.equal((await preview(shop)).posOpen, true);
  const { data, response } = await close(shop, '6480.00', { details: 'Turno de la mañana', number: 1 });
  assert.equal(response.status, 201);
  const [drawer, cards] = data!.balances;
  assert.deepEqual(
    [drawer?.counted, drawer?.difference, drawer?.balance, drawer?.expected],
    ['6480.00', '-20.00', '6480.00', '6500.00'],
  );
  assert.deepEqual([cards?.name, cards?.in, cards?.counted, cards?.balance], ['Tarjetas', '3000.00', null, '3000.00']);
  assert.equal(await booked(shop, 'cashShort'), 2_000n);
  const line = (balance: string, came: string, went: string, transfered: string) => ({
    balance,
    in: came,
    out: went,
    transfered,
  });
  assert.deepEqual(await payloadsOf(shop, 'division:balance-closed'), [
    {
      divisionId: shop.divisionId,
      userId: shop.owner.id,
      details: 'Turno de la mañana',
      balances: [
        { accountId: shop.cash.id, ...line('6480.00', '15000.00', '500.00', '-10000.00') },
        { accountId: shop.card.id, ...line('3000.00', '3000.00', '0.00', '0.00') },
      ],
      lastRecordRegisteredId,
    },
  ]);
  const state = await shop.api.GET('/v1/division/{divisionId}/pos-open-state', at(shop));
  assert.deepEqual([state.data?.open, state.data?.lastClose?.id], [false, data!.id]);
  const next = await lineOf(shop);
  assert.deepEqual([next.opening, next.in, next.out, next.expected], ['6480.00', '0.00', '0.00', '6480.00']);
});

test('a surplus is cash over, and without an opening a close counts from the previous one', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  assert.equal((await close(shop, '101.50')).data?.balances[0]?.difference, '1.50');
  assert.equal(await booked(shop, 'cashOver'), -150n);
  await sell(shop, '10');
  const { data } = await close(shop, '111.50');
  assert.deepEqual([data?.number, data?.balances[0]?.opening, data?.balances[0]?.in], [2, '101.50', '10.00']);
  assert.equal(data?.balances[0]?.differenceRecordId, null);
});

test('a difference of foreign money is posted at its book value', async () => {
  const shop = await newShop();
  const dollars = await newDrawer(shop, { name: 'Dólares', currency: 'USD', divisionId: shop.divisionId });
  await bookMoney(shop, dollars, { amount: '10', baseAmount: '600', rule: 'sales', divisionId: shop.divisionId });
  const counts = [{ accountId: dollars.id, amount: '9.50' }];
  const { data } = await shop.api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body: { counts } });
  assert.equal(data?.balances.find(({ accountId }) => accountId === dollars.id)?.difference, '-0.50');
  assert.equal(await booked(shop, 'cashShort'), 3_000n);
});

test('a close that leaves something uncounted, unknown or doubtful is refused and changes nothing', async () => {
  const shop = await newShop();
  assert.equal((await close(shop, '0')).error?.code, 'nothing_to_close');
  await sell(shop, '100');
  const send = (counts: { accountId: string; amount: string }[], number?: number) =>
    shop.api.POST('/v1/division/{divisionId}/close-balance', {
      ...at(shop),
      body: { counts, ...(number && { number }) },
    });
  const one = { accountId: shop.cash.id, amount: '100' };
  for (const [answer, status, code] of [
    [await send([]), 422, 'count_missing'],
    [await send([one, { accountId: crypto.randomUUID(), amount: '1' }]), 422, 'reference_not_found'],
    [await send([one, one]), 400, 'invalid_request'],
    [await send([{ ...one, amount: '-1' }]), 400, 'invalid_request'],
    [await send([one], 2), 409, 'version_conflict'],
  ] as const) {
    assert.deepEqual([answer.response.status, answer.error?.code], [status, code]);
  }
  assert.equal((await cancel(shop)).error?.code, 'no_close_to_cancel');
  assert.equal((await lineOf(shop)).in, '100.00');
});

test('a float must come from an account, and a missing part is posted as cash short', async () => {
  const shop = await newShop();
  assert.equal((await open(shop, '500')).error?.code, 'float_not_covered');
  assert.equal((await open(shop, '90000', shop.safe)).error?.code, 'division_balance_insufficient');
  assert.equal((await open(shop, '500', shop.card)).error?.code, 'division_balance_insufficient');
  const bank = await shop.api.POST('/v1/division/{divisionId}/pos-open', {
    ...at(shop),
    body: { floats: [{ accountId: shop.card.id, amount: '5' }] },
  });
  assert.equal(bank.error?.code, 'not_a_cash_account');
  const opened = await open(shop, '500', shop.safe);
  assert.deepEqual(opened.data?.opening?.floats, [
    { accountId: shop.cash.id, name: 'Gaveta', currency: 'DOP', amount: '500.00' },
  ]);
  assert.equal((await open(shop, '500')).error?.code, 'pos_already_open');
  await close(shop, '500');
  await open(shop, '450');
  assert.equal(await booked(shop, 'cashShort'), 5_000n);
  const line = await lineOf(shop);
  assert.deepEqual([line.opening, line.in, line.out], ['450.00', '0.00', '0.00']);
});

test('the preview and the balances are read without looking at a single record', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
  await owner.connect();
  try {
    await owner.query('BEGIN');
    // Any other transaction that touches these rows would now wait forever.
    await owner.query('LOCK TABLE records, record_versions, ledger_entries, ledger_transfers IN ACCESS EXCLUSIVE MODE');
    const [shown, balance] = await Promise.race([
      Promise.all([preview(shop), shop.api.GET('/v1/division/balance')]),
      new Promise<never>((_, reject) => setTimeout(() => reject(new Error('It reads records.')), 10_000).unref()),
    ]);
    assert.equal(shown.balances.find(({ accountId }) => accountId === shop.cash.id)?.in, '100.00');
    assert.equal(balance.data?.total, '20100.00');
  } finally {
    await owner.query('ROLLBACK');
    await owner.end();
  }
});

test('a dry run shows a close and closes nothing', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  const headers = { 'dry-run': 'true' };
  const body = { counts: [{ accountId: shop.cash.id, amount: '90' }] };
  const tried = await shop.api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body, headers });
  assert.equal(tried.response.status, 200);
  const { events } = tried.data as unknown as { events: { type: string }[] };
  assert.deepEqual(
    events.map(({ type }) => type),
    ['record:created', 'division:balance-closed'],
  );
  assert.equal((await lineOf(shop)).expected, '100.00');
  assert.equal((await preview(shop)).number, 1);
});

test('an account that belongs to a till brings its division, so that the close counts everything in the drawer', async () => {
  const shop = await newShop();
  const { api, cash, safe, divisionId } = shop;
  await open(shop, '2000', safe);
  await api.POST('/v1/record', { body: { kind: 'expense', amount: '150', accountId: cash.id } });
  assert.equal((await lineOf(shop)).expected, '1850.00');
  const beneficiaryId = await newContact(shop);
  await api.POST('/v1/beneficiary/balance/topup', { body: { beneficiaryId, accountId: cash.id, amount: '100' } });
  await api.POST('/v1/gift-card', { body: { amount: '50', accountId: cash.id } });
  const sales = await app.engine.within(shop.id, async (ctx) => (await selectPostingRules(ctx)).get('sales')!);
  const lines = [
    { chartAccountId: cash.chartAccountId, debit: '25' },
    { chartAccountId: sales, credit: '25' },
  ];
  const journal = await api.POST('/v1/record', { body: { kind: 'journal', lines } });
  assert.equal(journal.data?.divisionId, divisionId);
  assert.equal((await lineOf(shop)).expected, '2025.00');
  const { data } = await api.GET('/v1/division', { params: { query: { search: 'Principal' } } });
  const other = data!.data[0]!.id;
  const wrong = await api.POST('/v1/record', {
    body: { kind: 'expense', amount: '1', accountId: cash.id, divisionId: other },
  });
  assert.equal(wrong.error?.code, 'account_of_other_division');
  const second = await newDrawer(shop, { name: 'Gaveta 2', divisionId: other });
  await api.POST('/v1/account/transfer', {
    body: { fromAccountId: cash.id, toAccountId: second.id, amount: '1000' },
  });
  assert.equal((await lineOf(shop)).expected, '1025.00');
  assert.equal((await close(shop, '1025')).data?.balances[0]?.difference, '0.00');
  assert.equal(await booked(shop, 'cashShort'), 0n);
  const main = await api.GET('/v1/division/{divisionId}/close-balance', { params: { path: { divisionId: other } } });
  assert.equal(main.data!.balances.find(({ accountId }) => accountId === second.id)!.expected, '1000.00');
});

test('the active division of the session applies to records and top-ups', async () => {
  const shop = await newShop();
  const { api, safe, divisionId } = shop;
  await api.POST('/v1/division/active', { body: { divisionId } });
  const record = await api.POST('/v1/record', { body: { kind: 'income', amount: '10', accountId: safe.id } });
  assert.equal(record.data?.divisionId, divisionId);
  const none = await api.POST('/v1/record', {
    body: { kind: 'income', amount: '10', accountId: safe.id, divisionId: null },
  });
  assert.equal(none.data?.divisionId, null);
  const topUp = await api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: await newContact(shop), accountId: safe.id, amount: '100' },
  });
  const path = { recordId: topUp.data!.recordId };
  assert.equal((await api.GET('/v1/record/{recordId}', { params: { path } })).data?.divisionId, divisionId);
});

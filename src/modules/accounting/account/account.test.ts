import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { eventsOf } from '#test/events.ts';
import { app, newBusiness, newMember } from '#test/harness.ts';
import { chartAccounts } from '../tables.ts';
import { nextCode } from './chart-account.ts';

test('a new organization has a cash box that owns the cash account of the chart', async () => {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/account');
  assert.deepEqual(
    data?.data.map(({ name, kind, currency }) => [name, kind, currency]),
    [['Caja', 'cash', 'DOP']],
  );
  assert.deepEqual(await eventsOf(business), []);
});

test('an account opens with its balance against the opening balances, with one event', async () => {
  const business = await newBusiness();
  const account = await openAccount(business, { openingBalance: '2500.50' });
  assert.deepEqual(await balancesOf(business), { Caja: '0.00', Popular: '2500.50' });
  assert.equal(await ruleBalance(business, 'openingBalances'), -250_050n);
  const events = await eventsOf(business);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['chart-account:created', 'account:created', 'record:created'],
  );
  assert.deepEqual(events[1]?.payload, { accountId: account.id, userId: business.owner.id });
  const read = await business.api.GET('/v1/account/{accountId}', { params: { path: { accountId: account.id } } });
  assert.deepEqual(read.data, account);
});

test('an account that is owed opens below zero, and one in dollars at the rate given', async () => {
  const business = await newBusiness();
  await openAccount(business, { name: 'Tarjeta', kind: 'card', openingBalance: '-300' });
  await openAccount(business, { name: 'Dólares', currency: 'USD', openingBalance: '100', openingRate: '60.25' });
  const { data } = await business.api.GET('/v1/account/balance');
  assert.deepEqual(
    data?.data.map(({ name, balance, baseBalance }) => [name, balance, baseBalance]),
    [
      ['Caja', '0.00', '0.00'],
      ['Tarjeta', '-300.00', '-300.00'],
      ['Dólares', '100.00', '6025.00'],
    ],
  );
  assert.deepEqual(data?.sum, { balance: '5725.00', currency: 'DOP' });
});

test('accounts that open at once get different codes of the chart', async () => {
  const business = await newBusiness();
  const opened = await Promise.all(Array.from({ length: 6 }, (_, n) => openAccount(business, { name: `Banco ${n}` })));
  assert.equal(new Set(opened.map(({ chartAccountId }) => chartAccountId)).size, 6);
});

test('the next code follows the greatest sibling, keeps its width and skips taken codes', () => {
  const under = (parentId: string | null, ...codes: string[]) => codes.map((code) => ({ id: code, code, parentId }));
  const heading = under(null, '11');
  assert.equal(nextCode([...heading, ...under('11', '1101', '1110')], '11'), '1111');
  assert.equal(nextCode(heading, '11'), '1101');
  assert.equal(nextCode([...heading, ...under('11', '1101'), ...under('1101', '1102')], '11'), '1103');
  assert.equal(nextCode([...heading, ...under('11', '1199')], '11'), '11100');
  assert.equal(nextCode(under(null, '1', '2'), null), '03');
});

test('a change of an old version is refused, and the chart follows the name', async () => {
  const business = await newBusiness();
  const { id, chartAccountId } = await openAccount(business);
  const change = (body: { version?: number; name?: string; bankName?: string | null }) =>
    business.api.PATCH('/v1/account', { body: { id, ...body } });
  const changed = await change({ version: 1, name: 'Popular 2', bankName: 'Banco Popular' });
  assert.deepEqual(
    [changed.data?.name, changed.data?.bankName, changed.data?.version],
    ['Popular 2', 'Banco Popular', 2],
  );
  assert.equal((await change({ version: 1, name: 'Popular 3' })).error?.code, 'version_conflict');
  const chart = await app.engine.within(business.id, (ctx) => chartAccounts.get(ctx, chartAccountId));
  assert.equal(chart.name, 'Popular 2');
  const both = await Promise.all([change({ version: 2, name: 'A' }), change({ version: 2, name: 'B' })]);
  assert.deepEqual(both.map(({ response }) => response.status).toSorted(), [200, 409]);
});

test('only an account without money, and without a rule that posts to it, can be archived', async () => {
  const business = await newBusiness();
  const archive = (id: string, archived = true) => business.api.PATCH('/v1/account', { body: { id, archived } });
  const { data: all } = await business.api.GET('/v1/account');
  const cash = all!.data[0]!;
  assert.equal((await archive(cash.id)).error?.code, 'account_in_use');
  const full = await openAccount(business, { openingBalance: '10' });
  assert.equal((await archive(full.id)).error?.code, 'account_has_balance');
  const move = (amount: string) =>
    business.api.POST('/v1/account/transfer', { body: { fromAccountId: full.id, toAccountId: cash.id, amount } });
  assert.equal((await move('10')).response.status, 201);
  assert.equal((await archive(full.id)).data?.archived, true);
  assert.equal((await move('10')).error?.code, 'account_archived');
  assert.deepEqual(Object.keys(await balancesOf(business)), ['Caja']);
  assert.equal((await archive(full.id, false)).data?.archived, false);
  assert.equal((await move('10')).response.status, 201);
});

test('accounts are found by kind, currency and text without accents', async () => {
  const business = await newBusiness();
  await openAccount(business, { name: 'Dólares en Reservas', currency: 'USD' });
  const names = async (query: Record<string, string>) =>
    (await business.api.GET('/v1/account', { params: { query } })).data?.data.map(({ name }) => name);
  assert.deepEqual(await names({ kind: 'bank' }), ['Dólares en Reservas']);
  assert.deepEqual(await names({ currency: 'DOP' }), ['Caja']);
  for (const search of ['dolares', 'reservas dolares'])
    assert.deepEqual(await names({ search }), ['Dólares en Reservas']);
  assert.deepEqual(await names({ archived: 'true' }), []);
  assert.deepEqual(await names({ kind: 'bank,cash', sort: '-name' }), ['Dólares en Reservas', 'Caja']);
  const { data: first } = await business.api.GET('/v1/account', { params: { query: { itemsPerPage: 1 } } });
  assert.deepEqual(await names({ cursor: first!.nextCursor! }), ['Dólares en Reservas']);
});

test('an invalid account is refused with the reason, and nothing is created', async () => {
  const business = await newBusiness();
  const attempt = async (body: object) => {
    const { error } = await business.api.POST('/v1/account', { body: { name: 'X', kind: 'bank', ...body } as never });
    return error?.code;
  };
  assert.equal(await attempt({ kind: 'safe' }), 'invalid_request');
  assert.equal(await attempt({ currency: 'pesos' }), 'invalid_request');
  assert.equal(await attempt({ color: 'red' }), 'invalid_request');
  assert.equal(await attempt({ openingBalance: '123456789012345' }), 'invalid_request');
  assert.equal(await attempt({ divisionId: newId() }), 'reference_not_found');
  assert.equal(await attempt({ currency: 'XTS', openingBalance: '5' }), 'rate_unknown');
  assert.equal(
    await attempt({ currency: 'XTS', openingBalance: '0.01', openingRate: '0.0001' }),
    'amount_out_of_range',
  );
  assert.deepEqual(Object.keys(await balancesOf(business)), ['Caja']);
  assert.deepEqual(await eventsOf(business), []);
});

test('an empty organization that counts in another currency takes its cash box along; francs stay francs', async () => {
  const business = await newBusiness();
  await openAccount(business, { name: 'Francos', currency: 'XTS' });
  await business.api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'XTS', rate: '2' }] } });
  await business.api.PATCH('/v1/organization', { body: { currency: 'USD' } });
  const { data } = await business.api.GET('/v1/account');
  assert.deepEqual(
    data?.data.map(({ name, currency }) => [name, currency]),
    [
      ['Caja', 'USD'],
      ['Francos', 'XTS'],
    ],
  );
  const rates = await business.api.GET('/v1/currency/rates', { params: { query: { currency: 'XTS' } } });
  assert.deepEqual(rates.data?.data, []);
});

test('a dry run returns the account that would be opened, and opens nothing', async () => {
  const business = await newBusiness();
  const { data } = await business.api.POST('/v1/account', {
    body: { name: 'Popular', kind: 'bank', openingBalance: '10' },
    headers: { 'dry-run': 'true' },
  });
  assert.equal((data as unknown as { events: unknown[] }).events.length, 3);
  assert.deepEqual(Object.keys(await balancesOf(business)), ['Caja']);
});

test('a viewer reads accounts and cannot change them; an account of another organization is not found, like an unknown one', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const { api } = await newMember(business, 'viewer');
  assert.equal((await api.GET('/v1/account')).response.status, 200);
  assert.equal((await api.POST('/v1/account', { body: { name: 'X', kind: 'cash' } })).response.status, 403);
  assert.equal((await api.PATCH('/v1/account', { body: { id: account.id, name: 'X' } })).response.status, 403);
  const other = await newBusiness();
  for (const id of [account.id, newId()]) {
    const path = { accountId: id };
    assert.equal((await other.api.GET('/v1/account/{accountId}', { params: { path } })).error?.code, 'not_found');
    assert.equal((await other.api.PATCH('/v1/account', { body: { id, name: 'X' } })).error?.code, 'not_found');
    const history = await other.api.GET('/v1/account/{accountId}/balance-history', { params: { path } });
    assert.equal(history.error?.code, 'not_found');
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failingTokens, type ReceivedConversion } from '#adapters/conversions-simulator/conversions-simulator.ts';
import { simulatorStore } from '#platform/ports/simulator-store.ts';
import { app, type Business, newBusiness, newMember, newPerson } from '#test/harness.ts';
import { bookMoney, newDrawer } from '#test/money-accounts.ts';
import { startReceiver } from '#test/receiver.ts';
import { activeDivision } from './division.ts';

const principalOf = async ({ api }: Business) => (await api.GET('/v1/division')).data!.data[0]!;
const newDivision = async ({ api }: Business, name = 'Santiago') =>
  (await api.POST('/v1/division', { body: { name } })).data!.id;
const at = (divisionId: string) => ({ params: { path: { divisionId } } });

test('every organization begins with the division Principal', async () => {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/division');
  assert.deepEqual(
    data?.data.map(({ name, kind, archived, active }) => ({ name, kind, archived, active })),
    [{ name: 'Principal', kind: 'branch', archived: false, active: false }],
  );
});

test('a division is added, read, changed and found without accents or capitals', async () => {
  const business = await newBusiness();
  const body = { name: 'Sucursal Bonao Norte', kind: 'pos', code: 'BN-1', address: 'Av. Colón 12' } as const;
  const made = await business.api.POST('/v1/division', { body });
  assert.equal(made.response.status, 201);
  const { id } = made.data!;
  const changed = await business.api.PATCH('/v1/division', { body: { id, version: 1, phone: '809-555-0123' } });
  assert.deepEqual([changed.data?.version, changed.data?.phone, changed.data?.name], [2, '809-555-0123', body.name]);
  assert.deepEqual((await business.api.GET('/v1/division/{divisionId}', at(id))).data, changed.data);
  for (const [query, found] of [
    [{ search: 'colon' }, 1],
    [{ search: 'norte colón' }, 1],
    [{ kind: ['branch', 'pos'] }, 2],
    [{ search: 'BONÁO' }, 1],
    [{ search: '100%' }, 0],
    [{ kind: 'pos' }, 1],
    [{ kind: 'warehouse' }, 0],
  ] as const) {
    assert.equal((await business.api.GET('/v1/division', { params: { query: query as never } })).data?.total, found);
  }
});

test('a change of an old version and a code that is taken are refused', async () => {
  const { api } = await newBusiness();
  const { data } = await api.POST('/v1/division', { body: { name: 'Uno', code: 'A' } });
  const stale = await api.PATCH('/v1/division', { body: { id: data!.id, version: 7, name: 'Dos' } });
  assert.deepEqual([stale.response.status, stale.error?.code], [409, 'version_conflict']);
  const twice = await api.POST('/v1/division', { body: { name: 'Dos', code: 'A' } });
  assert.deepEqual([twice.response.status, twice.error?.code], [409, 'division_code_taken']);
  const others = await Promise.all(
    ['Dos', 'Tres', 'Cuatro'].map((name) => api.POST('/v1/division', { body: { name } })),
  );
  const tries = await Promise.all(
    others.map((other) => api.PATCH('/v1/division', { body: { id: other.data!.id, code: 'B' } })),
  );
  assert.deepEqual(tries.map(({ response }) => response.status).sort(), [200, 409, 409]);
});

test('a division with money or an open till stays, and so does the last one', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: principal } = await principalOf(business);
  const last = await api.PATCH('/v1/division', { body: { id: principal, archived: true } });
  assert.equal(last.error?.code, 'last_division');
  const other = await newDivision(business);
  const cash = await newDrawer(business);
  await bookMoney(business, cash, { amount: '100', rule: 'sales', divisionId: other });
  const rich = await api.PATCH('/v1/division', { body: { id: other, archived: true } });
  assert.equal(rich.error?.code, 'division_in_use');
  const amount = '100.00';
  const moved = await api.POST('/v1/division/transfer', {
    body: { accountId: cash.id, fromDivisionId: other, toDivisionId: principal, amount },
  });
  assert.equal(moved.response.status, 201);
  await api.POST('/v1/division/{divisionId}/pos-open', { ...at(other), body: {} });
  const open = await api.PATCH('/v1/division', { body: { id: other, archived: true } });
  assert.equal(open.error?.code, 'division_in_use');
  await api.POST('/v1/division/{divisionId}/close-balance', { ...at(other), body: {} });
  assert.equal((await api.PATCH('/v1/division', { body: { id: other, archived: true } })).data?.archived, true);
  await assert.rejects(bookMoney(business, cash, { amount, rule: 'sales', divisionId: other }), /archived/);
  const archived = await api.GET('/v1/division', { params: { query: { archived: 'true' } } as never });
  assert.deepEqual(
    archived.data?.data.map(({ id }) => id),
    [other],
  );
});

test('two divisions archived at once leave one', async () => {
  const business = await newBusiness();
  const ids = [(await principalOf(business)).id, await newDivision(business)];
  const tries = await Promise.all(
    ids.map((id) => business.api.PATCH('/v1/division', { body: { id, archived: true } })),
  );
  assert.deepEqual(tries.map(({ response }) => response.status).sort(), [200, 422]);
});

test('the active division belongs to the session', async () => {
  const business = await newBusiness();
  const divisionId = await newDivision(business);
  const seller = await newMember(business, 'seller');
  const chosen = await seller.api.POST('/v1/division/active', { body: { divisionId } });
  assert.equal(chosen.data?.division?.active, true);
  const theirs = await seller.api.GET('/v1/division/{divisionId}', at(divisionId));
  const mine = await business.api.GET('/v1/division/{divisionId}', at(divisionId));
  assert.deepEqual([theirs.data?.active, mine.data?.active], [true, false]);
  assert.equal((await seller.api.POST('/v1/division/active', { body: { divisionId: null } })).data?.division, null);
  assert.equal((await seller.api.GET('/v1/division/{divisionId}', at(divisionId))).data?.active, false);
  assert.equal(await app.engine.within(business.id, activeDivision), null);
});

test('balances are listed by division and account, also for a past day', async () => {
  const business = await newBusiness();
  const [north, south] = [await newDivision(business, 'Norte'), await newDivision(business, 'Sur')];
  const cash = await newDrawer(business);
  const dollars = await newDrawer(business, { name: 'Dólares', kind: 'bank', currency: 'USD' });
  await bookMoney(business, cash, { amount: '1000', rule: 'sales', divisionId: north, date: '2026-01-10' });
  await bookMoney(business, cash, { amount: '-300', rule: 'expenses', divisionId: north, date: '2026-02-10' });
  await bookMoney(business, cash, { amount: '50', rule: 'sales', divisionId: south, date: '2026-01-31' });
  await bookMoney(business, dollars, { amount: '10', baseAmount: '600', rule: 'sales', date: '2026-01-05' });
  const now = await business.api.GET('/v1/division/balance');
  assert.equal(now.data?.total, '1350.00');
  assert.deepEqual(
    now.data?.divisions.map(({ name, total, accounts }) => [name, total, accounts.map(({ balance }) => balance)]),
    [
      [null, '600.00', ['10.00']],
      ['Norte', '700.00', ['700.00']],
      ['Sur', '50.00', ['50.00']],
    ],
  );
  const then = await business.api.GET('/v1/division/balance', {
    params: { query: { date: '2026-01-31', divisionId: north } },
  });
  assert.deepEqual([then.data?.total, then.data?.divisions.length], ['1000.00', 1]);
});

test('money moves between divisions and none is made or lost', async () => {
  const business = await newBusiness();
  const [from, to] = [await newDivision(business, 'Norte'), await newDivision(business, 'Sur')];
  const cash = await newDrawer(business);
  await bookMoney(business, cash, { amount: '1000', rule: 'sales', divisionId: from });
  const body = { accountId: cash.id, fromDivisionId: from, toDivisionId: to, amount: '400.00' };
  const { data } = await business.api.POST('/v1/division/transfer', { body });
  assert.deepEqual([data?.amount, data?.currency, data?.toAccountId], ['400.00', 'DOP', cash.id]);
  const balance = await business.api.GET('/v1/division/balance');
  assert.deepEqual(
    balance.data?.divisions.map(({ name, total }) => [name, total]),
    [
      ['Norte', '600.00'],
      ['Sur', '400.00'],
    ],
  );
  assert.equal(balance.data?.total, '1000.00');
});

test('foreign money moves at its book value', async () => {
  const business = await newBusiness();
  const to = await newDivision(business, 'Norte');
  const [bank, box] = [
    await newDrawer(business, { name: 'Banco', kind: 'bank', currency: 'USD' }),
    await newDrawer(business, { name: 'Caja', currency: 'USD' }),
  ];
  await bookMoney(business, bank, { amount: '30', baseAmount: '1755.50', rule: 'sales' });
  const body = { accountId: bank.id, toAccountId: box.id, fromDivisionId: null, toDivisionId: to };
  await business.api.POST('/v1/division/transfer', { body: { ...body, amount: '10' } });
  const { data } = await business.api.GET('/v1/division/balance', { params: { query: { divisionId: to } } });
  assert.deepEqual([data?.accounts[0]?.balance, data?.accounts[0]?.baseBalance], ['10.00', '585.17']);
});

test('a transfer that cannot be is refused with the reason', async () => {
  const business = await newBusiness();
  const [from, to] = [await newDivision(business, 'Norte'), await newDivision(business, 'Sur')];
  const [cash, dollars] = [await newDrawer(business), await newDrawer(business, { name: 'USD', currency: 'USD' })];
  await bookMoney(business, cash, { amount: '100', rule: 'sales', divisionId: from });
  const body = { accountId: cash.id, fromDivisionId: from, toDivisionId: to, amount: '10' };
  const stranger = await newBusiness();
  const strange = await newDivision(stranger);
  for (const [change, status, code] of [
    [{ toDivisionId: from }, 422, 'nothing_to_move'],
    [{ amount: '100.01' }, 422, 'division_balance_insufficient'],
    [{ amount: '0.001' }, 422, 'amount_too_small'],
    [{ amount: '-5' }, 400, 'invalid_request'],
    [{ amount: '1e30' }, 400, 'invalid_request'],
    [{ amount: '99999999999999999999' }, 400, 'invalid_request'],
    [{ toAccountId: dollars.id }, 422, 'currencies_differ'],
    [{ toDivisionId: crypto.randomUUID() }, 422, 'reference_not_found'],
    [{ toDivisionId: strange }, 422, 'reference_not_found'],
    [{ accountId: crypto.randomUUID() }, 422, 'reference_not_found'],
  ] as const) {
    const { error, response } = await business.api.POST('/v1/division/transfer', { body: { ...body, ...change } });
    assert.deepEqual([response.status, error?.code], [status, code], JSON.stringify(change));
  }
  const { data } = await business.api.GET('/v1/division/balance', { params: { query: { divisionId: from } } });
  assert.equal(data?.total, '100.00');
});

test('of concurrent transfers of the whole balance one succeeds', async () => {
  const business = await newBusiness();
  const [from, to] = [await newDivision(business, 'Norte'), await newDivision(business, 'Sur')];
  const cash = await newDrawer(business);
  await bookMoney(business, cash, { amount: '100', rule: 'sales', divisionId: from });
  const body = { accountId: cash.id, fromDivisionId: from, toDivisionId: to, amount: '100' };
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => business.api.POST('/v1/division/transfer', { body })),
  );
  assert.equal(tries.filter(({ response }) => response.status === 201).length, 1);
  const { data } = await business.api.GET('/v1/division/balance', { params: { query: { divisionId: to } } });
  assert.equal(data?.total, '100.00');
});

test('spending is summed by category and period, including empty periods', async () => {
  const business = await newBusiness();
  const divisionId = await newDivision(business);
  const bank = await newDrawer(business, { kind: 'bank' });
  const spend = (amount: string, rule: 'expenses' | 'bankFees', date: string) =>
    bookMoney(business, bank, { amount: `-${amount}`, rule, date, divisionId });
  await spend('100', 'expenses', '2026-01-15');
  await spend('50.50', 'expenses', '2026-03-01');
  await spend('7', 'bankFees', '2026-03-31');
  await bookMoney(business, bank, { amount: '-999', rule: 'expenses', date: '2026-02-01' });
  await bookMoney(business, bank, { amount: '5000', rule: 'sales', date: '2026-02-01', divisionId });
  const read = (query: { from: string; to: string; period?: 'day' | 'week' | 'month' }) =>
    business.api.GET('/v1/division/{divisionId}/spent-chart', { params: { path: { divisionId }, query } });
  const { data } = await read({ from: '2026-01-01', to: '2026-03-31' });
  assert.deepEqual(data?.periods, ['2026-01-01', '2026-02-01', '2026-03-01']);
  assert.deepEqual([data?.total, data?.amounts], ['157.50', ['100.00', '0.00', '57.50']]);
  assert.deepEqual(
    data?.categories.map(({ code, amounts }) => [code, amounts]),
    [
      ['6105', ['100.00', '0.00', '50.50']],
      ['6201', ['0.00', '0.00', '7.00']],
    ],
  );
  const week = await read({ from: '2026-03-01', to: '2026-03-02', period: 'week' });
  assert.deepEqual(week.data?.periods, ['2026-02-23', '2026-03-02']);
  assert.equal((await read({ from: '2020-01-01', to: '2026-01-01', period: 'day' })).error?.code, 'range_too_long');
  assert.equal((await read({ from: '2026-02-01', to: '2026-01-01' })).response.status, 400);
});

test('a test conversion reaches the simulator, and each failure is reported', async () => {
  const business = await newBusiness();
  const { id } = await principalOf(business);
  const send = () =>
    business.api.POST('/v1/division/{divisionId}/capi-test', { ...at(id), body: { email: 'Ana@example.com' } });
  assert.equal((await send()).error?.code, 'conversions_not_configured');
  const configure = (accessToken: string) =>
    business.api.PATCH('/v1/division', {
      body: { id, conversions: { provider: 'simulator', accessToken, testEventCode: 'TEST1' } },
    });
  const configured = await configure('secret-token-9876');
  assert.deepEqual(configured.data?.conversions, {
    provider: 'simulator',
    url: null,
    testEventCode: 'TEST1',
    accessTokenLast4: '9876',
  });
  const sent = await send();
  assert.deepEqual([sent.data?.received, sent.data?.testEventCode], [1, 'TEST1']);
  const [received] = await simulatorStore(app.database, 'conversions').transaction((objects) =>
    objects.list<ReceivedConversion>('event', business.id, 10),
  );
  assert.deepEqual(
    [received?.id, received?.name, received?.value],
    [sent.data?.eventId, 'Purchase', { amount: '1.00', currency: 'DOP' }],
  );
  for (const [token, status, code] of [
    [failingTokens.refused, 422, 'provider_refused'],
    [failingTokens.unavailable, 502, 'provider_unavailable'],
    [failingTokens.timeout, 504, 'provider_timeout'],
  ] as const) {
    await configure(token);
    const { error, response } = await send();
    assert.deepEqual([response.status, error?.code], [status, code]);
  }
});

test('a test conversion is sent to the configured address with its token and no address in clear', async () => {
  const business = await newBusiness();
  const { id } = await principalOf(business);
  const receiver = await startReceiver();
  const conversions = { provider: 'http', url: receiver.url } as const;
  const without = await business.api.PATCH('/v1/division', { body: { id, conversions } });
  assert.equal(without.error?.code, 'conversions_token_missing');
  await business.api.PATCH('/v1/division', {
    body: { id, conversions: { ...conversions, accessToken: 'tok_123456' } },
  });
  const kept = await business.api.PATCH('/v1/division', { body: { id, conversions } });
  assert.equal(kept.data?.conversions?.accessTokenLast4, '3456');
  const body = { email: 'Ana@example.com', testEventCode: 'T9' };
  const send = () => business.api.POST('/v1/division/{divisionId}/capi-test', { ...at(id), body });
  assert.equal((await send()).data?.received, 1);
  const [request] = receiver.requests;
  assert.equal(request?.headers.authorization, 'Bearer tok_123456');
  const { data, test_event_code } = JSON.parse(request!.body);
  assert.deepEqual([test_event_code, data[0].event_name], ['T9', 'Purchase']);
  assert.match(data[0].user_data.em[0], /^[0-9a-f]{64}$/);
  assert.doesNotMatch(request!.body, /example\.com/i);
  receiver.answer = 400;
  assert.equal((await send()).error?.code, 'provider_refused');
  receiver.answer = 503;
  assert.equal((await send()).error?.code, 'provider_unavailable');
  const elsewhere = { provider: 'http', url: 'https://evil.example.com/' } as const;
  const moved = await business.api.PATCH('/v1/division', { body: { id, conversions: elsewhere } });
  assert.equal(moved.error?.code, 'conversions_token_missing');
});

test('a division can be commented on', async () => {
  const business = await newBusiness();
  const { id: divisionId } = await principalOf(business);
  const { response } = await business.api.POST('/v1/organization/comment', { body: { divisionId, message: 'Hola' } });
  assert.equal(response.status, 201);
});

test('a viewer reads divisions and changes none; another organization sees none', async () => {
  const business = await newBusiness();
  const divisionId = await newDivision(business);
  const viewer = await newMember(business);
  assert.equal((await viewer.api.GET('/v1/division')).data?.total, 2);
  const refused = await Promise.all([
    viewer.api.POST('/v1/division', { body: { name: 'Mía' } }),
    viewer.api.PATCH('/v1/division', { body: { id: divisionId, name: 'Mía' } }),
    viewer.api.POST('/v1/division/{divisionId}/pos-open', { ...at(divisionId), body: {} }),
    viewer.api.POST('/v1/division/{divisionId}/close-balance', { ...at(divisionId), body: {} }),
    viewer.api.DELETE('/v1/division/{divisionId}/close-balance', { ...at(divisionId), body: {} }),
    viewer.api.POST('/v1/division/{divisionId}/capi-test', { ...at(divisionId), body: {} }),
  ]);
  for (const { response } of refused) assert.equal(response.status, 403);
  const { api } = await newBusiness();
  for (const id of [divisionId, crypto.randomUUID()]) {
    const answers = await Promise.all([
      api.GET('/v1/division/{divisionId}', at(id)),
      api.PATCH('/v1/division', { body: { id, name: 'Mía' } }),
      api.GET('/v1/division/{divisionId}/spent-chart', at(id)),
      api.GET('/v1/division/{divisionId}/close-balance', at(id)),
      api.GET('/v1/division/{divisionId}/close-list', at(id)),
      api.GET('/v1/division/{divisionId}/pos-open-state', at(id)),
      api.POST('/v1/division/{divisionId}/pos-open', { ...at(id), body: {} }),
      api.POST('/v1/division/{divisionId}/close-balance', { ...at(id), body: {} }),
      api.DELETE('/v1/division/{divisionId}/close-balance', { ...at(id), body: {} }),
      api.POST('/v1/division/{divisionId}/capi-test', { ...at(id), body: {} }),
    ]);
    for (const { response } of answers) assert.equal(response.status, 404);
    const active = await api.POST('/v1/division/active', { body: { divisionId: id } });
    assert.equal(active.error?.code, 'reference_not_found');
  }
});

test('a dry run adds no division and moves no money', async () => {
  const business = await newBusiness();
  const { id } = await principalOf(business);
  const cash = await newDrawer(business);
  await bookMoney(business, cash, { amount: '100', rule: 'sales' });
  const headers = { 'dry-run': 'true' };
  await business.api.POST('/v1/division', { body: { name: 'Nadie' }, headers });
  const tried = await business.api.POST('/v1/division/transfer', {
    body: { accountId: cash.id, fromDivisionId: null, toDivisionId: id, amount: '10' },
    headers,
  });
  assert.equal(tried.response.status, 200);
  assert.equal((await business.api.GET('/v1/division')).data?.total, 1);
  const { data } = await business.api.GET('/v1/division/balance', { params: { query: { divisionId: id } } });
  assert.equal(data?.total, '0.00');
});

test('a person without an organization has no divisions', async () => {
  const { response } = await (await newPerson()).api.GET('/v1/division');
  assert.notEqual(response.status, 200);
});

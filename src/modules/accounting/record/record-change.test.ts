import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { chartId, enter } from '#test/books.ts';
import { eventsOf } from '#test/events.ts';
import { newBusiness } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';

const business = await newBusiness();
const read = async (id: string) =>
  (await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: id } } })).data!;

test('a change keeps both versions readable, and the reversal next to its entry', async () => {
  const bank = await newDrawer(business, { kind: 'bank' });
  const { id } = await enter(business.api, {
    kind: 'expense',
    amount: '118',
    taxes: [{ name: 'ITBIS', rate: '18', amount: '18' }],
    date: '2026-11-02',
    description: 'Luz',
  });
  const { data: changed } = await business.api.PATCH('/v1/record', {
    body: { id, version: 1, amount: '236', taxes: [{ name: 'ITBIS', rate: '18', amount: '36' }], accountId: bank.id },
  });
  assert.deepEqual(
    [changed!.version, changed!.amount, changed!.description, changed!.net],
    [2, '236.00', 'Luz', '200.00'],
  );
  const record = await read(id);
  assert.deepEqual(
    record.versions.map(({ version, amount }) => [version, amount]),
    [
      [1, '118.00'],
      [2, '236.00'],
    ],
  );
  assert.deepEqual(
    record.entries.map((entry) => [
      entry.version,
      entry.reversesId !== null,
      entry.transfers.map(({ debit, credit, amount }) => [debit.code, credit.code, amount]),
    ]),
    [
      [
        1,
        false,
        [
          ['6105', '1101', '100.00'],
          ['1109', '1101', '18.00'],
        ],
      ],
      [
        1,
        true,
        [
          ['1101', '6105', '100.00'],
          ['1101', '1109', '18.00'],
        ],
      ],
      [
        2,
        false,
        [
          ['6105', bank.code, '200.00'],
          ['1109', bank.code, '36.00'],
        ],
      ],
    ],
  );
});

test('a stale version is refused, and of two changes at once one wins', async () => {
  const { id } = await enter(business.api, { kind: 'income', amount: '10' });
  const tries = await Promise.all(
    ['20', '30', '40'].map((amount) => business.api.PATCH('/v1/record', { body: { id, version: 1, amount } })),
  );
  const codes = tries.map(({ data, error }) => (data ? 'ok' : error!.code)).toSorted();
  assert.deepEqual(codes, ['ok', 'version_conflict', 'version_conflict']);
  assert.equal((await read(id)).entries.length, 3);
});

test('a record is void once; it stays readable and cannot change any more', async () => {
  const { id } = await enter(business.api, { kind: 'expense', amount: '10' });
  const tries = await Promise.all(
    Array.from({ length: 4 }, () => business.api.DELETE('/v1/record', { params: { query: { id } } })),
  );
  assert.equal(tries.filter(({ data }) => data?.status === 'void').length, 1);
  assert.ok(tries.every(({ data, error }) => data || error!.code === 'record_is_void'));
  const record = await read(id);
  assert.deepEqual(
    record.versions.map(({ status }) => status),
    ['posted', 'void'],
  );
  assert.deepEqual(
    record.entries.map(({ reversesId }) => reversesId !== null),
    [false, true],
  );
  const { error } = await business.api.PATCH('/v1/record', { body: { id, amount: '11' } });
  assert.equal(error!.code, 'record_is_void');
});

test('a journal keeps its lines when only its words change, and takes no field of another kind', async () => {
  const dollars = await newDrawer(business, { currency: 'USD' });
  const [cash, sales] = await Promise.all((['cash', 'sales'] as const).map((rule) => chartId(business, rule)));
  const { id } = await enter(business.api, {
    kind: 'journal',
    lines: [
      { chartAccountId: cash, debit: '40' },
      { chartAccountId: dollars.chartAccountId, debit: '60', ownAmount: '1.01' },
      { chartAccountId: sales, credit: '100' },
    ],
  });
  const before = (await read(id)).entries[0]!.transfers;
  await business.api.PATCH('/v1/record', { body: { id, description: 'Ajuste' } });
  assert.deepEqual((await read(id)).entries.at(-1)!.transfers, before);
  const { error } = await business.api.PATCH('/v1/record', { body: { id, amount: '5' } });
  assert.deepEqual([error!.code, error!.errors[0]!.path], ['field_not_of_kind', 'body.amount']);
});

test('a journal revalues a foreign account at the rate of a day', async () => {
  const opening = { openingBalance: '1000', openingRate: '58' };
  const opened = await business.api.POST('/v1/account', {
    body: { name: 'Dólares', kind: 'bank', currency: 'USD', ...opening },
  });
  const dollars = opened.data!;
  const gain = await chartId(business, 'exchangeGain');
  const lines = [
    { chartAccountId: dollars.chartAccountId, debit: '2000', ownAmount: '0' },
    { chartAccountId: gain, credit: '2000' },
  ];
  const { id } = await enter(business.api, { kind: 'journal', lines });
  const held = async () => {
    const { data } = await business.api.GET('/v1/account/balance', { params: { query: { itemsPerPage: 200 } } });
    const { balance, baseBalance } = data!.data.find((account) => account.id === dollars.id)!;
    return [balance, baseBalance];
  };
  assert.deepEqual(await held(), ['1000.00', '60000.00']);
  await business.api.PATCH('/v1/record', { body: { id, description: 'Revaluación' } });
  assert.deepEqual(await held(), ['1000.00', '60000.00']);
  const toCash = { fromAccountId: dollars.id, toAccountId: (await newDrawer(business)).id, amount: '500', rate: '60' };
  const { data: moved } = await business.api.POST('/v1/account/transfer', { body: toCash });
  assert.deepEqual([moved!.baseAmount, moved!.exchangeDifference], ['30000.00', '0.00']);
  await business.api.DELETE('/v1/record', { body: { id } });
  assert.deepEqual(await held(), ['500.00', '28000.00']);
});

test('moving an expense to a foreign account needs a rate again', async () => {
  const dollars = await newDrawer(business, { currency: 'USD' });
  const { id } = await enter(business.api, { kind: 'expense', amount: '10' });
  const without = await business.api.PATCH('/v1/record', { body: { id, accountId: dollars.id } });
  assert.equal(without.error!.code, 'invalid_rate');
  const { data } = await business.api.PATCH('/v1/record', { body: { id, accountId: dollars.id, rate: '58.5' } });
  assert.deepEqual([data!.currency, data!.baseAmount], ['USD', '585.00']);
  const { data: later } = await business.api.PATCH('/v1/record', { body: { id, amount: '20' } });
  assert.equal(later!.baseAmount, '1170.00');
});

test('dollars that are spent leave at their cost, also after the expense is changed or void', async () => {
  const opening = { openingBalance: '1000', openingRate: '55', openingDate: '2026-01-01' };
  const opened = await business.api.POST('/v1/account', {
    body: { name: 'Dólares para gastos', kind: 'bank', currency: 'USD', ...opening },
  });
  const dollars = opened.data!;
  const held = async () => {
    const { data } = await business.api.GET('/v1/account/balance', { params: { query: { itemsPerPage: 200 } } });
    const { balance, baseBalance } = data!.data.find((account) => account.id === dollars.id)!;
    return [balance, baseBalance];
  };
  const spent = { kind: 'expense', accountId: dollars.id, amount: '1000', rate: '60' };
  const { id, baseAmount } = await enter(business.api, spent);
  assert.equal(baseAmount, '60000.00');
  assert.deepEqual(await held(), ['0.00', '0.00']);
  await business.api.PATCH('/v1/record', { body: { id, amount: '400', rate: '50' } });
  assert.deepEqual(await held(), ['600.00', '33000.00']);
  const { data: record } = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: id } } });
  assert.deepEqual(
    record!.entries.at(-1)!.transfers.map(({ debit, amount, creditAmount }) => [debit.code, amount, creditAmount]),
    [
      ['6105', '20000.00', '400.00'],
      ['6203', '2000.00', '0.00'],
    ],
  );
  await business.api.DELETE('/v1/record', { body: { id } });
  assert.deepEqual(await held(), ['1000.00', '55000.00']);
});

test('an expense in dollars keeps its cost when only its words or its category change', async () => {
  const { api } = business;
  const opening = { openingBalance: '1000', openingRate: '55', openingDate: '2026-01-01' };
  const opened = await api.POST('/v1/account', {
    body: { name: 'Dólares', kind: 'bank', currency: 'USD', ...opening },
  });
  const accountId = opened.data!.id;
  const { id } = await enter(api, { kind: 'expense', accountId, amount: '400', rate: '60' });
  await enter(api, { kind: 'income', accountId, amount: '1000', rate: '65' });
  const exchanged = async (change: object) => {
    const { error } = await api.PATCH('/v1/record', { body: { id, ...change } });
    assert.equal(error, undefined);
    const { data } = await api.GET('/v1/record/{recordId}', { params: { path: { recordId: id } } });
    return data!.entries
      .at(-1)!
      .transfers.filter(({ purpose }) => purpose === 'exchange')
      .map(({ debit, credit, amount, debitAmount }) => [debit.code, credit.code, amount, debitAmount]);
  };
  const moneyCode = (await exchanged({ description: 'Peaje' }))[0]![0]!;
  const gain = [[moneyCode, '4203', '2000.00', '0.00']];
  assert.deepEqual(await exchanged({ amount: '400.00', rate: '60.0', chartAccountId: null }), gain);
  // 1,000 at 55 and 1,000 at 65 cost 60 each.
  assert.deepEqual(await exchanged({ amount: '401' }), []);
});

test('changes are emitted as events in the API’s terms', async () => {
  const { id } = await enter(business.api, { kind: 'expense', amount: '10', description: 'Luz' });
  await business.api.PATCH('/v1/record', { body: { id, amount: '12.50' } });
  await business.api.PATCH('/v1/record', { body: { id, amount: '12.50' } });
  const events = await eventsOf(business, undefined, { recordId: id });
  assert.deepEqual(
    events.map(({ type }) => type),
    ['record:created', 'record:updated'],
  );
  assert.deepEqual(events[1]!.payload, {
    recordId: id,
    editorId: business.owner.id,
    old: { amount: '10.00', net: '10.00', baseAmount: '10.00' },
    new: { amount: '12.50', net: '12.50', baseAmount: '12.50' },
  });
});

test('a dry run shows the record and leaves nothing; a repeated key posts once', async () => {
  const before = (await business.api.GET('/v1/record/report')).data!.total;
  const dry = await business.api.POST('/v1/record', {
    body: { kind: 'expense', amount: '10' },
    headers: { 'Dry-Run': 'true' },
  });
  assert.equal((dry.data as unknown as { events: { type: string }[] }).events[0]!.type, 'record:created');
  const headers = { 'Idempotency-Key': newId() };
  const body = { kind: 'expense', amount: '10' } as const;
  const first = await business.api.POST('/v1/record', { body, headers });
  const second = await business.api.POST('/v1/record', { body, headers });
  assert.equal(first.data!.id, second.data!.id);
  assert.equal((await business.api.GET('/v1/record/report')).data!.total, before + 1);
});

test('a record can be commented on', async () => {
  const { id } = await enter(business.api, { kind: 'expense', amount: '10' });
  const body = { message: '¿Y el recibo?', recordId: id };
  assert.equal((await business.api.POST('/v1/organization/comment', { body })).response.status, 201);
  const unknown = await business.api.POST('/v1/organization/comment', { body: { ...body, recordId: newId() } });
  assert.equal(unknown.error!.code, 'reference_not_found');
});

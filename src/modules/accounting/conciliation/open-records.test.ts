import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { newId } from '#platform/id.ts';
import { enter, openAccount } from '#test/accounts.ts';
import { cancel, conciliate, receive, transactions } from '#test/conciliations.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { download } from '#test/imports.ts';

async function openIn({ api }: Business, notConciliatedIn: string, more: object = {}) {
  const { data, error } = await api.GET('/v1/record/report', { params: { query: { notConciliatedIn, ...more } } });
  assert.ok(data, JSON.stringify(error));
  const { booksBalance, notConciliated, bankBalance } = data.conciliation!;
  return {
    rows: data.data.map(({ date, amountInAccount }) => [date, amountInAccount]),
    balances: [booksBalance, notConciliated, bankBalance],
  };
}

test('the records in transit on a day make the difference between the books and the bank', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  await enter(business, account, { amount: '1000', date: '2026-10-05', description: 'Depósito' });
  const cheque = await enter(business, account, { amount: '-300', date: '2026-10-28', description: 'Cheque 12' });
  await enter(business, account, { amount: '-50', date: '2026-10-30', description: 'Cheque 13' });
  assert.deepEqual(await openIn(business, account.id), {
    rows: [
      ['2026-10-30', '-50.00'],
      ['2026-10-28', '-300.00'],
      ['2026-10-05', '1000.00'],
    ],
    balances: ['650.00', '650.00', '0.00'],
  });
  await conciliate(business, account.id, { until: '2026-10-10' });
  await receive(business, account.id, '2026-11-03,CHEQUE 12,-300');
  const [line] = (await transactions(business, account.id)).data;
  const matched = await conciliate(business, account.id, { matches: [{ lineIds: [line!.id], recordIds: [cheque] }] });
  assert.equal(matched.data!.until, '2026-10-28');
  // The bank paid the cheque in November.
  assert.deepEqual(await openIn(business, account.id, { to: '2026-10-31' }), {
    rows: [
      ['2026-10-30', '-50.00'],
      ['2026-10-28', '-300.00'],
    ],
    balances: ['650.00', '-350.00', '1000.00'],
  });
  const now = { rows: [['2026-10-30', '-50.00']], balances: ['650.00', '-50.00', '700.00'] };
  assert.deepEqual(await openIn(business, account.id, { to: '2026-11-03' }), now);
  assert.deepEqual(await openIn(business, account.id), now);
  assert.deepEqual((await openIn(business, account.id, { search: 'depósito' })).balances, now.balances);
  await cancel(business, account.id);
  assert.deepEqual((await openIn(business, account.id)).balances, ['650.00', '-350.00', '1000.00']);
});

test('a record in transit counts with what it adds to the account, in its currency', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [pesos, dollars] = [
    await openAccount(business, { openingBalance: '9000', openingDate: '2026-10-01' }),
    await openAccount(business, { name: 'Dólares', currency: 'USD' }),
  ];
  await api.POST('/v1/account/transfer', {
    body: {
      fromAccountId: pesos.id,
      toAccountId: dollars.id,
      amount: '5900',
      receivedAmount: '100',
      date: '2026-10-06',
    },
  });
  const changed = await enter(business, pesos, { amount: '20', date: '2026-10-07' });
  const voided = await enter(business, pesos, { amount: '-1', date: '2026-10-07' });
  await api.PATCH('/v1/record', { body: { id: changed, amount: '25' } });
  await api.DELETE('/v1/record', { body: { id: voided } });
  assert.deepEqual(await openIn(business, dollars.id), {
    rows: [['2026-10-06', '100.00']],
    balances: ['100.00', '100.00', '0.00'],
  });
  const { rows, balances } = await openIn(business, pesos.id);
  assert.deepEqual(rows, [
    ['2026-10-07', '25.00'],
    ['2026-10-06', '-5900.00'],
    ['2026-10-01', '9000.00'],
  ]);
  assert.deepEqual(balances, ['3125.00', '3125.00', '0.00']);
  const file = await download(business, `/v1/record/report/download?notConciliatedIn=${pesos.id}&to=2026-10-06`);
  const lines = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  assert.deepEqual(
    lines.map((line) => line['Monto en la cuenta']),
    ['-5900.00', '9000.00'],
  );
});

test('the file of the records in transit has those of the list, month by month', async () => {
  const business = await newBusiness();
  const { api } = business;
  const account = await openAccount(business, { openingBalance: '100', openingDate: '2025-12-31' });
  const days = ['2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-04-15', '2026-10-01', '2026-10-31'];
  const ids: string[] = [];
  for (const [place, date] of [...days, ...days].entries())
    ids.push(await enter(business, account, { amount: `${place % 3 === 0 ? '-' : ''}${place + 1}`, date }));
  await api.PATCH('/v1/record', { body: { id: ids[0]!, date: '2026-03-31' } });
  await api.PATCH('/v1/record', { body: { id: ids[1]!, amount: '7' } });
  await api.DELETE('/v1/record', { body: { id: ids[2]! } });
  await receive(business, account.id, '2026-03-01,DEPOSITO,5');
  const [line] = (await transactions(business, account.id)).data;
  await conciliate(business, account.id, { matches: [{ lineIds: [line!.id], recordIds: [ids[4]!] }] });
  const periods: Record<string, string>[] = [
    {},
    { to: '2026-02-28' },
    { from: '2026-02-01' },
    { from: '2026-01-31', to: '2026-10-01' },
  ];
  for (const more of periods) {
    const { rows } = await openIn(business, account.id, more);
    const query = new URLSearchParams({ notConciliatedIn: account.id, ...more });
    const file = await download(business, `/v1/record/report/download?${query}`);
    const lines = parse(file, { bom: true, columns: true }) as Record<string, string>[];
    assert.deepEqual(
      lines.map((row) => [row.Fecha, row['Monto en la cuenta']]),
      rows,
      JSON.stringify(more),
    );
    assert.ok(rows.length > 2 && rows.length < ids.length + 1, JSON.stringify(rows));
  }
});

test('an unknown account, and one of another organization, has no records in transit', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const account = await openAccount(other);
  for (const notConciliatedIn of [newId(), account.id])
    for (const path of ['/v1/record/report', '/v1/record/report/download'] as const) {
      const { error } = await business.api.GET(path, { params: { query: { notConciliatedIn } } });
      assert.deepEqual([error!.code, error!.errors![0]!.path], ['reference_not_found', 'query.notConciliatedIn']);
    }
});

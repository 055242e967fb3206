import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { toMinor } from '#platform/money.ts';
import { cashOf, openAccount } from '#test/accounts.ts';
import { newDocument } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';

const QUARTER = { from: '2026-07-01', to: '2026-09-30' };

async function journalOf({ api }: Business, query: Record<string, unknown> = QUARTER) {
  const rows = [];
  const request = { params: { query: { sort: 'date', itemsPerPage: 3, ...query } as never } };
  for await (const row of api.list('/v1/chart-of-accounts/journal', request)) rows.push(row);
  return rows;
}

/** A quarter with a sale, a corrected and a void record, a transfer between banks and dollars; and records outside of it. */
async function quarterOf(business: Business) {
  const { api } = business;
  const [accountId, bank] = [await cashOf(business), await openAccount(business, { name: 'Banco', kind: 'bank' })];
  const body = {
    name: 'Dólares',
    kind: 'bank',
    currency: 'USD',
    openingBalance: '100',
    openingDate: '2026-07-02',
  } as const;
  const dollars = (await api.POST('/v1/account', { body: { ...body, openingRate: '60' } })).data!;
  const spend = async (date: string, amount: string) => {
    const record = { kind: 'expense' as const, date, amount, accountId, description: 'Luz' };
    return (await api.POST('/v1/record', { body: record })).data!.id;
  };
  const corrected = await spend('2026-07-10', '500');
  await api.PATCH('/v1/record', { body: { id: corrected, amount: '550', date: '2026-08-02' } });
  await api.DELETE('/v1/record', { body: { id: await spend('2026-08-05', '70') } });
  for (const date of ['2026-06-30', '2026-10-01']) await spend(date, '1000');
  await newDocument(api, { date: '2026-09-01', elements: [{ description: 'Asesoría', unitPrice: '2000' }] });
  const move = { fromAccountId: accountId, toAccountId: bank.id, amount: '300', date: '2026-09-02' };
  await api.POST('/v1/account/transfer', { body: move });
  return { corrected, bank, dollars };
}

test('the debits and credits of a journal are those of the trial balance of its period, in order and without gaps', async () => {
  const business = await newBusiness();
  await quarterOf(business);
  const rows = await journalOf(business);
  assert.ok(rows.length >= 8);
  const dates = rows.map(({ date }) => date);
  assert.deepEqual(dates, dates.toSorted());
  const backwards = await journalOf(business, { ...QUARTER, sort: '-date' });
  assert.deepEqual(new Set(backwards.map(({ date }) => date)), new Set(dates));
  assert.equal(backwards.length, rows.length);
  const { data } = await business.api.GET('/v1/chart-of-accounts/report', {
    params: { query: { type: 'trial-balance', ...QUARTER } },
  });
  assert.ok(data?.type === 'trial-balance');
  const sumOf = (side: 'debit' | 'credit', id: string) =>
    rows.filter((row) => row[side].id === id).reduce((sum, { amount }) => sum + toMinor(amount, 'DOP'), 0n);
  for (const { accountId, code, ...line } of data.lines)
    for (const side of ['debit', 'credit'] as const)
      assert.equal(sumOf(side, accountId), toMinor(line[side], 'DOP'), `${side} of ${code}`);
});

test('the journal of an account is its ledger, in its own currency; a heading has everything under it', async () => {
  const business = await newBusiness();
  const { bank, dollars, corrected } = await quarterOf(business);
  const [opened] = await journalOf(business, { chartAccountId: dollars.chartAccountId });
  assert.deepEqual([opened?.debit.ownAmount, opened?.debit.currency, opened?.amount], ['100.00', 'USD', '6000.00']);
  const moved = await journalOf(business, { chartAccountId: bank.chartAccountId });
  assert.deepEqual(
    moved.map(({ recordKind, amount, debit }) => [recordKind, amount, debit.id === bank.chartAccountId]),
    [['transfer', '300.00', true]],
  );
  const chart = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', itemsPerPage: 100 } },
  });
  const costs = chart.data!.data.find(({ code }) => code === '6')!.id;
  const spent = await journalOf(business, { ...QUARTER, chartAccountId: costs });
  assert.deepEqual(spent.map(({ date, amount, takesBack }) => [date, amount, takesBack]).toSorted(), [
    ['2026-07-10', '500.00', false],
    ['2026-07-10', '500.00', true],
    ['2026-08-02', '550.00', false],
    ['2026-08-05', '70.00', false],
    ['2026-08-05', '70.00', true],
  ]);
  assert.equal((await journalOf(business, { recordId: corrected })).length, 3);
  const since = spent.map(({ postedAt }) => postedAt).toSorted()[0]!;
  assert.ok((await journalOf(business, { postedSince: since, recordKind: 'expense' })).length >= spent.length);
  assert.deepEqual(await journalOf(business, { postedSince: '2999-01-01T00:00:00Z' }), []);
});

test('the file of a journal has a line for each debit and each credit, which balance', async () => {
  const business = await newBusiness();
  await quarterOf(business);
  const { data, response } = await business.api.GET('/v1/chart-of-accounts/journal/download', {
    params: { query: { ...QUARTER, sort: 'date' } },
  });
  assert.match(response.headers.get('content-disposition')!, /diario-2026-07-01-2026-09-30\.csv/);
  const lines = parse(Buffer.from(await data!.arrayBuffer()), { bom: true, columns: true }) as Record<string, string>[];
  const rows = await journalOf(business);
  assert.equal(lines.length, rows.length * 2);
  const sumOf = (column: string) => lines.reduce((sum, line) => sum + toMinor(line[column] || '0', 'DOP'), 0n);
  assert.equal(sumOf('Debe'), sumOf('Haber'));
  assert.equal(
    sumOf('Debe'),
    rows.reduce((sum, { amount }) => sum + toMinor(amount, 'DOP'), 0n),
  );
});

test('a line of the journal names its document and its receipt', async () => {
  const business = await newBusiness();
  const items = { elements: [{ description: 'Asesoría', unitPrice: '2000' }] };
  const invoice = await newDocument(business.api, {
    date: '2026-09-01',
    reference: 'OC-77',
    fiscalType: null,
    ...items,
  });
  const accountId = await cashOf(business);
  const expense = { kind: 'expense' as const, date: '2026-09-02', amount: '90', accountId, description: 'Luz' };
  await business.api.POST('/v1/record', { body: expense });
  const rows = await journalOf(business);
  assert.deepEqual(
    rows.map(({ sourceKind, sourceId, reference }) => [sourceKind, sourceId, reference]),
    [
      ['invoice', invoice.id, 'OC-77'],
      [null, null, null],
    ],
  );
  const { data } = await business.api.GET('/v1/chart-of-accounts/journal/download', { params: { query: QUARTER } });
  assert.match(Buffer.from(await data!.arrayBuffer()).toString(), /Referencia[\s\S]+OC-77/);
});

test('a page of the journal is sought by the day and the entry that it begins after', async () => {
  const business = await newBusiness();
  await quarterOf(business);
  for (const [sort, comparison] of [
    ['date', '(e.date, e.id) >= ('],
    ['-date', '(e.date, e.id) <= ('],
  ] as const) {
    const { data } = await business.api.GET('/v1/chart-of-accounts/journal', {
      params: { query: { sort, itemsPerPage: 5 } },
    });
    const query = { sort, itemsPerPage: 5, cursor: data!.nextCursor! };
    const packets = await packetsDuring('ledger_entries', () =>
      business.api.GET('/v1/chart-of-accounts/journal', { params: { query } }),
    );
    assert.ok(
      packets.flat().some((text) => text.replace(/\s+/g, ' ').includes(comparison)),
      sort,
    );
  }
});

import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import type { ColmadoClient } from '#client';
import { toMinor } from '#platform/money.ts';
import { enter, newContact, newDivision } from '#test/books.ts';
import { app, type Business, caughtUp, newBusiness, newMember } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { foldTail, selectPostingRules, selectTotals } from '../ledger/ledger.sql.ts';
import { indexRecords } from './index-records.ts';

const rulesOf = (business: Business) => app.engine.within(business.id, (ctx) => selectPostingRules(ctx));

/** A month of a small shop, and a little of the month before. */
async function workedMonth() {
  const business = await newBusiness();
  const { api } = business;
  const rules = await rulesOf(business);
  const bank = await newDrawer(business, { kind: 'bank' });
  const dollars = await newDrawer(business, { kind: 'bank', currency: 'USD' });
  const [north, supplier, seller] = await Promise.all([
    newDivision(business),
    newContact(business),
    newMember(business, 'seller'),
  ]);
  const projectId = (await api.POST('/v1/project', { body: { name: 'Local nuevo' } })).data!.id;
  const itbis = (amount: string, rate = '18') => [{ name: 'ITBIS', rate, amount }];
  await enter(api, { kind: 'income', date: '2026-10-20', amount: '1000' });
  await enter(api, { kind: 'expense', date: '2026-10-31', amount: '400', taxes: itbis('61.02') });
  await enter(api, { kind: 'income', date: '2026-11-01', amount: '50000', chartAccountId: rules.get('capital') });
  await enter(api, {
    kind: 'income',
    date: '2026-11-02',
    amount: '11800',
    taxes: itbis('1800'),
    accountId: bank.id,
    chartAccountId: rules.get('sales'),
    divisionId: north,
    description: 'Venta de café molido',
  });
  await enter(api, {
    kind: 'expense',
    date: '2026-11-05',
    amount: '5900',
    taxes: itbis('900', '18.00'),
    accountId: bank.id,
    contactId: supplier,
    projectId,
    description: 'Alquiler del local',
    reference: 'FAC-0012',
  });
  await enter(api, {
    kind: 'expense',
    date: '2026-11-10',
    amount: '100',
    rate: '60',
    taxes: [{ name: 'Selectivo', amount: '10' }],
    accountId: dollars.id,
    divisionId: north,
    contactId: supplier,
  });
  const { id: corrected } = await enter(api, {
    kind: 'expense',
    date: '2026-11-15',
    amount: '100',
    description: 'Luz',
  });
  await api.PATCH('/v1/record', { body: { id: corrected, amount: '150', description: 'Luz y agua' } });
  await enter(api, { kind: 'income', date: '2026-11-20', amount: '2360', taxes: itbis('360') });
  await api.POST('/v1/record/commission', { body: { sellerId: seller.id, amount: '500', date: '2026-11-25' } });
  await enter(api, {
    kind: 'journal',
    date: '2026-11-28',
    description: 'Nómina',
    lines: [
      { chartAccountId: rules.get('salaries'), debit: '3000' },
      { chartAccountId: rules.get('payrollPayable'), credit: '3000' },
    ],
  });
  const { id: mistaken } = await enter(api, {
    kind: 'expense',
    date: '2026-11-29',
    amount: '999',
    description: 'Error',
  });
  await api.DELETE('/v1/record', { body: { id: mistaken } });
  return { business, api, bank, dollars, north, supplier, seller, projectId, corrected, mistaken };
}

const november = { from: '2026-11-01', to: '2026-11-30' };

suite('a worked month', () => {
  let month: Awaited<ReturnType<typeof workedMonth>>;
  let api: ColmadoClient;
  before(async () => {
    month = await workedMonth();
    api = month.api;
  });

  const report = async (query: Record<string, unknown>, as = api) => {
    const { data, error } = await as.GET('/v1/record/report', { params: { query: query as never } });
    assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
    return data;
  };

  test('the summary has income, expense and result, and those of the month before', async () => {
    const { data } = await api.GET('/v1/record/resume', { params: { query: november } });
    const { income, expense, result, previous, change } = data!;
    assert.deepEqual({ income, expense, result }, { income: '12000.00', expense: '14050.00', result: '-2050.00' });
    assert.deepEqual(previous, {
      from: '2026-10-01',
      to: '2026-10-31',
      income: '1000.00',
      expense: '338.98',
      result: '661.02',
    });
    assert.deepEqual(change, { income: '11000.00', expense: '13711.02', result: '-2711.02' });
  });

  test('the summary is split by week, kind and division, and each split makes the whole', async () => {
    const { data } = await api.GET('/v1/record/resume', { params: { query: { ...november, by: 'week' } } });
    assert.deepEqual(
      data!.periods.map(({ period, income, expense }) => [period, income, expense]),
      [
        ['2026-10-26', '0.00', '0.00'],
        ['2026-11-02', '10000.00', '5000.00'],
        ['2026-11-09', '0.00', '5550.00'],
        ['2026-11-16', '2000.00', '0.00'],
        ['2026-11-23', '0.00', '3500.00'],
        ['2026-11-30', '0.00', '0.00'],
      ],
    );
    assert.deepEqual(
      data!.kinds.map(({ kind, income, expense }) => [kind, income, expense]),
      [
        ['commission', '0.00', '500.00'],
        ['expense', '0.00', '10550.00'],
        ['income', '12000.00', '0.00'],
        ['journal', '0.00', '3000.00'],
      ],
    );
    assert.deepEqual(
      data!.divisions.map(({ division, income, expense }) => [division?.name ?? null, income, expense]),
      [
        [null, '2000.00', '8650.00'],
        ['Sucursal Norte', '10000.00', '5400.00'],
      ],
    );
  });

  test('the summary of a division, and the same once the totals are folded', async () => {
    const query = { ...november, divisionId: month.north };
    const before = (await api.GET('/v1/record/resume', { params: { query } })).data!;
    assert.deepEqual([before.income, before.expense, before.kinds.length], ['10000.00', '5400.00', 2]);
    await app.engine.within(month.business.id, (ctx) => foldTail(ctx));
    assert.deepEqual((await api.GET('/v1/record/resume', { params: { query } })).data, before);
  });

  test('by account of the chart the report is the trial balance of the month, and its profit and loss', async () => {
    const { groups, totals } = await report({ ...november, groupBy: 'chartAccount' });
    const byCode = Object.fromEntries(groups.map(({ by, debit, credit }) => [by.chartAccount!.code, [debit, credit]]));
    assert.deepEqual(byCode, {
      '1101': ['52360.00', '150.00'],
      [month.bank.code]: ['11800.00', '5900.00'],
      [month.dollars.code]: ['0.00', '6000.00'],
      '1109': ['1500.00', '0.00'],
      '2102': ['0.00', '2160.00'],
      '2104': ['0.00', '3500.00'],
      '3101': ['0.00', '50000.00'],
      '4101': ['0.00', '10000.00'],
      '4204': ['0.00', '2000.00'],
      '6101': ['3000.00', '0.00'],
      '6102': ['500.00', '0.00'],
      '6105': ['10550.00', '0.00'],
    });
    assert.deepEqual(totals, {
      records: 8,
      income: '12000.00',
      expense: '14050.00',
      result: '-2050.00',
      debit: '79710.00',
      credit: '79710.00',
    });
  });

  test('groups have the names of their dimensions, alone or combined', async () => {
    const by = async (groupBy: string, extra = {}) =>
      (await report({ ...november, groupBy, ...extra })).groups.map((group) => [
        ...Object.values(group.by),
        group.result,
      ]);
    assert.deepEqual(await by('project'), [
      [{ id: month.projectId, name: 'Local nuevo' }, '-5000.00'],
      [null, '2950.00'],
    ]);
    assert.deepEqual(await by('contact', { kind: 'expense' }), [
      [{ id: month.supplier, name: 'Ferretería Pérez' }, '-10400.00'],
      [null, '-150.00'],
    ]);
    assert.deepEqual(await by('seller', { kind: 'commission' }), [[month.seller.id, '-500.00']]);
    assert.deepEqual(await by('month,kind', { from: '2026-10-01', kind: 'income,expense' }), [
      ['expense', '2026-10-01', '-338.98'],
      ['income', '2026-10-01', '1000.00'],
      ['expense', '2026-11-01', '-10550.00'],
      ['income', '2026-11-01', '12000.00'],
    ]);
    const accounts = await by('account');
    assert.deepEqual(accounts.map(([, result]) => result).toSorted(), ['-3500.00', '-5400.00', '1850.00', '5000.00']);
  });

  test('taxes paid on expenses are summed by period and tax', async () => {
    const query = { from: '2026-10-01', to: '2026-11-30' };
    const { data } = await api.GET('/v1/record/taxes-paid', { params: { query } });
    assert.equal(data!.total, '1561.02');
    assert.deepEqual(
      data!.periods.map(({ period, total }) => [period, total]),
      [
        ['2026-10-01', '61.02'],
        ['2026-11-01', '1500.00'],
      ],
    );
    assert.deepEqual(data!.taxes, [
      { name: 'ITBIS', rate: '18', records: 2, net: '5338.98', amount: '961.02' },
      { name: 'Selectivo', rate: null, records: 1, net: '5400.00', amount: '600.00' },
    ]);
  });

  test('a chart has a value for every step, also where nothing happened', async () => {
    const { data } = await api.GET('/v1/record/chart', { params: { query: { ...november, by: 'week' } } });
    assert.equal(data!.periods.length, 6);
    assert.deepEqual(
      data!.series.map(({ key, total, values }) => [key, total, values[1], values[3]]),
      [
        ['income', '12000.00', '10000.00', '2000.00'],
        ['expense', '14050.00', '5000.00', '0.00'],
        ['result', '-2050.00', '5000.00', '2000.00'],
      ],
    );
    const query = { ...november, by: 'month', group: 'division', measure: 'expense' } as const;
    const byDivision = await api.GET('/v1/record/chart', { params: { query } });
    assert.deepEqual(
      byDivision.data!.series.map(({ name, values }) => [name, values]),
      [
        ['', ['8650.00']],
        ['Sucursal Norte', ['5400.00']],
      ],
    );
  });

  test('records are listed newest first, by page and by cursor alike', async () => {
    const all = await report({});
    assert.deepEqual([all.total, all.data.length, all.nextCursor, all.groups, all.totals], [10, 10, null, [], null]);
    assert.deepEqual(
      all.data.map(({ date }) => date),
      all.data
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    const second = await report({ itemsPerPage: 4, page: 2 });
    const first = await report({ itemsPerPage: 4 });
    const followed = await report({ itemsPerPage: 4, cursor: first.nextCursor });
    assert.deepEqual(followed.data, second.data);
    assert.deepEqual([...first.data, ...second.data], all.data.slice(0, 8));
    assert.deepEqual((await report({ sort: 'date' })).data, all.data.toReversed());
    const { error } = await api.GET('/v1/record/report', { params: { query: { cursor: 'no-es' } } });
    assert.deepEqual([error!.code, error!.errors[0]!.path], ['invalid_request', 'query.cursor']);
  });

  test('records are found by their words, and by every filter', async () => {
    const found = async (query: Record<string, unknown>) => (await report(query)).total;
    // Records are indexed after their commit.
    await caughtUp(month.business.id, indexRecords.name);
    assert.equal(await found({ search: 'CAFE' }), 1);
    assert.equal(await found({ search: 'local alqui' }), 1);
    assert.equal(await found({ search: 'fac-0012' }), 1);
    assert.equal(await found({ search: 'luz agua' }), 1);
    assert.equal(await found({ search: 'error' }), 0);
    assert.equal(await found({ search: 'error', status: 'all' }), 1);
    assert.equal(await found({ status: 'void' }), 1);
    assert.equal(await found({ kind: 'journal,commission' }), 2);
    assert.equal(await found({ accountId: month.bank.id }), 2);
    assert.equal(await found({ divisionId: month.north }), 2);
    assert.equal(await found({ contactId: month.supplier, to: '2026-11-09' }), 1);
    assert.equal(await found({ projectId: month.projectId }), 1);
    assert.equal(await found({ sellerId: month.seller.id }), 1);
    const changed = (await report({ sort: 'updated' })).data;
    assert.equal(await found({ updatedSince: changed.at(-1)!.updatedAt }), 1);
    assert.equal((await report({ updatedSince: '2100-01-01T00:00:00Z', groupBy: 'kind' })).totals!.records, 0);
    assert.equal((await report({ search: 'alquiler', groupBy: 'kind' })).totals!.expense, '5000.00');
  });

  test('questions that make no sense are refused, and another organization sees nothing', async () => {
    const ask = async (query: Record<string, unknown>) =>
      (await api.GET('/v1/record/report', { params: { query: query as never } })).error?.code;
    assert.equal(await ask({ from: '2026-11-30', to: '2026-11-01' }), 'invalid_request');
    assert.equal(await ask({ groupBy: 'color' }), 'invalid_request');
    assert.equal(await ask({ groupBy: 'kind,kind' }), 'invalid_request');
    assert.equal(await ask({ page: 5000, itemsPerPage: 200 }), 'page_too_deep');
    const long = { from: '2020-01-01', to: '2026-11-30', by: 'day' } as const;
    assert.equal((await api.GET('/v1/record/resume', { params: { query: long } })).error!.code, 'too_many_periods');
    const other = await newBusiness();
    const theirs = await report({ groupBy: 'kind', divisionId: month.north }, other.api);
    assert.deepEqual([theirs.total, theirs.groups, theirs.totals!.records], [0, [], 0]);
    const resume = await other.api.GET('/v1/record/resume', { params: { query: november } });
    assert.deepEqual([resume.data!.income, resume.data!.divisions], ['0.00', []]);
  });
});

test('a download of 5,000 records equals the list, as CSV and as a spreadsheet', async () => {
  const business = await newBusiness();
  await app.engine.within(business.id, (ctx) =>
    sql`
      INSERT INTO records (organization_id, id, status, kind, date, description, amount, currency, base_amount, created_at, updated_at)
      SELECT ${business.id}::uuid, gen_random_uuid(), 'posted', 'expense', '2020-01-01'::date + n / 3, 'Gasto ñ ' || n, n, 'DOP', n,
             now(), now()
      FROM generate_series(1, 5000) AS n`.execute(ctx.tx),
  );
  const listed: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { itemsPerPage: 200, ...(cursor && { cursor }) };
    const { data } = await business.api.GET('/v1/record/report', { params: { query } });
    listed.push(...data!.data.map(({ date, description, amount, id }) => [date, description, amount, id]));
    cursor = data!.nextCursor;
  }
  assert.equal(listed.length, 5000);

  const download = (format: 'csv' | 'xlsx') =>
    business.api.GET('/v1/record/report/download', { params: { query: { format } } });
  const csv = await download('csv');
  assert.match(csv.response.headers.get('content-disposition')!, /attachment; filename="registros\.csv"/);
  const rows = parse(Buffer.from(await csv.data!.arrayBuffer()), {
    bom: true,
    columns: true,
  }) as Record<string, string>[];
  assert.deepEqual(
    rows.map((row) => [row.Fecha, row.Descripción, row.Monto, row.Id]),
    listed,
  );

  const xlsx = await download('xlsx');
  assert.match(xlsx.response.headers.get('content-type')!, /spreadsheetml/);
  const files = unzipSync(new Uint8Array(await xlsx.data!.arrayBuffer()));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  const dayOf = (serial: string) =>
    Temporal.PlainDate.from('1899-12-30')
      .add({ days: Number(serial) })
      .toString();
  const cells = sheet.matchAll(
    /<c r="A\d+" s="1"><v>(\d+)<\/v>.*?<c r="C\d+" t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t>.*?<c r="O\d+"><v>(.*?)<\/v>.*?<c r="R\d+"[^>]*><is><t[^>]*>(.*?)<\/t>/g,
  );
  assert.deepEqual(
    Array.from(cells, ([, day, text, amount, id]) => [dayOf(day!), text, amount, id]),
    listed,
  );
});

test('a member who may read reports downloads them, others do not', async () => {
  const business = await newBusiness();
  const reader = await newMember(business, 'custom', ['reports:read']);
  const { response } = await reader.api.GET('/v1/record/report/download', { params: { query: {} } });
  assert.equal(response.status, 200);
  const nobody = await newMember(business, 'custom', ['comments:read']);
  const refused = await nobody.api.GET('/v1/record/report/download', { params: { query: {} } });
  assert.equal(refused.response.status, 403);
});

test('in any history of records, groups, records and ledger agree', async () => {
  const business = await newBusiness();
  const { api } = business;
  const division = await newDivision(business);
  const current: string[] = [];
  const cents = fc.integer({ min: 1, max: 10_000_000 }).map((value) => (value / 100).toFixed(2));
  const step = fc.oneof(
    fc.record({
      does: fc.constant('enter' as const),
      kind: fc.constantFrom('income', 'expense'),
      amount: cents,
      taxed: fc.boolean(),
      inDivision: fc.boolean(),
      day: fc.integer({ min: 1, max: 28 }),
    }),
    fc.record({ does: fc.constant('change' as const), which: fc.nat(100), amount: cents }),
    fc.record({ does: fc.constant('void' as const), which: fc.nat(100) }),
  );
  const minor = (decimal: string) => toMinor(decimal, 'DOP');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (given) => {
      for (const one of given) {
        const id = one.does === 'enter' ? '' : current[one.which % (current.length || 1)];
        if (one.does === 'enter') {
          const taxes = one.taxed ? [{ name: 'ITBIS', amount: '0.01' }] : [];
          const date = `2026-11-${String(one.day).padStart(2, '0')}`;
          const divisionId = one.inDivision ? division : null;
          const { id: entered } = await enter(api, { kind: one.kind, amount: one.amount, taxes, date, divisionId });
          current.push(entered);
        } else if (id && one.does === 'change') await api.PATCH('/v1/record', { body: { id, amount: one.amount } });
        else if (id) {
          await api.DELETE('/v1/record', { body: { id } });
          current.splice(current.indexOf(id), 1);
        }
      }
      const query = { ...november, itemsPerPage: 200, groupBy: 'kind,division,week' };
      const { data } = await api.GET('/v1/record/report', { params: { query } });
      const resume = (await api.GET('/v1/record/resume', { params: { query: november } })).data!;
      const sumOf = (pick: (group: NonNullable<typeof data>['groups'][number]) => string) =>
        data!.groups.reduce((sum, group) => sum + minor(pick(group)), 0n);
      assert.equal(data!.total, current.length);
      const byKind = (kind: string) =>
        data!.data.filter((record) => record.kind === kind).reduce((sum, { net }) => sum + minor(net), 0n);
      for (const [figure, kind] of [
        ['income', 'income'],
        ['expense', 'expense'],
      ] as const) {
        assert.equal(
          sumOf((group) => group[figure]),
          byKind(kind),
        );
        assert.equal(minor(data!.totals![figure]), byKind(kind));
        assert.equal(minor(resume[figure]), byKind(kind));
      }
      assert.equal(
        sumOf(({ debit }) => debit),
        sumOf(({ credit }) => credit),
      );
      await app.engine.within(business.id, async (ctx) => {
        const rules = await selectPostingRules(ctx);
        const filter = { organizationId: business.id, divisionId: null, until: null };
        const totals = await selectTotals(ctx, {
          ...filter,
          accountIds: [rules.get('otherIncome')!, rules.get('expenses')!],
        });
        const ledger = totals.reduce((sum, { credit, debit }) => sum + credit - debit, 0n);
        assert.equal(ledger, byKind('income') - byKind('expense'));
      });
    }),
    { numRuns: 12 },
  );
});

test('weeks of every report of the books begin on the day that the organization chose', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [divisionId, { id: accountId }] = [await newDivision(business), await newDrawer(business)];
  // A Saturday and a Sunday.
  for (const date of ['2026-10-03', '2026-10-04'])
    await enter(api, {
      kind: 'expense',
      amount: '118',
      date,
      accountId,
      divisionId,
      taxes: [{ name: 'ITBIS', amount: '18' }],
    });
  await api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { weekStart: 'sunday' } } });
  const span = { from: '2026-10-03', to: '2026-10-04' };
  const resume = await api.GET('/v1/record/resume', { params: { query: { ...span, by: 'week' } } });
  const taxes = await api.GET('/v1/record/taxes-paid', { params: { query: { ...span, by: 'week' } } });
  const chart = await api.GET('/v1/record/chart', {
    params: { query: { ...span, by: 'week', group: 'kind', measure: 'expense' } },
  });
  const report = await api.GET('/v1/record/report', { params: { query: { ...span, groupBy: 'week' } } });
  const history = await api.GET('/v1/account/{accountId}/balance-history', {
    params: { path: { accountId }, query: { ...span, interval: 'week' } },
  });
  const spent = await api.GET('/v1/division/{divisionId}/spent-chart', {
    params: { path: { divisionId }, query: { ...span, period: 'week' } },
  });
  const weeks = (first: string, second: string) => [
    ['2026-09-27', first],
    ['2026-10-04', second],
  ];
  assert.deepEqual(
    resume.data!.periods.map(({ period, expense }) => [period, expense]),
    weeks('100.00', '100.00'),
  );
  assert.deepEqual(
    taxes.data!.periods.map(({ period, total }) => [period, total]),
    weeks('18.00', '18.00'),
  );
  assert.deepEqual(
    chart.data!.periods.map((period, place) => [period, chart.data!.series[0]!.values[place]]),
    weeks('100.00', '100.00'),
  );
  assert.deepEqual(
    report.data!.groups.map(({ by, expense }) => [by.week, expense]),
    weeks('100.00', '100.00'),
  );
  assert.deepEqual(
    history.data!.data.map(({ date, out }) => [date, out]),
    weeks('118.00', '118.00'),
  );
  assert.deepEqual(
    spent.data!.periods.map((period, place) => [period, spent.data!.amounts[place]]),
    weeks('100.00', '100.00'),
  );
});

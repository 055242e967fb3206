import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { eventsOf } from '#test/events.ts';
import { uploadFile } from '#test/files.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';
import { countsOf, csvOf, download, importFile } from '#test/imports.ts';

const PATH = '/v1/chart-of-accounts/import';

async function chartOf({ api }: Business, query: { code?: string[]; archived?: boolean } = {}) {
  const { data } = await api.GET('/v1/chart-of-accounts', {
    params: { query: { ...query, view: 'flat', itemsPerPage: 200 } },
  });
  return data!.data;
}

/** The accounts with these codes: the code above, kind, currency, depth and whether it takes postings. */
async function placesOf(business: Business, ...codes: string[]) {
  const chart = await chartOf(business);
  const codeOf = new Map(chart.map(({ id, code }) => [id, code]));
  return codes.map((code) => {
    const { parentId, kind, currency, depth, postable, name } = chart.find((account) => account.code === code)!;
    return [name, codeOf.get(parentId ?? '') ?? null, kind, currency, depth, postable];
  });
}

const wrongOf = ({ errors }: { errors: { row?: number; column?: string }[] }) =>
  errors.map(({ row, column }) => [row, column]);

test('a file adds headings and the accounts under them in any order', async () => {
  const business = await newBusiness();
  const rows = [
    ['Catálogo de cuentas 2026'],
    ['CÓDIGO', 'Nombre de la cuenta', 'Cuenta control', 'Clase', 'Moneda', 'Saldo'],
    ['1300-01', 'Depósitos en dólares', '1300', '', 'USD', '5'],
    ['7', 'Cuentas de costo', '', 'Costos', '', ''],
    ['1300', 'Otros activos', '1', '', '', ''],
    ['7.1', 'Costo de obra', '7', '', '', ''],
  ];
  const done = await importFile(business, PATH, csvOf(rows, ';'));
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 4, 0, 0, 0], JSON.stringify(done));
  assert.deepEqual(done.ignoredColumns, ['Saldo']);
  assert.deepEqual(await placesOf(business, '1300-01', '1300', '7', '7.1'), [
    ['Depósitos en dólares', '1300', 'asset', 'USD', 2, true],
    ['Otros activos', '1', 'asset', 'DOP', 1, false],
    ['Cuentas de costo', null, 'expense', 'DOP', 0, false],
    ['Costo de obra', '7', 'expense', 'DOP', 1, true],
  ]);
  assert.equal((await eventsOf(business, 'chart-account:created')).length, 4);
});

test('a heading may come hundreds of rows after the accounts under it', async () => {
  const business = await newBusiness();
  const rows = Array.from({ length: 520 }, (_, n) => [`19${n + 100}`, `Cuenta ${n}`, '19']);
  const done = await importFile(
    business,
    PATH,
    csvOf([['Código', 'Nombre', 'Cuenta padre'], ...rows, ['19', 'Otros', '1']]),
  );
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 521, 0, 0, 0], JSON.stringify(done.errors[0]));
  assert.deepEqual((await placesOf(business, '19', '19100'))[1], ['Cuenta 0', '19', 'asset', 'DOP', 2, true]);
});

test('in a file without a column of headings the codes say where accounts are', async () => {
  const business = await newBusiness();
  const rows = [
    ['Code', 'Name', 'Type'],
    ['1201', 'Muebles', 'Asset'],
    ['13', 'Inversiones', ''],
    ['130101', 'Certificados', ''],
    ['1301', 'A plazo', ''],
    ['8', 'Otros gastos', 'Expense'],
    ['8.1', 'Multas', ''],
    ['8.10', 'Donaciones', ''],
  ];
  const done = await importFile(business, PATH, csvOf(rows), { name: 'catalogo.csv' });
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 6, 1, 0, 0], JSON.stringify(done));
  const places = await placesOf(business, '1201', '13', '1301', '130101', '8.1', '8.10');
  assert.deepEqual(
    places.map(([name, above, , , , postable]) => [name, above, postable]),
    [
      ['Muebles', '12', true],
      ['Inversiones', '1', false],
      ['A plazo', '13', false],
      ['Certificados', '1301', true],
      ['Multas', '8', true],
      ['Donaciones', '8', true],
    ],
  );
});

test('a chart that is downloaded is imported again without a change, and an edited cell changes that alone', async () => {
  const business = await newBusiness();
  for (const language of ['es', 'en']) {
    await business.api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language } } });
    for (const format of ['csv', 'xlsx']) {
      const file = await download(business, `/v1/chart-of-accounts/export?format=${format}`);
      const done = await importFile(business, PATH, file, { name: `x.${format}` });
      const count = (await chartOf(business)).length;
      assert.deepEqual([done.status, ...countsOf(done)], ['done', 0, 0, count, 0], JSON.stringify(done));
    }
  }
  const file = await download(business, '/v1/chart-of-accounts/export?code=12,1201,1202');
  const [headings, heading, ...others] = parse(file, { bom: true }) as string[][];
  assert.deepEqual(headings, [
    'Id',
    'Code',
    'Name',
    'Parent account',
    'Type',
    'Currency',
    'Takes postings',
    'Archived',
  ]);
  const cell = (row: string[], name: string, value: string) => row.with(headings!.indexOf(name), value);
  const renamed = cell(heading!, 'Code', '15');
  const moved = others.map((row) => cell(row, 'Parent account', '15'));
  const done = await importFile(business, PATH, csvOf([headings!, ...moved, renamed]));
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 0, 1, 2, 0], JSON.stringify(done));
  assert.deepEqual(
    (await placesOf(business, '1201', '1202')).map(([, above]) => above),
    ['15', '15'],
  );
});

test('a wrong row of a chart names its column, refuses the file, or is left out', async () => {
  const business = await newBusiness();
  const rows = [
    ['Código', 'Nombre', 'Cuenta padre', 'Tipo', 'Moneda', 'Recibe movimientos'],
    ['9', 'Sin tipo', '', '', '', ''],
    ['1 9', 'Con espacio', '', 'Activo', '', ''],
    ['19', 'De otro tipo', '1', 'Pasivo', '', ''],
    ['191', 'Bajo una cuenta', '1101', '', '', ''],
    ['192', 'Bajo nada', '77', '', '', ''],
    ['A', 'Vuelta', 'B', 'Activo', '', ''],
    ['B', 'Vuelta', 'A', 'Activo', '', ''],
    ['', 'Sin código', '1', '', '', ''],
    ['1101', '', '', '', '', 'no'],
    ['1102', '', '', 'Ingreso', '', ''],
    ['1201', '', '', '', 'USD', ''],
    ['193', 'Otra', '1', 'Cosa', '', ''],
    ['194', 'Buena', '1', '', '', ''],
    ['194', 'Otra vez', '1', '', '', ''],
    ['12', '', '2101', '', '', ''],
    ['1', 'Activo', '11', '', '', ''],
  ];
  const before = await chartOf(business);
  const refused = await importFile(business, PATH, csvOf(rows));
  assert.equal(refused.status, 'failed');
  assert.deepEqual(wrongOf(refused), [
    [2, 'Tipo'],
    [3, 'Código'],
    [4, 'Tipo'],
    [5, 'Cuenta padre'],
    [6, 'Cuenta padre'],
    [7, 'Cuenta padre'],
    [8, 'Cuenta padre'],
    [9, 'Código'],
    [10, 'Recibe movimientos'],
    [11, 'Tipo'],
    [12, 'Moneda'],
    [13, 'Tipo'],
    [15, 'Código'],
    [16, 'Cuenta padre'],
    [17, 'Cuenta padre'],
  ]);
  assert.deepEqual(await chartOf(business), before);
  const done = await importFile(business, PATH, csvOf(rows), { validRowsOnly: true });
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 1, 0, 0, 15], JSON.stringify(done));
  assert.deepEqual(
    (await chartOf(business, { code: ['194', '9'] })).map(({ name }) => name),
    ['Buena'],
  );
});

test('an account with movements does not become a heading by a file', async () => {
  const business = await newBusiness();
  const [capital, power] = await chartOf(business, { code: ['3101', '6104'] });
  const lines = [
    { chartAccountId: power!.id, debit: '100' },
    { chartAccountId: capital!.id, credit: '100' },
  ];
  const { response } = await business.api.POST('/v1/record', { body: { kind: 'journal', lines } });
  assert.equal(response.status, 201);
  const rows = [
    ['Código', 'Nombre', 'Recibe movimientos'],
    ['6103', 'Alquileres', 'no'],
    ['610301', 'Local', ''],
    ['6104', '', 'no'],
  ];
  const done = await importFile(business, PATH, csvOf(rows), { validRowsOnly: true });
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 1, 1, 0, 1], JSON.stringify(done));
  assert.deepEqual(done.errors, [{ row: 4, column: 'Recibe movimientos', message: 'It has movements.' }]);
  assert.deepEqual((await placesOf(business, '610301'))[0]!.slice(0, 2), ['Local', '6103']);
});

test('many accounts are written at once: new headings above accounts that move, and each account by one row only', async () => {
  const business = await newBusiness();
  const [rent, power] = await chartOf(business, { code: ['6103', '6104'] });
  const write = (accounts: object[]) => business.api.POST('/v1/chart-of-accounts/bulk', { body: { accounts } });
  const { data } = await write([
    { id: rent!.id, parentCode: '63', code: '6301' },
    { code: '6302', name: 'Agua', parentCode: '63' },
    { code: '63', name: 'Gastos del local', parentCode: '6' },
    { id: power!.id, name: power!.name },
  ]);
  assert.deepEqual(
    data!.results.map(({ outcome }) => outcome),
    ['updated', 'created', 'created', 'unchanged'],
  );
  assert.deepEqual(
    (await placesOf(business, '63', '6301', '6302')).map(([, above, , , depth]) => [above, depth]),
    [
      ['6', 1],
      ['63', 2],
      ['63', 2],
    ],
  );
  const versions = (await chartOf(business, { code: ['6301', '6302', '6104'] })).map(({ version }) => version);
  assert.deepEqual(versions, [1, 2, 1]);
  const refused = await write([
    { id: power!.id, name: 'Luz' },
    { id: power!.id, code: '6305' },
    { code: '6303', name: 'Gas', parentCode: '6103' },
  ]);
  assert.equal(refused.error?.code, 'bulk_refused');
  assert.deepEqual(
    refused.error?.errors?.map(({ path, code }) => [path, code]),
    [
      ['body.accounts[1].id', 'duplicate'],
      ['body.accounts[2].parentCode', 'reference_not_found'],
    ],
  );
});

test('a reader of the books downloads the chart and imports none', async () => {
  const business = await newBusiness();
  const viewer = await newMember(business, 'viewer');
  const { id: fileId } = await uploadFile(business, csvOf([['Código'], ['1']]), 'x.csv');
  const { response } = await viewer.api.POST(PATH, { body: { fileId } });
  assert.equal(response.status, 403);
  assert.match((await download({ ...business, owner: viewer }, '/v1/chart-of-accounts/export')).toString(), /Código/);
});
